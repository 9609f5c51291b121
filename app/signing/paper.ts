import { refusalsFrom } from '../../rules/commands/command.ts'
import { day, file } from '../../rules/commands/fields.ts'
import { paperMessages } from './paper-messages.ts'

/* What commands that record a signature on paper have in common. */

const { PAPER_FILE } = paperMessages

export const paperFields = {
  day: day('Day beside the signature'),
  file: file('Scan of the signed paper (PDF)', '.pdf,application/pdf', { PAPER_FILE }),
}

export const paperRefusals = refusalsFrom(paperMessages, { PAPER_FILE: 'file', PAPER_DAY: 'day' })
