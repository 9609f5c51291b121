import { formatCents } from '../../../rules/money.ts'
import type { HeldSummary } from '../../lists/server/held-summary.ts'
import { Day } from '../ui/day.tsx'
import rows from './rows.module.css'

type Props = { of: HeldSummary | undefined }

/** A person's outstanding balance, in a table; nothing without notes. */
export function Held({ of }: Props) {
  if (!of?.notes) return null
  return (
    <span className={rows.amount}>
      {formatCents(of.held)}
      <small className="quiet">{of.notes === 1 ? '1 note' : `${of.notes} notes`}</small>
    </span>
  )
}

/** Their next payment: amount and day. */
export function NextPaid({ of }: Props) {
  if (!of?.next) return null
  return (
    <span className={rows.amount}>
      {formatCents(of.next.cents)}
      <small className="quiet">
        <Day date={of.next.day} />
      </small>
    </span>
  )
}
