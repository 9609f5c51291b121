import { href } from 'react-router'
import { countOf, grouped } from '../../../../rules/number.ts'
import { runsPerPage } from '../../../../rules/runs.ts'
import type { Runs } from '../../../../server/runs/runs-list.ts'
import { Button } from '../../../ui/button.tsx'
import { type Shown, showList } from '../../list-page.tsx'
import { AdminList, Rows } from '../admin-list.tsx'
import { loadRuns } from '../runs/load-runs.ts'
import { columnsWith } from '../runs/run-columns.tsx'

/** Loads a page of the deliveries. */
export const loader = loadRuns('LOAD_DELIVERIES_FAILED', 'delivery')

const columns = columnsWith<Runs<'delivery'>['runs'][number]>([
  { header: 'Category', cell: ({ category }) => category },
  { header: 'Recipients', figures: true, cell: ({ recipients }) => grouped(recipients) },
  {
    header: 'Opened',
    figures: true,
    cell: ({ opened, documents }) => `${grouped(opened)} of ${grouped(documents)}`,
  },
])

/** Deliveries and their recipients, newest first. */
function DeliveriesPage({ page, runs, total, loadError }: Shown<typeof loader>) {
  return (
    <AdminList
      title="Deliveries"
      count={countOf(total, 'delivery', 'deliveries')}
      at={href('/profile/admin/deliveries')}
      loadError={loadError}
      tools={
        <Button size="small" to={href('/profile/admin/deliver')}>
          Deliver documents
        </Button>
      }
    >
      <Rows
        columns={columns}
        rows={runs}
        empty={{
          title: 'Nothing delivered yet',
          text: 'Documents that you send to several people will appear here, with who has opened them.',
        }}
        pages={{ label: 'deliveries', page, total, size: runsPerPage }}
      />
    </AdminList>
  )
}

export default showList<typeof loader>(DeliveriesPage)
