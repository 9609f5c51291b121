import { href } from 'react-router'
import { formatDay } from '../../../../../rules/notes/days.ts'
import { grouped } from '../../../../../rules/number.ts'
import { boxesOf, registeredKinds, registeredStates } from '../../../../../rules/payment-register.ts'
import { leftOutReasons } from '../../../../../rules/tax/returns.ts'
import type { HolderPayments, PaidHolder, RegisteredPayment } from '../../../../../server/register/payment-register.ts'
import { classes } from '../../../../ui/classes.ts'
import { Day } from '../../../../ui/day.tsx'
import { Link } from '../../../../ui/link.tsx'
import { defineTable } from '../../define-table.ts'
import rows from '../../rows.module.css'
import { Money } from '../money.tsx'
import { NoteName } from '../register-columns.tsx'

/** A year's payments, each with what became of it. */
export const paymentsTable = defineTable<RegisteredPayment>([
  {
    key: 'holder',
    header: 'Holder',
    role: 'title',
    className: rows.grows,
    cell: payment => <HolderName of={payment} />,
    csv: { Holder: payment => payment.holder, 'Holder number': payment => payment.holderNumber },
  },
  {
    key: 'day',
    header: 'Date',
    cell: ({ day, bookedOn }) => (
      <>
        <Day date={day} />
        {bookedOn !== day && <span className={rows.fact}>booked {formatDay(bookedOn)}</span>}
      </>
    ),
    csv: { Date: payment => payment.day, Booked: payment => payment.bookedOn },
  },
  {
    key: 'note',
    header: 'Note',
    cell: ({ noteId, note }) => <NoteName id={noteId} number={note} />,
    csv: { Note: payment => payment.note },
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ kind, state, undoneOn }) => (
      <>
        {state ? registeredStates[state] : registeredKinds[kind]}
        {undoneOn && <span className={rows.fact}>{formatDay(undoneOn)}</span>}
      </>
    ),
    csv: {
      Kind: ({ kind }) => registeredKinds[kind],
      State: ({ state }) => state && registeredStates[state],
      'Returned or corrected': payment => payment.undoneOn,
    },
  },
  {
    key: 'interest',
    header: 'Interest',
    figures: true,
    cell: ({ interest }) => <Money cents={interest} />,
    csv: { Interest: payment => payment.interest },
  },
  {
    key: 'principal',
    header: 'Principal',
    figures: true,
    cell: ({ principal }) => <Money cents={principal} />,
    csv: { Principal: payment => payment.principal },
  },
  {
    key: 'total',
    header: 'Total',
    figures: true,
    cell: ({ total, withheld }) => (
      <>
        <Money cents={total} />
        {withheld !== 0n && (
          <span className={rows.fact}>
            withheld <Money cents={withheld} />
          </span>
        )}
      </>
    ),
    csv: {
      Total: payment => payment.total,
      'Tax withheld': payment => payment.withheld,
      'Paid out': ({ total, withheld }) => total - withheld,
    },
  },
  {
    key: 'box',
    header: '1099-INT',
    className: rows.wide,
    cell: payment => (boxesOf(payment) ? `Box ${boxesOf(payment)}` : 'None'),
    csv: {
      'Box of Form 1099-INT': boxesOf,
      'Why no form': ({ exempt }) => exempt && leftOutReasons[exempt],
    },
  },
  {
    key: 'reference',
    header: 'Bank reference',
    className: classes(rows.grows, rows.little, rows.desk),
    cell: ({ reference }) => reference,
    csv: { 'Bank reference': payment => payment.reference },
  },
])

/** What each holder was paid in a year. */
export const holderPaymentsTable = defineTable<HolderPayments>([
  {
    key: 'holder',
    header: 'Holder',
    role: 'title',
    className: rows.grows,
    cell: payments => <HolderName of={payments} />,
    csv: { Holder: payments => payments.holder, 'Holder number': payments => payments.holderNumber },
  },
  {
    key: 'payments',
    header: 'Payments',
    figures: true,
    cell: ({ payments }) => grouped(payments),
    csv: { Payments: holder => holder.payments },
  },
  {
    key: 'interest',
    header: 'Interest',
    figures: true,
    cell: ({ interest }) => <Money cents={interest} />,
    csv: { Interest: holder => holder.interest },
  },
  {
    key: 'principal',
    header: 'Principal',
    figures: true,
    cell: ({ principal }) => <Money cents={principal} />,
    csv: { Principal: holder => holder.principal },
  },
  {
    key: 'total',
    header: 'Total',
    figures: true,
    cell: ({ total }) => <Money cents={total} />,
    csv: { Total: holder => holder.total },
  },
  {
    key: 'withheld',
    header: 'Tax withheld',
    figures: true,
    className: rows.wide,
    cell: ({ withheld }) => <Money cents={withheld} />,
    csv: { 'Tax withheld': holder => holder.withheld },
  },
  {
    key: 'box',
    header: 'Box 1',
    figures: true,
    cell: ({ boxOne }) => <Money cents={boxOne} />,
    csv: { 'Box 1': holder => holder.boxOne, 'Why no form': ({ exempt }) => exempt && leftOutReasons[exempt] },
  },
])

function HolderName({ of: { holderId, holder, holderNumber } }: { of: PaidHolder }) {
  return (
    <>
      <Link to={href('/profile/admin/holders/:id', { id: holderId })}>{holder}</Link>
      <span className={rows.fact}>{holderNumber}</span>
    </>
  )
}
