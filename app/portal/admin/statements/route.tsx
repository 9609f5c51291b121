import { href, redirect } from 'react-router'
import { formatDay } from '../../../../rules/notes/days.ts'
import { grouped } from '../../../../rules/number.ts'
import { requestRunCommand } from '../../../../rules/statements.commands.ts'
import { runStates } from '../../../../rules/statements.ts'
import type { getStatementRuns, StatementRun } from '../../../../server/statements/statements-list.ts'
import { commandActions } from '../../../commands/command-actions.ts'
import { CommandForm } from '../../../commands/command-form.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { FormattedDate } from '../../../ui/formatted-date.tsx'
import type { Column } from '../../../ui/ledger.tsx'
import { Link } from '../../../ui/link.tsx'
import { loadList, showList } from '../../list-page.tsx'
import type { Refusal } from '../../refusal.ts'
import { AdminList, Rows } from '../admin-list.tsx'
import style from './statements.module.css'

/** Loads the runs of statements, newest first, and which can be begun today. */
export const loader = loadList({
  read: ({ actor, operations }) => operations.getStatementRuns(actor),
  none: { runs: [], toBegin: [] },
  failed: 'LOAD_STATEMENTS_FAILED',
})

/** POST: prepares the statements of the last period. */
export const action = commandActions([requestRunCommand], {
  redirectTo: () => href('/profile/admin/statements'),
  after: { [requestRunCommand.name]: (id: string) => redirect(href('/profile/admin/statements/:id', { id })) },
})

export default showList<typeof loader>(StatementsPage)

type Props = Awaited<ReturnType<typeof getStatementRuns>> & { loadError?: Refusal }

/** Every run of statements: in preparation, ready for release, and released. */
function StatementsPage({ runs, toBegin, loadError }: Props) {
  return (
    <AdminList title="Statements" at={href('/profile/admin/statements')} loadError={loadError}>
      <p className={style.about}>
        Statements are drafted on the first business day after each period. Review them and request release. Once a
        second person approves, holders are notified and the period closes.
      </p>
      <Rows
        caption="Statement runs"
        columns={columns}
        rows={runs}
        empty={{
          title: 'No statements yet',
          text: 'The first ones will appear here after the end of a period in which a holder had a note.',
        }}
      />
      {toBegin.length > 0 && <PrepareForm toBegin={toBegin} />}
    </AdminList>
  )
}

/** Prepares a period's statements without waiting for the clock, such as after an import. */
function PrepareForm({ toBegin }: Pick<Props, 'toBegin'>) {
  return (
    <section aria-labelledby="prepare" className={`pad-above-5 ${style.prepare}`}>
      <h2 id="prepare">Prepare now</h2>
      <CommandForm
        command={requestRunCommand}
        action={href('/profile/admin/statements')}
        row={`cluster gap-3 align-end ${style.prepareForm}`}
        fields={{
          run: {
            children: toBegin.map(({ kind, rhythm, label, start, end }) => (
              <option key={`${kind} ${rhythm}`} value={`${kind} ${rhythm}`}>
                {label}, {formatDay(start)} to {formatDay(end)}
              </option>
            )),
          },
        }}
      />
    </section>
  )
}

const columns: Column<StatementRun>[] = [
  {
    header: 'Statements',
    role: 'title',
    cell: ({ id, title }) => <Link to={href('/profile/admin/statements/:id', { id })}>{title}</Link>,
  },
  {
    header: 'State',
    cell: ({ state, problem }) => (
      <Badge tone={problem ? 'danger' : 'plain'}>{problem ? 'Can’t be prepared' : runStates[state]}</Badge>
    ),
  },
  {
    header: 'Documents',
    cell: ({ statements }) => <span className="tabular unbroken">{grouped(statements)}</span>,
  },
  {
    header: 'Prepared or released',
    cell: ({ createdAt, releasedAt }) => <FormattedDate date={releasedAt ?? createdAt} time />,
  },
]
