import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { roomRefusals } from '../../rules/shared-refusals.ts'
import { failed, itemReason, splitFields } from './document-fields.ts'
import { bulkMessages as messages } from './words.ts'

/* A bulk delivery as a whole: what the office does. */

const aboutBatch = { by: 'administrator', about: 'batch', failed } as const

const moved = refusalsFrom(messages, { BULK_STATE: null })

export const releaseBatchCommand = defineCommand({
  ...aboutBatch,
  name: 'papers.release',
  shared: [...roomRefusals, 'BULK_CONFLICT', 'BULK_NO_ROOM', 'BULK_UNOPENED'],
  takesTwo: true,
  fields: {},
  refusals: { ...moved, ...refusalsFrom(messages, { BULK_OPEN_ITEMS: null, BULK_NOTHING: null, BULK_STALE: null }) },
  button: 'Send for approval',
  busy: 'Sending…',
  notice: 'Submitted for approval by a second person',
  log: { 'papers.approved': 'Approved the release of a bulk delivery' },
})

export const readBatchAgainCommand = defineCommand({
  ...aboutBatch,
  name: 'papers.read_again',
  fields: splitFields,
  refusals: { ...moved, ...refusalsFrom(messages, { BULK_SPLIT: null }) },
  button: 'Read again',
  busy: 'Starting…',
  notice: 'The files are being read again',
  log: { 'papers.read_again': 'Had a bulk delivery read again' },
})

export const excludeOpenDocumentsCommand = defineCommand({
  ...aboutBatch,
  name: 'papers.exclude_open',
  fields: { reason: itemReason('They aren’t sent. You can undo this until the release.') },
  refusals: moved,
  button: 'Leave them out',
  busy: 'Leaving out…',
  notice: 'Left out',
  log: { 'papers.excluded': 'Left a document out' },
})

export const discardBatchCommand = defineCommand({
  ...aboutBatch,
  name: 'papers.discard',
  fields: {},
  refusals: moved,
  button: 'Discard',
  busy: 'Discarding…',
  notice: 'Bulk delivery discarded',
  log: { 'papers.discarded': 'Discarded a bulk delivery' },
})

export const continueReleaseCommand = defineCommand({
  ...aboutBatch,
  name: 'papers.continue',
  fields: {},
  refusals: moved,
  button: 'Go on with the release',
  busy: 'Going on…',
  notice: 'The release goes on',
  log: { 'papers.release_continued': 'Resumed a bulk delivery' },
})

export const recallBatchCommand = defineCommand({
  ...aboutBatch,
  name: 'papers.recall',
  fields: {
    reason: itemReason(
      'Its documents are hidden at once from everyone but the office, which keeps them with every byte that was served. Those who had opened one get a neutral e-mail.',
    ),
  },
  refusals: { ...moved, ...refusalsFrom(messages, { BULK_RECALLED: null }) },
  button: 'Recall',
  busy: 'Recalling…',
  notice: 'Recalled. Only the office sees these documents now.',
  log: { 'papers.recalled': 'Recalled a bulk delivery' },
})
