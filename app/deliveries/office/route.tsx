import { href } from 'react-router'
import { countOf, grouped } from '../../../rules/number.ts'
import { loadRuns } from '../../runs/office/load-runs.ts'
import { columnsWith } from '../../runs/office/run-columns.tsx'
import { runsPerPage } from '../../runs/runs.ts'
import type { Runs } from '../../runs/server/runs-list.ts'
import { AdminList, Rows } from '../../shell/office/admin-list.tsx'
import { type Shown, showList } from '../../shell/portal/list-page.tsx'
import { Button } from '../../shell/ui/button.tsx'

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
