import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { day, hidden, line, pick } from '../../rules/commands/fields.ts'
import { commonMessages } from '../../rules/common-messages.ts'
import { noteRecordMessages } from '../notes/note-records.ts'
import { registerMessages as messages, receiptLength } from './register.ts'

/* What was filed about sales. */

export const recordFilingCommand = defineCommand({
  name: 'filing.record',
  by: 'administrator',
  fields: {
    offering: hidden(),
    what: pick('Filed'),
    day: day('On'),
    receipt: line(
      'Receipt number, if you have it',
      { most: receiptLength, optional: true },
      { FILING_INVALID: messages.FILING_INVALID },
    ),
  },
  refusals: {
    ...refusalsFrom(noteRecordMessages, { NOTE_DAY_AHEAD: null }),
    ...refusalsFrom(messages, { FILING_INVALID: null, FILING_TWICE: null }),
  },
  button: 'Record filing',
  busy: 'Saving…',
  notice: 'Filing recorded',
  failed: commonMessages.REGISTER_FAILED,
  log: { 'filing.recorded': 'Recorded a filing about sales' },
})

export const withdrawFilingCommand = defineCommand({
  name: 'filing.withdraw',
  by: 'administrator',
  about: 'filing',
  fields: {},
  refusals: {},
  button: 'Withdraw',
  busy: 'Withdrawing…',
  notice: 'Filing withdrawn',
  failed: commonMessages.REGISTER_FAILED,
  log: { 'filing.withdrawn': 'Withdrew the record of a filing' },
})
