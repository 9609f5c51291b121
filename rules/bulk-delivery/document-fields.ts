import { lines } from '../commands/fields.ts'
import { reasonLength } from './limits.ts'
import { bulkMessages } from './words.ts'

/* What commands about bulk deliveries have in common. */

export const failed = bulkMessages.BULK_FAILED

const { BULK_REASON } = bulkMessages
export const itemReason = (hint: string) => lines('Reason', { most: reasonLength, rows: 2, hint }, { BULK_REASON })
