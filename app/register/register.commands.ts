import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { file, hidden, line } from '../../rules/commands/fields.ts'
import { commonMessages } from '../../rules/common-messages.ts'
import { ledgerRefusals, saleRefusals } from '../../rules/shared-refusals.ts'
import { closeReasonLength, noteRecordMessages } from '../notes/note-records.ts'
import { registerMessages as messages } from './register.ts'

/* Existing notes with their paid history, from a file. */

const { IMPORT_EMPTY } = messages
const fromFile = {
  by: 'administrator',
  failed: messages.IMPORT_FAILED,
  fields: {
    file: {
      ...file('CSV file', '.csv,.txt,.tsv,text/csv,text/plain', { IMPORT_EMPTY }),
      hint: 'As the template has it, at most 2,000 notes.',
    },
  },
  refusals: refusalsFrom(commonMessages, { TABLE_NOT_TEXT: null }),
} as const

/** Compares a file with the schedules of its notes, and changes nothing. */
export const checkImportCommand = defineCommand({
  ...fromFile,
  name: 'register.check_import',
  button: 'Check the file',
  busy: 'Checking…',
  notice: '',
})

export const requestImportCommand = defineCommand({
  ...fromFile,
  name: 'register.import',
  shared: [...ledgerRefusals, ...saleRefusals, 'MEMBER_CLOSED'],
  takesTwo: true,
  fields: {
    ...fromFile.fields,
    /** Of the file as it was checked, in hex. */
    sha256: hidden(),
    reason: line(
      'Why new notes are imported',
      {
        most: closeReasonLength,
        optional: true,
        hint: 'The person who approves the import reads it, and it stays in the log.',
      },
      { NOTE_REASON: noteRecordMessages.NOTE_REASON },
    ),
  },
  refusals: {
    ...fromFile.refusals,
    ...refusalsFrom(messages, {
      IMPORT_CHANGED: null,
      IMPORT_PROBLEMS: null,
      IMPORT_NEW_NOTES: 'reason',
      IMPORT_STALE: null,
    }),
  },
  button: 'Submit import for approval',
  busy: 'Submitting…',
  notice: 'Submitted for approval by a second person.',
  log: { 'register.imported': 'Imported existing notes' },
})
