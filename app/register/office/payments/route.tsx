import { href } from 'react-router'
import { formatDay } from '../../../../rules/days.ts'
import { formatCents } from '../../../../rules/money.ts'
import { countOf } from '../../../../rules/number.ts'
import { withQuery } from '../../../../rules/url.ts'
import { ChoiceField, SearchField } from '../../../shell/office/search-form.tsx'
import { loadList, type Shown, showList } from '../../../shell/portal/list-page.tsx'
import { pageNumber } from '../../../shell/portal/list-place.ts'
import { todayOfFund } from '../../../shell/today-of-fund.ts'
import { Banner } from '../../../shell/ui/banner.tsx'
import type { Column } from '../../../shell/ui/ledger.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { StackedLedger } from '../../../shell/ui/stacked-ledger.tsx'
import { registeredPerPage, registeredViews } from '../../payment-register.ts'
import type { PaymentTies } from '../../server/payment-register.ts'
import { paymentsFrom } from '../address.ts'
import { Figures } from '../figures.tsx'
import { Money } from '../money.tsx'
import style from '../register.module.css'
import { ReportPage, ReportRows, YearField } from '../report.tsx'
import { holderPaymentsReport, paymentsReport } from './payments-tables.tsx'

const nothing = { interest: 0n, principal: 0n, total: 0n, withheld: 0n }

/** Loads a year's payments; the query has the `year`, the search `q`, the `view`, and `page`, from 1. */
export const loader = loadList({
  view: query => ({ ...paymentsFrom(query), page: pageNumber(query), today: todayOfFund() }),
  read: async ({ actor, operations }, { year, search, view, page }) => {
    const place = { year, search, page: page - 1 }
    if (view === 'payments') return { ...(await operations.getPaymentRegister(actor, place)), holders: [] }
    const [{ holders, total }, register] = await Promise.all([
      operations.getPaymentsByHolder(actor, place),
      operations.getPaymentRegister(actor, { ...place, page: 0, size: 0 }),
    ])
    return { ...register, holders, total }
  },
  none: {
    payments: [],
    holders: [],
    total: 0,
    totals: { payment: nothing, return: nothing, correction: nothing, all: nothing, boxOne: 0n },
    ties: null,
    years: [],
  },
  failed: 'LOAD_REGISTER_FAILED',
})

/** Every payment of a calendar year with returns and corrections, by holder, and how they tie to the other reports. */
function PaymentsPage(shown: Shown<typeof loader>) {
  const { year, search, view, page, today, payments, holders, total, totals, ties, years, loadError } = shown
  const isEach = view === 'payments'
  const query = { year: String(year), q: search || undefined, view: isEach ? undefined : view }
  const common = {
    caption: `Payments in ${year}, ${registeredViews[view].toLowerCase()}`,
    pages: { label: 'payments', page, total, size: registeredPerPage },
    empty: {
      title: search ? 'No payments found' : `Nothing was paid in ${year}`,
      text: 'Payments appear here in the year in which they were made, with what came back or was corrected in it.',
    },
  }
  return (
    <ReportPage
      of={isEach ? paymentsReport : holderPaymentsReport}
      title={`Payments in ${year}`}
      count={isEach ? countOf(total, 'entry', 'entries') : countOf(total, 'holder')}
      query={query}
      loadError={loadError}
      isEmpty={total === 0}
      values={{ ...query, view }}
      filters={
        <>
          <YearField year={year} years={years} />
          <SearchField className={style.wide} label="Find" placeholder="Holder or note" />
          <ChoiceField label="List" name="view" options={registeredViews} />
        </>
      }
    >
      {isEach ? (
        <ReportRows {...common} columns={paymentsReport.columns} rows={payments} />
      ) : (
        <ReportRows
          {...common}
          columns={holderPaymentsReport.columns}
          rows={holders}
          rowKey={({ holderId }) => holderId}
        />
      )}
      {total > 0 && (
        <Figures
          figures={[
            ['Total paid', formatCents(totals.all.total, true)],
            ['Interest', formatCents(totals.all.interest, true)],
            ['Principal', formatCents(totals.all.principal, true)],
            ['Box 1', formatCents(totals.boxOne, true)],
            ...(totals.all.withheld === 0n ? [] : [['Tax withheld', formatCents(totals.all.withheld, true)] as const]),
          ]}
        />
      )}
      {ties && total > 0 && <Ties year={year} today={today} ties={ties} />}
      {total > 0 && (
        <p className={style.about}>
          By the day of the payment, the return or the correction: {formatCents(totals.payment.total, true)} paid,{' '}
          {formatCents(totals.return.total, true)} returned, {formatCents(totals.correction.total, true)} corrected.
          What came back in {year} is taken off {year}, of whichever year the payment was. Interest of IRAs,
          corporations and other exempt payees is in no box of Form 1099-INT.
        </p>
      )}
    </ReportPage>
  )
}

interface TieRow {
  what: string
  interest: bigint | null
  principal: bigint | null
}

/** The sums of the register, from the day of the payment to the day in the books, and from one trial balance to the next. */
function Ties({ year, today, ties }: { year: number; today: string; ties: PaymentTies }) {
  const { interestPaid, interest, principal } = ties
  const end = `${year}-12-31`
  const ofReport = interest.paid - interestPaid
  const differs = [ofReport, interest.difference, principal.difference].some(cents => cents !== 0n)
  const row = (what: string, part: 'paid' | 'earlier' | 'booked' | 'opening' | 'added' | 'closing' | 'difference') => ({
    ...{ what, interest: interest[part], principal: principal[part] },
  })
  const lines: TieRow[] = [
    row('Paid in the year, as listed', 'paid'),
    { what: 'Difference from “Interest paid”', interest: ofReport, principal: null },
    { what: 'Of it, booked in a later year', interest: -interest.later, principal: -principal.later },
    row('Of earlier years, booked in this one', 'earlier'),
    row('Paid, by the day in the books', 'booked'),
    row(`Owed on Dec 31, ${year - 1}, by the trial balance`, 'opening'),
    row('Interest that fell due (5010); principal received, renewed or transferred', 'added'),
    { what: 'Paid, by the day in the books', interest: -interest.booked, principal: -principal.booked },
    row(`Owed on ${formatDay(end < today ? end : today)}, by the trial balance`, 'closing'),
    row('Difference', 'difference'),
  ]
  return (
    <section className={style.section} aria-labelledby="ties">
      <h2 id="ties">Tie to the books</h2>
      {differs ? (
        <Banner>
          The payments don’t add up to the other reports. Don’t use these figures: ask the person who runs the server to
          verify the ledger.
        </Banner>
      ) : (
        <p className={style.about}>
          The payments are those of{' '}
          <Link to={withQuery(href('/profile/admin/register/interest'), { year: String(year) })}>Interest paid</Link>,
          and lead from one{' '}
          <Link to={withQuery(href('/profile/admin/register/balance'), { on: end })}>trial balance</Link> to the next.
        </p>
      )}
      <StackedLedger
        className={style.list}
        caption={`Payments in ${year} and the trial balance`}
        columns={tieColumns}
        rows={lines.map((line, at) => ({ ...line, key: String(at) }))}
        rowKey={({ key }) => key}
      />
    </section>
  )
}

const tieColumns: Column<TieRow & { key: string }>[] = [
  { header: 'Figure', role: 'title', cell: ({ what }) => what },
  {
    header: 'Interest (2020, 2040)',
    figures: true,
    cell: ({ interest }) => <Money cents={interest} />,
  },
  { header: 'Principal (2010)', figures: true, cell: ({ principal }) => <Money cents={principal} /> },
]

/** The payments of a year. */
export default showList<typeof loader>(PaymentsPage)
