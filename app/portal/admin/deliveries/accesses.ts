import { href } from 'react-router'
import type { DeliveryAccess } from '../../../../server/deliveries/export-delivery-accesses.ts'
import { defineTable } from '../define-table.ts'
import { saveCsv } from '../save-csv.ts'

const deliveryOf = (query: URLSearchParams) => query.get('delivery') ?? ''

/** Every byte that was served of a delivery's documents. One that nobody was served has a line without anybody. */
const table = defineTable<DeliveryAccess>([
  {
    csv: {
      Recipient: row => row.recipient,
      Document: row => row.filename,
      'Served to': row => row.person ?? 'Nobody: never opened',
      'E-mail': row => row.email,
      Office: row => (row.isOffice ? 'yes' : ''),
      How: row => row.how,
      'First byte asked': row => row.firstByte,
      'Last byte asked': row => row.lastByte,
      'Bytes sent': row => row.sent,
      Began: row => row.begunAt,
      Ended: row => row.endedAt,
      'IP address': row => row.ip,
      Browser: row => row.userAgent,
      'SHA-256': row => row.sha256,
      'Document id': row => row.documentId,
    },
  },
])

/** GET: what was served of a delivery, as a file; `delivery` in the query is its id. */
export const loader = saveCsv({
  name: 'delivery-access',
  columns: table.csv,
  rows: ({ actor, operations }, query) => operations.exportDeliveryAccesses(actor, deliveryOf(query)),
  page: query => href('/profile/admin/deliveries/:id', { id: deliveryOf(query) }),
})
