import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { file } from '../../rules/commands/fields.ts'
import { commonMessages } from '../../rules/common-messages.ts'
import { taxMessages } from './messages.ts'
import { aboutTaxes } from './office-command.ts'

/** What the IRS has answered about tax numbers. */
export const readTinResultsCommand = defineCommand({
  ...aboutTaxes,
  name: 'tax.read_matching',
  fields: { file: file('The file that the IRS returned', '.txt,text/plain', { TIN_FILE: taxMessages.TIN_FILE }) },
  refusals: refusalsFrom(commonMessages, { TABLE_NOT_TEXT: 'file' }),
  button: 'Read the results',
  busy: 'Reading…',
  notice: '',
  isShownOnce: true,
  log: {
    'tax.matching_read': 'Read the results of TIN Matching',
    'tax.number_matched': 'Recorded that the IRS matched a tax number',
    'tax.number_mismatched': 'Recorded that a tax number doesn’t match the IRS’s records',
  },
})
