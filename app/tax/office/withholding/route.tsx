import { href } from 'react-router'
import { formatDay, monthName } from '../../../../rules/days.ts'
import { formatCents } from '../../../../rules/money.ts'
import { countOf } from '../../../../rules/number.ts'
import { yearFrom } from '../../../register/office/address.ts'
import { Figures } from '../../../register/office/figures.tsx'
import { Money } from '../../../register/office/money.tsx'
import style from '../../../register/office/register.module.css'
import { describeReport, ReportPage, ReportRows, YearField } from '../../../register/office/report.tsx'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { holderColumn, moneyColumn } from '../../../shell/office/table-columns.tsx'
import { LastLoaded } from '../../../shell/portal/last-loaded.tsx'
import { loadList, type Shown } from '../../../shell/portal/list-page.tsx'
import type { Refusal } from '../../../shell/portal/refusal.ts'
import { todayOfFund } from '../../../shell/today-of-fund.ts'
import { Badge } from '../../../shell/ui/badge.tsx'
import { Day } from '../../../shell/ui/day.tsx'
import type { Column } from '../../../shell/ui/ledger.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { useNotice } from '../../../shell/ui/notice.tsx'
import { StackedLedger } from '../../../shell/ui/stacked-ledger.tsx'
import { recordDepositCommand, reverseDepositCommand } from '../../deposit.commands.ts'
import type { Deposit, WithheldPayee, WithholdingYear } from '../../server/withholding-year.ts'
import {
  type Form945,
  form945,
  type LiabilityMonth,
  nextDayFrom,
  semiweeklyAbove,
  withReturnBelow,
} from '../../withholding.ts'
import type { Route } from './+types/route'
import { DepositForm, ReverseDeposit } from './deposit-forms.tsx'

/** Loads the tax withheld in a `year`, and its deposits. */
export const loader = loadList({
  view: query => ({ year: yearFrom(query), today: todayOfFund() }),
  read: ({ actor, operations }, { year }) => operations.getWithholding(actor, year),
  none: {
    form: form945(2000, { liabilities: [], deposits: [], lookback: 0n }),
    payees: [],
    deposits: [],
    pending: 0n,
    years: [],
  },
  failed: 'LOAD_TAX_FAILED',
})

/** POST: requests approval of a deposit with the IRS, or of its reversal. */
export const action = commandActions([recordDepositCommand, reverseDepositCommand], {
  redirectTo: () => href('/profile/admin/tax/withholding'),
})

/** What was withheld of interest, by payee and by month, and what of it was deposited with the IRS. */
export default function WithholdingRoute({ loaderData }: Route.ComponentProps) {
  return <LastLoaded<Shown<typeof loader>> loaded={loaderData}>{shown => <WithholdingPage {...shown} />}</LastLoaded>
}

type Props = WithholdingYear & {
  year: number
  today: string
  loadError?: Refusal
}

/** What was withheld in a year, by payee and by month, what of it was deposited, and what Form 945 says of it. */
function WithholdingPage({ year, today, form, payees, deposits, pending, years, loadError }: Props) {
  const notice = useNotice()
  const reversible = deposits.filter(({ isReversed, isRequested }) => !isReversed && !isRequested)
  const hasAny = payees.length > 0 || deposits.length > 0 || form.withheld !== 0n
  const [next] = form.toDeposit
  return (
    <ReportPage
      of={withheldReport}
      title={`Tax withheld in ${year}`}
      count={countOf(payees.length, 'payee')}
      query={{ year: String(year) }}
      loadError={loadError}
      notice={notice}
      isEmpty={!hasAny}
      filters={<YearField year={year} years={years} />}
    >
      <ReportRows
        caption={`Tax withheld in ${year}, by payee`}
        columns={withheldReport.columns}
        rows={payees}
        rowKey={({ holderId }) => holderId}
        empty={{
          title: `No tax was withheld in ${year}`,
          text: 'Payees appear here once a payment is recorded with tax withheld. What is withheld is entered with the payment, on the note’s page.',
        }}
      >
        <Figures
          figures={[
            ['Still to deposit', formatCents(form.balance > 0n ? form.balance : 0n, true)],
            ['Withheld (Form 945, lines 2 and 3)', formatCents(form.withheld, true)],
            ['Deposited (line 4)', formatCents(form.deposited, true)],
            ...(form.balance < 0n ? [['Overpaid (line 6)', formatCents(-form.balance, true)] as const] : []),
            ...(pending > 0n ? [['Deposits pending approval', formatCents(pending, true)] as const] : []),
          ]}
        />
      </ReportRows>
      {hasAny && (
        <section className={style.section} aria-labelledby="months">
          <h2 id="months">Form 945, by month</h2>
          <Rules form={form} today={today} />
          <StackedLedger
            className={style.list}
            caption={`Monthly summary of federal tax liability, ${year} (Form 945, line 7)`}
            columns={monthColumns}
            rows={form.months}
            rowKey={({ month }) => String(month)}
          />
        </section>
      )}
      {hasAny && (
        <section className={style.section} aria-labelledby="deposits">
          <h2 id="deposits">Deposits</h2>
          {deposits.length > 0 && (
            <StackedLedger
              className={style.list}
              caption={`Deposits for ${year}`}
              columns={depositColumns}
              rows={deposits}
              rowKey={({ entryId }) => entryId}
            />
          )}
          <div data-print="no" className={style.section}>
            <h3>Record a deposit</h3>
            <p className={style.about}>
              Deposit with EFTPS first, as Form 945 of {year}. Then record it here: a second person approves it.
            </p>
            <DepositForm
              key={`${year} ${next?.due} ${next?.cents}`}
              year={year}
              today={today}
              proposed={next?.cents ?? 0n}
              onDone={notice.say}
            />
            {reversible.length > 0 && (
              <>
                <h3>Reverse a deposit</h3>
                <p className={style.about}>
                  Where it was recorded by mistake. An entry that mirrors it is added, on its own day.
                </p>
                <ReverseDeposit deposits={reversible} onDone={notice.say} />
              </>
            )}
          </div>
        </section>
      )}
    </ReportPage>
  )
}

/** The deadlines to deposit and file, and their reasons. */
function Rules({ form, today }: { form: Form945; today: string }) {
  const { year, schedule, lookback, toDeposit, nextDay, mayPayWithReturn, isOnTime, due } = form
  const money = (cents: bigint) => formatCents(cents)
  return (
    <>
      {toDeposit.map(({ due, cents }) => (
        <p key={due} className={due < today && !mayPayWithReturn ? style.late : style.about}>
          {formatCents(cents, true)} {due < today ? 'was' : 'is'} to be deposited by {formatDay(due)}.
        </p>
      ))}
      {nextDay.map(day => (
        <p key={day} className={style.about}>
          On {formatDay(day)}, {money(nextDayFrom)} or more was undeposited, so all of it was due on the next business
          day. The rest of the year and the next one are semiweekly.
        </p>
      ))}
      <p className={style.about}>
        {schedule === 'monthly'
          ? `Deposits of ${year} are monthly: by the 15th of the next month, or the next business day.`
          : `Deposits of ${year} are semiweekly: what is withheld from Wednesday to Friday by the next Wednesday, from Saturday to Tuesday by the next Friday.`}{' '}
        Form 945 of {year - 2} had {formatCents(lookback, true)}; above {money(semiweeklyAbove)}, deposits are
        semiweekly. These are what these books have: if Form 945 had more, the IRS goes by that.
        {mayPayWithReturn &&
          ` As long as the year’s total is below ${money(withReturnBelow)}, it may be paid with Form 945 instead.`}
      </p>
      <p className={style.about}>
        Form 945 of {year} is due on {formatDay(due)}
        {isOnTime
          ? ', since all of it was deposited in time.'
          : `; on ${formatDay(form.dueIfOnTime)}, if all is deposited in time.`}{' '}
        Compare it with box 4 of <Link to={href('/profile/admin/tax/forms')}>Form 1099-INT</Link> first.
      </p>
    </>
  )
}

export const withheldReport = describeReport<WithheldPayee, { year: number }>('tax-withheld', {
  at: href('/profile/admin/tax/withholding'),
  saved: ({ year }) => `tax-withheld-in-${year}`,
  requested: query => ({ year: yearFrom(query) }),
  rows: ({ actor, operations }, requested) => operations.exportWithholding(actor, requested),
  totals: ['Interest, before tax', 'Withheld', 'Box 4 of its form'],
  columns: [
    { ...holderColumn<WithheldPayee>(payee => payee), header: 'Payee' },
    moneyColumn('Interest, before tax', payee => payee.interest),
    moneyColumn('Withheld', payee => payee.withheld),
    moneyColumn('Box 4 of its form', payee => payee.boxFour, {
      cell: ({ boxFour, withheld }) =>
        boxFour === null ? (
          'No form yet'
        ) : (
          <>
            <Money cents={boxFour} /> {boxFour !== withheld && <Badge tone="danger">Differs</Badge>}
          </>
        ),
    }),
  ],
})

const monthColumns: Column<LiabilityMonth>[] = [
  { header: 'Month', role: 'title', cell: ({ month }) => monthName(month) },
  { header: 'Withheld', figures: true, cell: ({ withheld }) => <Money cents={withheld} /> },
  { header: 'Deposit by', cell: ({ due }) => (due ? <Day date={due} /> : '–') },
  { header: 'Deposited', figures: true, cell: ({ deposited }) => <Money cents={deposited} /> },
  {
    header: 'Still to deposit',
    figures: true,
    cell: ({ withheld, deposited }) => <Money cents={withheld - deposited} />,
  },
]

const depositColumns: Column<Deposit>[] = [
  { header: 'EFT number', role: 'title', cell: ({ reference }) => reference },
  { header: 'Deposited on', cell: ({ day }) => <Day date={day} /> },
  { header: 'Amount', figures: true, cell: ({ cents }) => <Money cents={cents} /> },
  {
    header: 'State',
    cell: ({ isReversed, isRequested }) =>
      isReversed ? (
        <Badge tone="warning">Reversed</Badge>
      ) : isRequested ? (
        <Badge>Reversal pending approval</Badge>
      ) : (
        'Made'
      ),
  },
]
