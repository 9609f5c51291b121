import { href } from 'react-router'
import { countOf, grouped } from '../../../rules/number.ts'
import { loadRuns } from '../../runs/office/load-runs.ts'
import { columnsWith } from '../../runs/office/run-columns.tsx'
import { runsPerPage } from '../../runs/runs.ts'
import type { Runs } from '../../runs/server/runs-list.ts'
import { AdminList, Rows } from '../../shell/office/admin-list.tsx'
import { type Shown, showList } from '../../shell/portal/list-page.tsx'
import { Button } from '../../shell/ui/button.tsx'

/** Loads a page of the bulk deliveries. */
export const loader = loadRuns('LOAD_BATCHES_FAILED', 'bulk')

const columns = columnsWith<Runs<'bulk'>['runs'][number]>([
  { header: 'Category', cell: ({ category }) => category },
  {
    header: 'Matched',
    figures: true,
    cell: ({ matched, items }) => `${grouped(matched)} of ${grouped(items)}`,
  },
  { header: 'Unmatched', figures: true, cell: ({ open }) => grouped(open) },
])

/** Files that go to many holders, each document to its own; newest first. */
function BulkPage({ page, runs, total, loadError }: Shown<typeof loader>) {
  return (
    <AdminList
      title="Bulk delivery"
      count={countOf(total, 'batch', 'batches')}
      at={href('/profile/admin/bulk')}
      loadError={loadError}
      tools={
        <Button size="small" variant="primary" to={href('/profile/admin/bulk/new')}>
          New batch
        </Button>
      }
    >
      <Rows
        columns={columns}
        rows={runs}
        empty={{
          title: 'No bulk deliveries yet',
          text: 'Upload one PDF with everyone’s pages, or one file for each. We match each document to its holder by its contents, and no one gets another person’s.',
        }}
        pages={{ label: 'batches', page, total, size: runsPerPage }}
      />
    </AdminList>
  )
}

export default showList<typeof loader>(BulkPage)
