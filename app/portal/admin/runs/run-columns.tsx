import { grouped } from '../../../../rules/number.ts'
import { runsOfDocuments } from '../../../../rules/runs.ts'
import type { DocumentRun } from '../../../../server/runs/runs-list.ts'
import { Badge } from '../../../ui/badge.tsx'
import { FormattedDate } from '../../../ui/formatted-date.tsx'
import type { Column } from '../../../ui/ledger.tsx'
import { Link } from '../../../ui/link.tsx'

/** The columns of a list of runs. */
export const runColumns: Column<DocumentRun>[] = [
  {
    key: 'title',
    header: 'Documents',
    role: 'title',
    cell: ({ to, title }) => <Link to={to}>{title}</Link>,
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
