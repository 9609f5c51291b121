import { href } from 'react-router'
import { countOf, grouped } from '../../../../rules/number.ts'
import { runsPerPage } from '../../../../rules/runs.ts'
import type { Runs } from '../../../../server/runs/runs-list.ts'
import { Button } from '../../../ui/button.tsx'
import { type Shown, showList } from '../../list-page.tsx'
import { AdminList, Rows } from '../admin-list.tsx'
import { loadRuns } from '../runs/load-runs.ts'
import { columnsWith } from '../runs/run-columns.tsx'

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
