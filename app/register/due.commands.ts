import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { check, day, type Field, several } from '../../rules/commands/fields.ts'
import { commonMessages } from '../../rules/common-messages.ts'
import { approvalRefusals, paymentRefusals } from '../../rules/shared-refusals.ts'
import { bankReference } from '../notes/note-fields.ts'
import { noteRecordMessages } from '../notes/note-records.ts'
import { type DueKey, registerMessages as messages } from './register.ts'

/* Payments that are due, recorded several at once. */

/** Lines of schedules: as a page sends one, its note's id and its number, '…:3'. */
const payments: Field<readonly DueKey[], never> = {
  ...several('Payments'),
  parse: typed =>
    [typed ?? []].flat().map((key): DueKey => {
      if (typeof key !== 'string') return key as DueKey
      const [noteId = '', n = ''] = key.split(':')
      return { noteId, n: Number(n) }
    }),
}

export const recordDueCommand = defineCommand({
  name: 'due.record',
  shared: [...paymentRefusals, 'DUE_EARLIER', 'DUE_GONE', ...approvalRefusals],
  by: 'administrator',
  fields: { payment: payments, withholds: check('Tax was withheld'), day: day('Paid on'), reference: bankReference },
  refusals: {
    ...refusalsFrom(noteRecordMessages, { NOTE_DAY_AHEAD: 'day' }),
    ...refusalsFrom(messages, { DUE_NOTHING_SELECTED: null, DUE_TOO_MANY: null }),
  },
  button: 'Submit for approval',
  busy: 'Submitting…',
  notice: 'Submitted for approval',
  failed: commonMessages.REGISTER_FAILED,
})
