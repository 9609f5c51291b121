import { href } from 'react-router'
import { formatDay } from '../../../../rules/days.ts'
import { formatCents, sumCents } from '../../../../rules/money.ts'
import { countOf } from '../../../../rules/number.ts'
import { withQuery } from '../../../../rules/url.ts'
import rows from '../../../shell/office/rows.module.css'
import { countColumn, moneyColumn } from '../../../shell/office/table-columns.tsx'
import { loadList, type Shown, showList } from '../../../shell/portal/list-page.tsx'
import { Banner } from '../../../shell/ui/banner.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { classes } from '../../../shell/ui/classes.ts'
import { StackedLedger } from '../../../shell/ui/stacked-ledger.tsx'
import { monthInWords } from '../../periods.ts'
import type { RollForward } from '../../server/roll-forward.ts'
import { yearFrom } from '../address.ts'
import { Figures } from '../figures.tsx'
import { Money } from '../money.tsx'
import style from '../register.module.css'
import { defineReport, fileOf, ReportPage, ReportRows, YearField } from '../report.tsx'

export const rollForwardReport = defineReport('roll-forward', {
  at: href('/profile/admin/register/roll-forward'),
  saved: ({ year }) => `notes-payable-in-${year}`,
  requested: query => ({ year: yearFrom(query) }),
  columns: [
    {
      header: 'Month',
      role: 'title',
      cell: ({ month }) => monthInWords(month),
      csv: { Month: each => each.month, 'Through the end of': each => each.to },
    },
    moneyColumn('Opening', each => each.opening),
    moneyColumn('New notes', each => each.funds),
    {
      header: 'Renewed',
      figures: true,
      className: rows.desk,
      cell: ({ renewedIn, renewedOut }) => <InAndOut into={renewedIn} out={renewedOut} />,
      csv: { 'Renewed, new notes': each => each.renewedIn, 'Renewed, old notes': each => each.renewedOut },
    },
    {
      header: 'Transferred',
      figures: true,
      className: rows.wide,
      cell: ({ transferredIn, transferredOut }) => <InAndOut into={transferredIn} out={transferredOut} />,
      csv: {
        'Transferred to new holders': each => each.transferredIn,
        'Transferred from old holders': each => each.transferredOut,
      },
    },
    moneyColumn('Repaid', each => each.repaid),
    moneyColumn('Returned', each => each.returned, { className: rows.wide }),
    moneyColumn('Corrections', each => each.corrected, { className: rows.wide }),
    {
      header: 'Closing',
      figures: true,
      cell: ({ closing, ledger }) => (
        <span className={classes(closing !== ledger && style.late)}>
          <Money cents={closing} />
        </span>
      ),
      csv: {
        Closing: each => each.closing,
        'Account 2010': each => each.ledger,
        Difference: ({ closing, ledger }) => closing - ledger,
      },
    },
  ],
})

export const maturingReport = defineReport('principal-by-year', {
  at: href('/profile/admin/register/roll-forward'),
  saved: ({ year }) => `principal-due-after-${year}`,
  requested: query => ({ year: yearFrom(query) }),
  totals: ['Principal'],
  columns: [
    {
      header: 'Due in',
      role: 'title',
      cell: ({ year }) => year ?? 'Matured, unpaid',
      csv: { 'Due in': ({ year }) => year ?? 'Matured, unpaid' },
    },
    countColumn('Notes', each => each.notes),
    moneyColumn('Principal', each => each.principal),
  ],
})

/** Loads notes payable by month; the query has the `year`. */
export const loader = loadList({
  view: query => ({ year: yearFrom(query) }),
  read: ({ actor, operations }, { year }) => operations.getRollForward(actor, { year }),
  none: { months: [], through: '', maturities: [], years: [] },
  failed: 'LOAD_REGISTER_FAILED',
})

/** Account 2010 from month to month of a year, by what changed it, and what of it falls due in which year. */
function RollForwardPage({ year, months, through, maturities, years, loadError }: Shown<typeof loader>) {
  const sumOf = (part: 'funds' | 'repaid' | 'returned') => sumCents(months.map(month => month[part]))
  const [first, last] = [months[0], months.at(-1)]
  const differing = months.filter(({ closing, ledger }) => closing !== ledger)
  return (
    <ReportPage
      of={rollForwardReport}
      title={`Notes payable in ${year}`}
      count={countOf(months.length, 'month')}
      query={{ year: String(year) }}
      loadError={loadError}
      isEmpty={months.length === 0}
      filters={<YearField year={year} years={years} />}
    >
      <ReportRows
        caption={`Notes payable by month of ${year}`}
        columns={rollForwardReport.columns}
        rows={months}
        rowKey={({ month }) => month}
        empty={{ title: `${year} has no months yet`, text: 'Choose a year that has begun.' }}
      >
        <Figures
          alike
          figures={[
            ['Opening', formatCents(first?.opening ?? 0n, true)],
            ['New notes', formatCents(sumOf('funds'), true)],
            ['Repaid, less returned', formatCents(sumOf('repaid') + sumOf('returned'), true)],
            ['Closing', formatCents(last?.closing ?? 0n, true)],
          ]}
        />
        {differing.length > 0 && (
          <Banner>
            The months don’t add up to account 2010 of the trial balance. Don’t use these figures: ask the person who
            runs the server to verify the ledger.
          </Banner>
        )}
      </ReportRows>
      {months.length > 0 && differing.length === 0 && (
        <p className={style.about}>
          By the day in the books: what is recorded of a month whose statements have been released is in the month in
          which it was booked. Each closing balance is account 2010 of the trial balance of that day.
        </p>
      )}
      {maturities.length > 0 && <Maturities year={year} through={through} maturities={maturities} />}
    </ReportPage>
  )
}

function Maturities({ year, through, maturities }: { year: number } & Pick<RollForward, 'through' | 'maturities'>) {
  return (
    <section className={style.section} aria-labelledby="maturities">
      <h2 id="maturities">Principal by year of maturity</h2>
      <p className={style.about}>
        What was owed at the end of {formatDay(through)},{' '}
        {formatCents(sumCents(maturities.map(each => each.principal)), true)} in all, by the year in which it falls due.
        A note that its holder may renew is in the year of its own maturity.
      </p>
      <StackedLedger
        className={style.list}
        caption={`Principal at the end of ${formatDay(through)}, by year of maturity`}
        columns={maturingReport.columns}
        rows={maturities}
        rowKey={({ year: due }) => String(due)}
      />
      <div className="cluster center gap-3-4" data-print="no">
        <Button size="small" href={withQuery(fileOf(maturingReport.file), { year: String(year) })}>
          Export maturities
        </Button>
      </div>
    </section>
  )
}

/** What came in and what went out in a month: of renewals, and of transfers but over a month's end, the same. */
function InAndOut({ into, out }: { into: bigint; out: bigint }) {
  return (
    <>
      <Money cents={into} />
      {out !== 0n && (
        <span className={rows.fact}>
          <Money cents={out} />
        </span>
      )}
    </>
  )
}

/** Notes payable, from month to month. */
export default showList<typeof loader>(RollForwardPage)
