import { href } from 'react-router'
import type { CsvColumns } from '../../../rules/csv.ts'
import { accessColumns } from '../../runs/office/access-columns.ts'
import { saveCsv } from '../../shell/office/save-csv.ts'
import type { ExportedAccess } from '../server/export-accesses.ts'

const batchOf = (query: URLSearchParams) => query.get('batch') ?? ''

const columns: CsvColumns<ExportedAccess> = {
  'No.': row => row.n,
  'Holder number': row => row.holderNumber,
  Holder: row => row.holder,
  ...accessColumns,
}

/** GET: what was served of a batch, as a file; `batch` in the query is its id. */
export const loader = saveCsv({
  name: 'bulk-delivery-access',
  columns,
  rows: ({ actor, operations }, query) => operations.exportBatchAccesses(actor, batchOf(query)),
  page: query => href('/profile/admin/bulk/:id', { id: batchOf(query) }),
})
