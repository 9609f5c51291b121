import { href } from 'react-router'
import { formatDay } from '../../../../../rules/notes/days.ts'
import { boxesOf, registeredKinds, registeredStates } from '../../../../../rules/payment-register.ts'
import { leftOutReasons } from '../../../../../rules/tax/returns.ts'
import type { HolderPayments, PaidHolder, RegisteredPayment } from '../../../../../server/register/payment-register.ts'
import { classes } from '../../../../ui/classes.ts'
import { Day } from '../../../../ui/day.tsx'
import { Link } from '../../../../ui/link.tsx'
import { defineTable } from '../../define-table.ts'
import rows from '../../rows.module.css'
import { countColumn, moneyColumn } from '../../table-columns.tsx'
import { Money } from '../money.tsx'
import { NoteName } from '../register-columns.tsx'

/** A year's payments, each with what became of it. */
export const paymentsTable = defineTable<RegisteredPayment>([
  {
    header: 'Holder',
    role: 'title',
    className: rows.grows,
    cell: payment => <HolderName of={payment} />,
    csv: { Holder: payment => payment.holder, 'Holder number': payment => payment.holderNumber },
  },
  {
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
    header: 'Note',
    cell: ({ noteId, note }) => <NoteName id={noteId} number={note} />,
    csv: { Note: payment => payment.note },
  },
  {
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
  moneyColumn('Interest', payment => payment.interest),
  moneyColumn('Principal', payment => payment.principal),
  {
    header: 'Total',
    figures: true,
    cell: ({ total, withheld, wireFee }) => (
      <>
        <Money cents={total} />
        {withheld !== 0n && (
          <span className={rows.fact}>
            withheld <Money cents={withheld} />
          </span>
        )}
        {wireFee > 0n && (
          <span className={rows.fact}>
            wire fee <Money cents={wireFee} />
          </span>
        )}
      </>
    ),
    csv: {
      Total: payment => payment.total,
      'Tax withheld': payment => payment.withheld,
      'Paid out': ({ total, withheld }) => total - withheld,
      'Wire fee': payment => payment.wireFee,
    },
  },
  {
    header: '1099-INT',
    className: rows.wide,
    cell: payment => (boxesOf(payment) ? `Box ${boxesOf(payment)}` : 'None'),
    csv: {
      'Box of Form 1099-INT': boxesOf,
      'Why no form': ({ exempt }) => exempt && leftOutReasons[exempt],
    },
  },
  {
    header: 'Bank reference',
    className: classes(rows.grows, rows.little, rows.desk),
    cell: ({ reference }) => reference,
    csv: { 'Bank reference': payment => payment.reference },
  },
])

/** What each holder was paid in a year. */
export const holderPaymentsTable = defineTable<HolderPayments>([
  {
    header: 'Holder',
    role: 'title',
    className: rows.grows,
    cell: payments => <HolderName of={payments} />,
    csv: { Holder: payments => payments.holder, 'Holder number': payments => payments.holderNumber },
  },
  countColumn('Payments', holder => holder.payments),
  moneyColumn('Interest', holder => holder.interest),
  moneyColumn('Principal', holder => holder.principal),
  moneyColumn('Total', holder => holder.total),
  moneyColumn('Tax withheld', holder => holder.withheld, { className: rows.wide }),
  moneyColumn('Box 1', holder => holder.boxOne, {
    csv: { 'Why no form': ({ exempt }) => exempt && leftOutReasons[exempt] },
  }),
])

function HolderName({ of: { holderId, holder, holderNumber } }: { of: PaidHolder }) {
  return (
    <>
      <Link to={href('/profile/admin/holders/:id', { id: holderId })}>{holder}</Link>
      <span className={rows.fact}>{holderNumber}</span>
    </>
  )
}
