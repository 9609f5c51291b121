import { href } from 'react-router'
import { countOf } from '../../../rules/number.ts'
import { AdminList, Rows } from '../../shell/office/admin-list.tsx'
import { type Shown, showList } from '../../shell/portal/list-page.tsx'
import { runsPerPage } from '../runs.ts'
import { loadRuns } from './load-runs.ts'
import { runColumns } from './run-columns.tsx'

/** Loads a page of the runs of documents. */
export const loader = loadRuns('We couldn’t load the document runs. Please try again.')

const columns = Object.values(runColumns)

/** Every run of documents, newest first. */
function RunsPage({ page, runs, total, loadError }: Shown<typeof loader>) {
  return (
    <AdminList
      title="Document runs"
      count={countOf(total, 'run')}
      at={href('/profile/admin/runs')}
      loadError={loadError}
    >
      <Rows
        columns={columns}
        rows={runs}
        empty={{
          title: 'No runs yet',
          text: 'Statements, tax forms and deliveries will appear here once the first of them is started.',
        }}
        pages={{ label: 'runs', page, total, size: runsPerPage }}
      />
    </AdminList>
  )
}

export default showList<typeof loader>(RunsPage)
