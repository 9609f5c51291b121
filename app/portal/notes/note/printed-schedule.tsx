import { paymentStateWords } from '../../../../rules/holdings.ts'
import { formatCents } from '../../../../rules/notes/money.ts'
import type { OwnPayment } from '../../../../server/holdings/note-facts.ts'
import { Day } from '../days.tsx'
import style from './certificate.module.css'

type Props = { payments: readonly OwnPayment[]; withoutSums: boolean }

/** Every payment in print, in two columns: day, amount and state; principal on its own line. */
export function PrintedSchedule({ payments, withoutSums }: Props) {
  const lines = payments.flatMap(payment => [
    { payment, cents: payment.interestCents, what: '' },
    { payment, cents: payment.principalCents, what: 'Principal: ' },
  ])
  return (
    <ol className={style.schedule}>
      {lines
        .filter(({ cents }) => cents > 0n)
        .map(({ payment, cents, what }) => (
          <li key={`${what}${payment.n}`}>
            <Day day={payment.payDate} />
            <span className={style.cents}>{!withoutSums && formatCents(cents, true)}</span>
            <span>
              {what}
              {stateOf(payment, withoutSums)}
            </span>
          </li>
        ))}
    </ol>
  )
}

function stateOf({ state, settledCents, paidOn, payDate }: OwnPayment, withoutSums: boolean) {
  if (state === 'part' && !withoutSums) return `${paymentStateWords.part}: ${formatCents(settledCents)}`
  return (
    <>
      {paymentStateWords[state]}
      {paidOn && paidOn !== payDate && (
        <>
          {' '}
          <Day day={paidOn} />
        </>
      )}
    </>
  )
}
