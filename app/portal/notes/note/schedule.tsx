import { paymentStateWords } from '../../../../rules/holdings.ts'
import { formatCents } from '../../../../rules/notes/money.ts'
import type { OwnPayment } from '../../../../server/holdings/note-facts.ts'
import { classes } from '../../../ui/classes.ts'
import type { Column } from '../../../ui/ledger.tsx'
import { StackedLedger } from '../../../ui/stacked-ledger.tsx'
import { Day } from '../days.tsx'
import style from './note-page.module.css'
import table from './note-tables.module.css'

const columns: Column<OwnPayment>[] = [
  { header: 'Pay date', role: 'title', cell: ({ payDate }) => <Day day={payDate} /> },
  {
    header: 'Interest from',
    cell: ({ startDate, days, isStub }) => (
      <>
        <Day day={startDate} />
        <span className={style.quiet}>
          , {days} days{isStub && ', part of a period'}
        </span>
      </>
    ),
  },
  { header: 'Interest', figures: true, cell: ({ interestCents }) => formatCents(interestCents, true) },
  {
    header: 'Principal',
    figures: true,
    cell: ({ principalCents }) => (principalCents > 0n ? formatCents(principalCents, true) : ''),
  },
  {
    header: 'State',
    cell: payment => (
      <span className={classes(isLate(payment) && style.late, payment.state === 'scheduled' && style.quiet)}>
        {paymentStateWords[payment.state]}
        {payment.state === 'part' && `: ${formatCents(payment.settledCents)}`}
        {payment.paidOn && (
          <>
            {' '}
            <Day day={payment.paidOn} />
          </>
        )}
        {payment.withheldCents > 0n && (
          <span className={style.quiet}>
            , {formatCents(payment.settledCents - payment.withheldCents, true)} to you and{' '}
            {formatCents(payment.withheldCents, true)} withheld for tax
          </span>
        )}
      </span>
    ),
  },
]

function isLate({ state }: OwnPayment): boolean {
  return state === 'unrecorded' || state === 'returned' || state === 'corrected'
}

export function Schedule({ payments }: { payments: readonly OwnPayment[] }) {
  return (
    <StackedLedger
      caption="Payments by pay date"
      columns={columns}
      rows={payments}
      rowKey={({ n }) => String(n)}
      className={`small ${table.schedule}`}
    />
  )
}
