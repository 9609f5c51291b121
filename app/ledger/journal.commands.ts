import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { check, choice, day } from '../../rules/commands/fields.ts'
import { journalFormats, journalMessages as messages } from './journal.ts'

/* The journal, as it leaves for another program. */

export const exportJournalCommand = defineCommand({
  name: 'journal.export',
  by: 'administrator',
  fields: {
    from: day('From'),
    to: day('To'),
    format: choice('Program', journalFormats, { JOURNAL_FORMAT: messages.JOURNAL_FORMAT }),
    again: check('Also entries of this period that have been exported before'),
  },
  refusals: refusalsFrom(messages, { JOURNAL_NOTHING_NEW: null }),
  button: 'Export',
  busy: 'Exporting…',
  notice: 'Exported. Download it below.',
  failed: messages.JOURNAL_FAILED,
  log: { 'journal.exported': 'Exported entries of the journal' },
})
