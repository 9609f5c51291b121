import { href, redirect } from 'react-router'
import { countOf } from '../../../../rules/number.ts'
import { Money } from '../../../register/office/money.tsx'
import { runColumns } from '../../../runs/office/run-columns.tsx'
import style from '../../../runs/office/runs.module.css'
import { runsPerPage } from '../../../runs/runs.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import { AdminList, Rows } from '../../../shell/office/admin-list.tsx'
import { loadList, type Shown, showList } from '../../../shell/portal/list-page.tsx'
import { pageNumber } from '../../../shell/portal/list-place.ts'
import { Badge } from '../../../shell/ui/badge.tsx'
import { Day } from '../../../shell/ui/day.tsx'
import type { Column } from '../../../shell/ui/ledger.tsx'
import { Options } from '../../../shell/ui/options.tsx'
import { beginRunCommand } from '../../run.commands.ts'
import type { ListedTaxRun } from '../../server/tax-runs-list.ts'
import { ComplianceDates } from './compliance-dates.tsx'

/** Loads a page of the runs of tax forms, and the years that can have forms; the query has `page`, from 1. */
export const loader = loadList({
  view: query => ({ page: pageNumber(query) }),
  read: ({ actor, operations }, { page }) => operations.getTaxRuns(actor, page - 1),
  none: { runs: [], total: 0, toBegin: [], dates: [] },
  failed: 'LOAD_TAX_FAILED',
})

/** POST: begins the forms of a year. */
export const action = commandActions([beginRunCommand], {
  redirectTo: () => href('/profile/admin/tax/forms'),
  after: { [beginRunCommand.name]: (id: string) => redirect(href('/profile/admin/tax/forms/:id', { id })) },
})

export default showList<typeof loader>(TaxRunsPage)

/** Forms 1099-INT of each year: drafts, furnished to payees, filed with the IRS. */
function TaxRunsPage({ page, runs, total, toBegin, dates, loadError }: Shown<typeof loader>) {
  return (
    <AdminList
      title="Form 1099-INT"
      count={countOf(total, 'run')}
      at={href('/profile/admin/tax/forms')}
      loadError={loadError}
    >
      <p className="quiet column-44 breakable">
        After the year ends, prepare its forms, review them and request release. Once a second person approves, payees
        are notified. Then upload the files to the IRS and record its receipt, which also needs a second approval.
      </p>
      {toBegin.length > 0 && <BeginForm years={toBegin} />}
      <Rows
        columns={columns}
        rows={runs}
        empty={{
          title: 'No forms yet',
          text:
            toBegin.length > 0
              ? 'Each year has a row here once its forms are prepared.'
              : 'The first ones can be prepared after the end of a year in which a holder was paid interest.',
        }}
        pages={{ label: 'runs', page, total, size: runsPerPage }}
      />
      <ComplianceDates dates={dates} />
    </AdminList>
  )
}

function BeginForm({ years }: { years: readonly number[] }) {
  return (
    <section aria-labelledby="begin" className={`pad-above-5 ${style.prepare}`}>
      <h2 id="begin">Prepare a year’s forms</h2>
      <CommandForm
        command={beginRunCommand}
        row={`cluster gap-3 align-end ${style.prepareForm}`}
        fields={{ year: { children: <Options of={years.map(String)} /> } }}
      />
    </section>
  )
}

const { title, state, released, started } = runColumns
const columns: Column<ListedTaxRun>[] = [
  title,
  {
    ...state,
    cell: run => (
      <>
        {state.cell(run)}
        {run.mismatches > 0 && (
          <>
            {' '}
            <Badge tone="danger">
              {countOf(run.mismatches, 'form')} {run.mismatches === 1 ? 'differs' : 'differ'} from the ledger
            </Badge>
          </>
        )}
        {run.fileBy && (
          <>
            {' '}
            <Badge tone="warning">
              To file by <Day date={run.fileBy} />
            </Badge>
          </>
        )}
      </>
    ),
  },
  released,
  { header: 'Box 1', figures: true, cell: ({ interest }) => <Money cents={BigInt(interest)} /> },
  started,
]
