import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { hidden, several } from '../../rules/commands/fields.ts'
import { storageMessages } from '../../rules/storage-messages.ts'
import { filingFields } from '../documents/filing-fields.ts'
import { splitFields } from './document-fields.ts'
import { bulkMessages as messages } from './words.ts'

/** Has uploaded files read and matched. No one gets anything yet. */
export const startBatchCommand = defineCommand({
  name: 'papers.start',
  by: 'administrator',
  fields: {
    id: hidden(),
    upload: several('Files'),
    ...splitFields,
    ...filingFields,
  },
  refusals: {
    ...refusalsFrom(messages, { BULK_EMPTY: null, BULK_LARGE: null, BULK_SPLIT: null, BULK_FILE_GONE: null }),
    ...storageMessages,
  },
  button: 'Read and match',
  busy: 'Starting…',
  notice: '',
  failed: messages.BULK_FAILED,
  log: { 'papers.uploaded': 'Uploaded a bulk delivery' },
})
