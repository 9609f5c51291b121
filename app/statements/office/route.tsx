import { href, redirect } from 'react-router'
import { formatDay } from '../../../rules/days.ts'
import { countOf } from '../../../rules/number.ts'
import { columnsWith } from '../../runs/office/run-columns.tsx'
import style from '../../runs/office/runs.module.css'
import { runsPerPage } from '../../runs/runs.ts'
import { commandActions } from '../../shell/commands/command-actions.ts'
import { CommandForm } from '../../shell/commands/command-form.tsx'
import { AdminList, Rows } from '../../shell/office/admin-list.tsx'
import { loadList, type Shown, showList } from '../../shell/portal/list-page.tsx'
import { pageNumber } from '../../shell/portal/list-place.ts'
import type { RunToBegin } from '../server/start-runs.ts'
import { requestRunCommand } from '../statements.commands.ts'

/** Loads a page of the runs of statements, and which can be begun today; the query has `page`, from 1. */
export const loader = loadList({
  view: query => ({ page: pageNumber(query) }),
  read: ({ actor, operations }, { page }) => operations.getStatementRuns(actor, page - 1),
  none: { runs: [], total: 0, toBegin: [] },
  failed: 'LOAD_STATEMENTS_FAILED',
})

/** POST: prepares the statements of the last period. */
export const action = commandActions([requestRunCommand], {
  redirectTo: () => href('/profile/admin/statements'),
  after: { [requestRunCommand.name]: (id: string) => redirect(href('/profile/admin/statements/:id', { id })) },
})

export default showList<typeof loader>(StatementsPage)

/** Every run of statements: in preparation, ready for release, and released. */
function StatementsPage({ page, runs, total, toBegin, loadError }: Shown<typeof loader>) {
  return (
    <AdminList
      title="Statements"
      count={countOf(total, 'run')}
      at={href('/profile/admin/statements')}
      loadError={loadError}
    >
      <p className="quiet column-44 breakable">
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
        pages={{ label: 'runs', page, total, size: runsPerPage }}
      />
      {toBegin.length > 0 && <PrepareForm toBegin={toBegin} />}
    </AdminList>
  )
}

/** Prepares a period's statements without waiting for the clock, such as after an import. */
function PrepareForm({ toBegin }: { toBegin: readonly RunToBegin[] }) {
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

const columns = columnsWith()
