import { href } from 'react-router'
import { countOf, grouped } from '../../../../rules/number.ts'
import { type DocumentRunKind, runsOfDocuments, runsPerPage } from '../../../../rules/runs.ts'
import type { DocumentRun } from '../../../../server/runs/runs-list.ts'
import { Badge } from '../../../ui/badge.tsx'
import { FormattedDate } from '../../../ui/formatted-date.tsx'
import type { Column } from '../../../ui/ledger.tsx'
import { Link } from '../../../ui/link.tsx'
import { loadList, type Shown, showList } from '../../list-page.tsx'
import { pageNumber } from '../../list-place.ts'
import { AdminList, Rows } from '../admin-list.tsx'

/** Loads a page of the runs of documents; the query has `page`, from 1. */
export const loader = loadList({
  view: query => ({ page: pageNumber(query) }),
  read: ({ actor, operations }, { page }) => operations.getRuns(actor, page - 1),
  none: { runs: [], total: 0 },
  failed: 'We couldn’t load the document runs. Please try again.',
})

const addressOf: Record<DocumentRunKind, (id: string) => string> = {
  statements: id => href('/profile/admin/statements/:id', { id }),
  tax: id => href('/profile/admin/tax/forms/:id', { id }),
  delivery: id => href('/profile/admin/deliveries/:id', { id }),
  bulk: id => href('/profile/admin/bulk/:id', { id }),
}

const columns: Column<DocumentRun>[] = [
  {
    key: 'title',
    header: 'Documents',
    role: 'title',
    cell: ({ kind, id, title }) => <Link to={addressOf[kind](id)}>{title}</Link>,
  },
  { key: 'kind', header: 'Kind', cell: ({ kind }) => runsOfDocuments[kind].label },
  {
    key: 'state',
    header: 'State',
    cell: ({ state, hasProblem }) => <Badge tone={hasProblem ? 'danger' : 'plain'}>{state}</Badge>,
  },
  {
    key: 'released',
    header: 'Released',
    figures: true,
    cell: ({ released, documents }) => `${grouped(released)} of ${grouped(documents)}`,
  },
  {
    key: 'started',
    header: 'Started',
    cell: ({ createdAt, createdBy }) => (
      <>
        <FormattedDate date={createdAt} time /> {createdBy ? `by ${createdBy}` : 'automatically'}
      </>
    ),
  },
]

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
