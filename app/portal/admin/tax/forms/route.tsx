import { href, redirect } from 'react-router'
import { countOf, grouped } from '../../../../../rules/number.ts'
import { taxRunStates } from '../../../../../rules/tax/returns.ts'
import { beginRunCommand } from '../../../../../rules/tax/run.commands.ts'
import type { ListedTaxRun } from '../../../../../server/tax/tax-runs-list.ts'
import { commandActions } from '../../../../commands/command-actions.ts'
import { CommandForm } from '../../../../commands/command-form.tsx'
import { Badge } from '../../../../ui/badge.tsx'
import { Day } from '../../../../ui/day.tsx'
import { FormattedDate } from '../../../../ui/formatted-date.tsx'
import type { Column } from '../../../../ui/ledger.tsx'
import { Link } from '../../../../ui/link.tsx'
import { Options } from '../../../../ui/options.tsx'
import { loadList, type Shown, showList } from '../../../list-page.tsx'
import { AdminList, Rows } from '../../admin-list.tsx'
import { Money } from '../../register/money.tsx'
import statements from '../../statements/statements.module.css'
import { ComplianceDates } from './compliance-dates.tsx'

/** Loads the runs of tax forms, the newest first, and the years that can have forms. */
export const loader = loadList({
  read: ({ actor, operations }) => operations.getTaxRuns(actor),
  none: { runs: [], toBegin: [], dates: [] },
  failed: 'LOAD_TAX_FAILED',
})

/** POST: begins the forms of a year. */
export const action = commandActions([beginRunCommand], {
  redirectTo: () => href('/profile/admin/tax/forms'),
  after: { [beginRunCommand.name]: (id: string) => redirect(href('/profile/admin/tax/forms/:id', { id })) },
})

export default showList<typeof loader>(TaxRunsPage)

/** Forms 1099-INT of each year: drafts, furnished to payees, filed with the IRS. */
function TaxRunsPage({ runs, toBegin, dates, loadError }: Shown<typeof loader>) {
  return (
    <AdminList title="Form 1099-INT" at={href('/profile/admin/tax/forms')} loadError={loadError}>
      <p className={statements.about}>
        After the year ends, prepare its forms, review them and request release. Once a second person approves, payees
        are notified. Then upload the files to the IRS and record its receipt, which also needs a second approval.
      </p>
      {toBegin.length > 0 && <BeginForm years={toBegin} />}
      <Rows
        caption="Forms by year"
        columns={columns}
        rows={runs}
        empty={{
          title: 'No forms yet',
          text:
            toBegin.length > 0
              ? 'Each year has a row here once its forms are prepared.'
              : 'The first ones can be prepared after the end of a year in which a holder was paid interest.',
        }}
      />
      <ComplianceDates dates={dates} />
    </AdminList>
  )
}

function BeginForm({ years }: { years: readonly number[] }) {
  return (
    <section aria-labelledby="begin" className={`pad-above-5 ${statements.prepare}`}>
      <h2 id="begin">Prepare a year’s forms</h2>
      <CommandForm
        command={beginRunCommand}
        row={`cluster gap-3 align-end ${statements.prepareForm}`}
        fields={{ year: { children: <Options of={years.map(String)} /> } }}
      />
    </section>
  )
}

const columns: Column<ListedTaxRun>[] = [
  {
    key: 'title',
    header: 'Forms',
    role: 'title',
    cell: ({ id, title }) => <Link to={href('/profile/admin/tax/forms/:id', { id })}>{title}</Link>,
  },
  {
    header: 'State',
    cell: ({ state, problem, isPrepared, mismatches, fileBy }) => (
      <>
        <Badge tone={problem ? 'danger' : 'plain'}>
          {problem ? 'Can’t be prepared' : state === 'draft' && !isPrepared ? 'Being prepared' : taxRunStates[state]}
        </Badge>
        {mismatches > 0 && (
          <>
            {' '}
            <Badge tone="danger">
              {countOf(mismatches, 'form')} {mismatches === 1 ? 'differs' : 'differ'} from the ledger
            </Badge>
          </>
        )}
        {fileBy && (
          <>
            {' '}
            <Badge tone="warning">
              To file by <Day date={fileBy} />
            </Badge>
          </>
        )}
      </>
    ),
  },
  { header: 'Forms', figures: true, cell: ({ forms }) => grouped(forms) },
  { header: 'Box 1', figures: true, cell: ({ interest }) => <Money cents={interest} /> },
  { header: 'Started or furnished', cell: ({ at }) => <FormattedDate date={at} /> },
]
