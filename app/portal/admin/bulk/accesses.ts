import { href } from 'react-router'
import type { ExportedAccess } from '../../../../server/bulk-papers/export-accesses.ts'
import { defineTable } from '../define-table.ts'
import { saveCsv } from '../save-csv.ts'

const batchOf = (query: URLSearchParams) => query.get('batch') ?? ''

/** Every byte that was served of a batch's documents. One that nobody was served has a line without anybody. */
const table = defineTable<ExportedAccess>([
  {
    csv: {
      'No.': row => row.n,
      'Holder number': row => row.holderNumber,
      Holder: row => row.holder,
      Document: row => row.filename,
      'Served to': row => row.person ?? 'Nobody: never opened',
      'E-mail': row => row.email ?? null,
      Office: row => (row.isOffice ? 'yes' : ''),
      How: row => row.how ?? null,
      'First byte asked': row => row.firstByte ?? null,
      'Last byte asked': row => row.lastByte ?? null,
      'Bytes sent': row => row.sent ?? null,
      Began: row => row.begunAt ?? null,
      Ended: row => row.endedAt ?? null,
      'IP address': row => row.ip ?? null,
      Browser: row => row.userAgent ?? null,
      'SHA-256': row => row.sha256,
      'Document id': row => row.documentId,
    },
  },
])

/** GET: what was served of a batch, as a file; `batch` in the query is its id. */
export const loader = saveCsv({
  name: 'bulk-delivery-access',
  columns: table.csv,
  rows: ({ actor, operations }, query) => operations.exportPaperAccesses(actor, batchOf(query)),
  page: query => href('/profile/admin/bulk/:id', { id: batchOf(query) }),
})
