import { lines, pick, unchecked } from '../../rules/commands/fields.ts'
import { documentPages, reasonLength } from './limits.ts'
import { bulkMessages } from './words.ts'

/* What commands about bulk deliveries have in common. */

export const failed = bulkMessages.BULK_FAILED

const { BULK_REASON } = bulkMessages
export const itemReason = (hint: string) => lines('Reason', { most: reasonLength, rows: 2, hint }, { BULK_REASON })

/** How files are split into documents. */
export const splitFields = {
  split: pick('Split by'),
  pages: unchecked('Pages in each document', {
    type: 'number',
    min: 1,
    max: documentPages,
    inputMode: 'numeric',
    required: true,
  }),
} as const
