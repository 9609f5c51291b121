import { formatCents } from '../../../../rules/money.ts'
import { classes } from '../../../shell/ui/classes.ts'
import type { Column } from '../../../shell/ui/ledger.tsx'
import { StackedLedger } from '../../../shell/ui/stacked-ledger.tsx'
import { paymentStateWords } from '../../holdings.ts'
import type { OwnPayment } from '../../server/note-facts.ts'
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
