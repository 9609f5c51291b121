import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { pick } from '../../rules/commands/fields.ts'
import { failed, itemReason } from './document-fields.ts'
import { bulkMessages as messages } from './words.ts'

/* A document of a bulk delivery: what the office decides about it. */

const aboutDocument = { by: 'administrator', about: 'item', busy: 'Saving…', failed } as const

const moved = refusalsFrom(messages, { BULK_STATE: null })

export const matchDocumentCommand = defineCommand({
  ...aboutDocument,
  name: 'papers.match',
  fields: { holder: pick('The holder') },
  refusals: { ...moved, ...refusalsFrom(messages, { BULK_HOLDER: null, BULK_CONFLICT: null, BULK_DAMAGED: null }) },
  button: 'Match',
  notice: 'Matched by hand',
  log: { 'papers.matched': 'Matched a document by hand' },
})

export const excludeDocumentCommand = defineCommand({
  ...aboutDocument,
  name: 'papers.exclude',
  fields: { reason: itemReason('It isn’t sent.') },
  refusals: moved,
  button: 'Leave out',
  notice: 'Left out',
  log: { 'papers.excluded': 'Left a document out' },
})

export const resetMatchCommand = defineCommand({
  ...aboutDocument,
  name: 'papers.reset',
  fields: {},
  refusals: moved,
  button: 'Restore the automatic match',
  notice: 'Restore the automatic match',
  log: { 'papers.reset': 'Undid a decision about a document' },
})
