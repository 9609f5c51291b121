import { useId } from 'react'
import { calculator } from '../../../../content/calculator.ts'
import { returns } from '../../../../content/tiers.ts'
import { restDayWords } from '../../../../rules/business-days.ts'
import { formatDay } from '../../../../rules/days.ts'
import { formatCents, formatRate } from '../../../../rules/money.ts'
import { Column, DrawingAxis, Hatching, PaymentDrawing, Principal, plot } from '../../../shell/ui/payment-drawing.tsx'
import { Day } from '../days.tsx'
import style from './choice.module.css'
import type { Future } from './future.ts'

/** Height of the drawing, and of a column at the highest rate of all tiers, px. */
const height = 84
const highest = 60

/** Between two columns, as a fraction of a payment's width. */
const gap = 0.2

/** A renewal's payments and their days: the largest figure is each payment. */
export function FutureFigures({ future: { terms, first, last, interestCents } }: { future: Future }) {
  return (
    <>
      <p className={`display above-1 ${style.figure}`}>
        {formatCents(first.interestCents)} <span>{calculator.payout.each[terms.payout]}</span>
      </p>
      <p>
        {formatRate(terms.rateBp)} a year on {formatCents(terms.principalCents)}, until <Day day={last.due} />.
      </p>
      <p className="quiet leading-5">
        First payment <Day day={first.pay} />. Total interest {formatCents(interestCents)}. Principal repaid{' '}
        <Day day={last.pay} />
        {last.pay !== last.due && ` (${restDayWords(last.due)})`}.
      </p>
    </>
  )
}

/**
 * The future payments, drawn as in the calculator: hatched, each as tall as the rate and as wide as its period; the
 * principal last, in brass.
 */
export function FutureDrawing({ future: { terms, lines, first, last } }: { future: Future }) {
  const id = useId()
  const total = lines.reduce((sum, { days }) => sum + days, 0)
  const top = height - (terms.rateBp / (returns.to * 100)) * highest
  let days = 0
  return (
    <div className={style.drawing}>
      <PaymentDrawing height={height} className={style.columns}>
        <Hatching id={id} />
        {lines.map(line => {
          const from = (days / total) * plot
          days += line.days
          const to = ((days - gap * line.days) / total) * plot
          return (
            <Column
              key={line.n}
              title={titleOf(line.pay, line.interestCents)}
              from={from}
              to={to}
              top={top}
              height={height}
              fill={`url(#${id})`}
            />
          )
        })}
        <Principal title={titleOf(last.pay, last.principalCents)} height={height} />
      </PaymentDrawing>
      <DrawingAxis from={formatDay(first.start)} to={formatDay(last.due)} />
    </div>
  )
}

function titleOf(day: string, cents: bigint): string {
  return `${formatDay(day)}: ${formatCents(cents, true)}`
}
