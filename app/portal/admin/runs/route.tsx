import { href } from 'react-router'
import { countOf } from '../../../../rules/number.ts'
import { runsPerPage } from '../../../../rules/runs.ts'
import { loadList, type Shown, showList } from '../../list-page.tsx'
import { pageNumber } from '../../list-place.ts'
import { AdminList, Rows } from '../admin-list.tsx'
import { runColumns } from './run-columns.tsx'

/** Loads a page of the runs of documents; the query has `page`, from 1. */
export const loader = loadList({
  view: query => ({ page: pageNumber(query) }),
  read: ({ actor, operations }, { page }) => operations.getRuns(actor, page - 1),
  none: { runs: [], total: 0 },
  failed: 'We couldn’t load the document runs. Please try again.',
})

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
        columns={runColumns}
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
