import { href } from 'react-router'
import { formatDay } from '../../../../rules/days.ts'
import rows from '../../../shell/office/rows.module.css'
import { countColumn, holderColumn, moneyColumn } from '../../../shell/office/table-columns.tsx'
import { classes } from '../../../shell/ui/classes.ts'
import { Day } from '../../../shell/ui/day.tsx'
import { leftOutReasons } from '../../../tax/form-1099-int.ts'
import { boxesOf, registeredKinds, registeredStates } from '../../payment-register.ts'
import type { PaidHolder } from '../../server/payment-register.ts'
import { paymentsFrom } from '../address.ts'
import { Money } from '../money.tsx'
import { NoteName } from '../register-columns.tsx'
import { defineReport } from '../report.tsx'

const at = href('/profile/admin/register/payments')

/** @returns the year and the search in an address */
function requested(query: URLSearchParams) {
  const { year, search } = paymentsFrom(query)
  return { year, search }
}

const ofPayment = ({ holderId, holder, holderNumber }: PaidHolder) => ({ holderId, name: holder, number: holderNumber })

/** A year's payments, each with its returns and corrections. */
export const paymentsReport = defineReport('payments', {
  at,
  saved: ({ year }) => `payments-in-${year}`,
  requested,
  totals: ['Interest', 'Principal', 'Total', 'Tax withheld', 'Paid out'],
  columns: [
    holderColumn(ofPayment),
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
  ],
})

/** What each holder was paid in a year. */
export const holderPaymentsReport = defineReport('payments-by-holder', {
  at,
  saved: ({ year }) => `payments-by-holder-in-${year}`,
  requested,
  totals: ['Interest', 'Principal', 'Total', 'Tax withheld', 'Box 1'],
  columns: [
    holderColumn(ofPayment),
    countColumn('Payments', holder => holder.payments),
    moneyColumn('Interest', holder => holder.interest),
    moneyColumn('Principal', holder => holder.principal),
    moneyColumn('Total', holder => holder.total),
    moneyColumn('Tax withheld', holder => holder.withheld, { className: rows.wide }),
    moneyColumn('Box 1', holder => holder.boxOne, {
      csv: { 'Why no form': ({ exempt }) => exempt && leftOutReasons[exempt] },
    }),
  ],
})
