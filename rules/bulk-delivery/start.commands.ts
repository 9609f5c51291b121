import { defineCommand, refusalsFrom } from '../commands/command.ts'
import { hidden, several } from '../commands/fields.ts'
import { filingFields } from '../filing-fields.ts'
import { storageMessages } from '../storage-messages.ts'
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
