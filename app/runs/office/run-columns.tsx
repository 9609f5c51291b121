import { grouped } from '../../../rules/number.ts'
import { Badge } from '../../shell/ui/badge.tsx'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import type { Column } from '../../shell/ui/ledger.tsx'
import { Link } from '../../shell/ui/link.tsx'
import type { DocumentRun } from '../server/runs-list.ts'
import style from './runs.module.css'

/** The columns of the list of all runs. */
export const runColumns = {
  title: {
    header: 'Documents',
    role: 'title',
    cell: ({ to, title }) => <Link to={to}>{title}</Link>,
  },
  kind: { header: 'Kind', cell: ({ label }) => label },
  state: { header: 'State', cell: ({ state, tone }) => <Badge tone={tone}>{state}</Badge> },
  released: {
    header: 'Released',
    figures: true,
    cell: ({ released, documents }) => `${grouped(released)} of ${grouped(documents)}`,
  },
  started: {
    header: 'Started',
    className: style.started,
    cell: ({ createdAt, createdBy, releasedAt }) => (
      <>
        <FormattedDate date={createdAt} time /> {createdBy ? `by ${createdBy}` : 'automatically'}
        {releasedAt && (
          <span className="quiet block">
            Released <FormattedDate date={releasedAt} time />
          </span>
        )}
      </>
    ),
  },
} satisfies Record<string, Column<DocumentRun>>

const { title, state, released, started } = runColumns

/**
 * @param own what this kind's list shows between a run's state and its start
 * @returns the columns of the list of one kind
 */
export function columnsWith<Run extends DocumentRun>(own: Column<Run>[] = [released]): Column<Run>[] {
  return [title, state, ...own, started]
}
