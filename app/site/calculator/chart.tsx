import { useId } from 'react'
import { calculator as texts } from '../../../content/calculator.ts'
import { returns as range } from '../../../content/tiers.ts'
import { fromCents } from '../../../rules/number.ts'
import type { Payment, Payout } from '../../../rules/returns.ts'
import { Column, Hatching, PaymentDrawing, Principal, plot } from '../../shell/ui/payment-drawing.tsx'
import style from './chart.module.css'

const height = 224
/** Height of a column at the highest rate; the principal's column is taller. */
const highest = 160
/** Between two columns, as a fraction of a month's width. */
const gap = 0.2

type Props = { schedule: Payment[]; months: number; rate: number; payout: Payout }

/**
 * A chart of the payments. A column's area is the amount: its height is the rate, its width the months of the period,
 * with a dark edge on the payment day. The principal comes last, cut short, because it would be many times taller.
 */
export function PaymentChart({ schedule, months, rate, payout }: Props) {
  const first = schedule[0]
  const last = schedule.at(-1)
  if (!first || !last) return null
  return (
    <div>
      <p className={`apart any-width small ${style.legend}`}>
        <span>
          <b>{fromCents(first.interestCents)}</b> {texts.payout.each[payout]}
        </span>
        <span>
          <b>{fromCents(last.principalCents)}</b> {texts.chart.principal}
        </span>
      </p>
      <Drawing schedule={schedule} months={months} tall={(rate / range.to) * highest} />
      <p className={`apart any-width small ${style.axis}`} aria-hidden="true">
        <span>{texts.chart.start}</span>
        {[months / 2, months].map(month => (
          <span key={month}>
            {texts.chart.month} {month}
          </span>
        ))}
      </p>
      <p className={`fine muted leading-5 above-3 ${style.key}`}>{texts.chart.key}</p>
    </div>
  )
}

function Drawing({ schedule, months, tall }: { schedule: Payment[]; months: number; tall: number }) {
  const id = useId()
  const month = plot / months
  const last = schedule.at(-1)
  return (
    <PaymentDrawing height={height} className={style.drawing}>
      <Hatching id={id} />
      {schedule.map((payment, i) => (
        <Column
          key={payment.month}
          title={titleOf(payment.month, payment.interestCents)}
          from={(schedule[i - 1]?.month ?? 0) * month}
          to={payment.month * month - gap * month}
          top={height - tall}
          height={height}
          fill={`url(#${id})`}
        />
      ))}
      {last && <Principal title={titleOf(last.month, last.principalCents)} height={height} />}
    </PaymentDrawing>
  )
}

function titleOf(month: number, cents: number): string {
  return `${texts.chart.month} ${month}: ${fromCents(cents, true)}`
}
