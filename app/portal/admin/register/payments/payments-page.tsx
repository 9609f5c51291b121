import { href } from 'react-router'
import { formatDay } from '../../../../../rules/notes/days.ts'
import { formatCents } from '../../../../../rules/notes/money.ts'
import { countOf } from '../../../../../rules/number.ts'
import { type RegisteredView, registeredPerPage, registeredViews } from '../../../../../rules/payment-register.ts'
import { withQuery } from '../../../../../rules/url.ts'
import type {
  getPaymentRegister,
  HolderPayments,
  PaymentTies,
} from '../../../../../server/register/payment-register.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { classes } from '../../../../ui/classes.ts'
import type { Column } from '../../../../ui/ledger.tsx'
import { Link } from '../../../../ui/link.tsx'
import { PrintButton } from '../../../../ui/print-button.tsx'
import { StackedLedger } from '../../../../ui/stacked-ledger.tsx'
import type { Refusal } from '../../../refusal.ts'
import { AdminList, ExportCsv, Filters, Rows } from '../../admin-list.tsx'
import rows from '../../rows.module.css'
import { ChoiceField, SearchField } from '../../search-form.tsx'
import { Figures } from '../figures.tsx'
import { Money } from '../money.tsx'
import style from '../register.module.css'
import { holderPaymentsTable, paymentsTable } from './payments-tables.tsx'

type Props = Awaited<ReturnType<typeof getPaymentRegister>> & {
  year: number
  search: string
  view: RegisteredView
  page: number
  today: string
  holders: HolderPayments[]
  loadError?: Refusal
}

/** Every payment of a calendar year with what came back or was corrected, by holder, and how they tie to the other reports. */
export function PaymentsPage({
  year,
  search,
  view,
  page,
  today,
  payments,
  holders,
  totals,
  ties,
  years,
  ...list
}: Props) {
  const { total, loadError } = list
  const choices = [...new Set([year, ...years])].toSorted((one, other) => other - one).map(String)
  const query = { year: String(year), q: search || undefined, view: view === 'payments' ? undefined : view }
  const file = view === 'payments' ? 'payments.csv' : 'payments-by-holder.csv'
  const common = {
    className: classes(style.list, rows.rows),
    caption: `Payments in ${year}, ${registeredViews[view].toLowerCase()}`,
    pages: { label: 'payments', page, total, size: registeredPerPage },
    empty: {
      title: search ? 'No payments found' : `Nothing was paid in ${year}`,
      text: 'Payments appear here in the year in which they were made, with what came back or was corrected in it.',
    },
  }
  return (
    <AdminList
      className={style.page}
      title={`Payments in ${year}`}
      count={view === 'payments' ? countOf(total, 'entry', 'entries') : countOf(total, 'holder')}
      at={href('/profile/admin/register/payments')}
      query={query}
      loadError={loadError}
      tools={
        total > 0 && (
          <>
            <PrintButton />
            <ExportCsv at={href('/profile/register/:file', { file })} />
          </>
        )
      }
    >
      <Filters className={style.search} values={{ ...query, view }} data-print="no">
        <ChoiceField label="Year" name="year" options={choices} />
        <SearchField className={style.wide} label="Find" placeholder="Holder or note" />
        <ChoiceField label="List" name="view" options={registeredViews} />
      </Filters>
      {view === 'payments' ? (
        <Rows {...common} columns={paymentsTable.columns} rows={payments} />
      ) : (
        <Rows {...common} columns={holderPaymentsTable.columns} rows={holders} rowKey={({ holderId }) => holderId} />
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
    </AdminList>
  )
}

interface TieRow {
  what: string
  interest: bigint | null
  principal: bigint | null
}

/** The sums of the register, from the day of the payment to the day in the books, and from one trial balance to the next. */
function Ties({ year, today, ties }: Pick<Props, 'year' | 'today'> & { ties: PaymentTies }) {
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
