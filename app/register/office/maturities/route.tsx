import { href } from 'react-router'
import { formatCents } from '../../../../rules/money.ts'
import { countOf } from '../../../../rules/number.ts'
import { Pages } from '../../../shell/office/admin-list.tsx'
import rows from '../../../shell/office/rows.module.css'
import { moneyColumn } from '../../../shell/office/table-columns.tsx'
import { loadList, type Shown, showList } from '../../../shell/portal/list-page.tsx'
import { pageNumber } from '../../../shell/portal/list-place.ts'
import { LoadError } from '../../../shell/portal/load-error.tsx'
import { todayOfFund } from '../../../shell/today-of-fund.ts'
import { Button } from '../../../shell/ui/button.tsx'
import { classes } from '../../../shell/ui/classes.ts'
import { Day } from '../../../shell/ui/day.tsx'
import { EmptyState } from '../../../shell/ui/empty-state.tsx'
import { StackedLedger } from '../../../shell/ui/stacked-ledger.tsx'
import { monthInWords } from '../../periods.ts'
import { maturityDays, registerPerPage } from '../../register.ts'
import type { MaturityMonth } from '../../server/maturities.ts'
import style from '../register.module.css'
import { NoteName, standingColumn } from '../register-columns.tsx'
import { defineReport, ReportPage } from '../report.tsx'
import { choiceInWords } from './choice-in-words.ts'
import ladder from './maturities-page.module.css'

/** The notes that mature, with what to say today of a choice that isn't made yet. */
export const maturitiesReport = defineReport('maturities', {
  at: href('/profile/admin/register/maturities'),
  saved: 'maturities',
  requested: () => ({ today: todayOfFund() }),
  columns: [
    { csv: { Matures: note => note.maturityDate } },
    {
      header: 'Note and holder',
      role: 'title',
      className: rows.grows,
      cell: ({ id, number, holder }) => <NoteName id={id} number={number} holder={holder} />,
      csv: { Note: note => note.number, Holder: note => note.holder },
    },
    moneyColumn('Principal', note => note.principal, { csv: { Notice: note => note.window.notice } }),
    { header: 'Matures', cell: ({ maturityDate }) => <Day date={maturityDate} /> },
    {
      header: 'Choose by',
      cell: ({ window }) => <Day date={window.closes} />,
      csv: { 'Choose by': note => note.window.closes },
    },
    {
      header: 'Choice',
      cell: ({ today = '', ...note }) => choiceInWords(note, today),
      csv: {
        Choice: note => note.choice,
        Renewed: note => note.renewCents,
        'New term (months)': note => note.newTermMonths,
      },
    },
    standingColumn(),
  ],
})

/** Loads when the outstanding notes mature; the query has the `page` of the next ones, from 1. */
export const loader = loadList({
  view: query => ({ ...maturitiesReport.requested(query), days: maturityDays, page: pageNumber(query) }),
  read: ({ actor, operations }, { page, ...requested }) =>
    operations.getMaturities(actor, { ...requested, page: page - 1 }),
  none: { months: [], notes: [], total: 0 },
  failed: 'LOAD_REGISTER_FAILED',
})

/** When the outstanding principal comes due, and what the holders of the next notes have chosen. */
function MaturitiesPage({ today, days, page, months, notes, total, loadError }: Shown<typeof loader>) {
  const all = months.reduce((sum, { notes }) => sum + notes, 0)
  return (
    <ReportPage
      of={maturitiesReport}
      title="Maturities"
      count={countOf(all, 'note')}
      loadError={loadError}
      isEmpty={all === 0}
    >
      <LoadError error={loadError} />
      {months.length > 0 && <Ladder months={months} />}
      {notes.length > 0 && (
        <section className={`${style.section} ${ladder.soon}`}>
          <h2>The next {days} days</h2>
          <p className={style.about}>
            Holders choose by the day in the list. After that, or without a choice, the principal is paid out.
          </p>
          <StackedLedger
            className={classes(style.list, rows.rows)}
            caption="Notes that mature soon"
            columns={maturitiesReport.columns}
            rows={notes.map(note => ({ ...note, today }))}
            rowKey={({ id }) => id}
          />
          <Pages label="notes that mature soon" page={page} total={total} size={registerPerPage} />
        </section>
      )}
      {all === 0 && !loadError && (
        <EmptyState
          title="Nothing matures"
          level={2}
          action={
            <Button size="small" to={href('/profile/admin/register/notes/new')}>
              New note
            </Button>
          }
        >
          The principal of every funded note will appear here, in the month in which it is to be repaid.
        </EmptyState>
      )}
    </ReportPage>
  )
}

/** A rung for each month, as long as its principal. */
function Ladder({ months }: { months: MaturityMonth[] }) {
  const most = months.reduce((max, { principal }) => (principal > max ? principal : max), 1n)
  return (
    <table className={`full small tabular double ${ladder.ladder}`}>
      <caption className="visually-hidden">Principal by the month in which it matures</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Month</th>
          <th scope="col">Principal</th>
          <th scope="col">Notes</th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, notes, principal }, at) => (
          <tr key={month} data-year={month.slice(0, 4) !== months[at - 1]?.month.slice(0, 4) || undefined}>
            <th scope="row">{monthInWords(month)}</th>
            <td>
              {/* The site’s policy allows no style attributes. */}
              <svg
                className={ladder.rung}
                width={`${Math.max(1, Number((principal * 100n) / most))}%`}
                height={10}
                aria-hidden="true"
              />
              <span className={ladder.amount}>{formatCents(principal)}</span>
            </td>
            <td>{countOf(notes, 'note')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** When which principal comes due. */
export default showList<typeof loader>(MaturitiesPage)
