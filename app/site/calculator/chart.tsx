import { useId } from 'react'
import { calculator as texts } from '../../../content/calculator.ts'
import { returns as range } from '../../../content/tiers.ts'
import { fromCents } from '../../../rules/number.ts'
import type { Payment, Payout } from '../../../rules/returns.ts'
import style from './chart.module.css'

/*
 * The SVG is 1000 wide and stretched to the width available. Its height is the same as on the page, so that horizontal
 * hairlines keep their weight. All text is HTML beside it, which does not shrink on a phone.
 */
const height = 224
/** Where the columns end, and where the principal's column is. The axis below the chart is divided in the same way. */
const plot = 880
const principal = { from: 915, to: 1000 }
/** Height of a column at the highest rate; the principal's column is taller. */
const highest = 160
/** Between two columns, as a fraction of a month's width. */
const gap = 0.2

type Props = { schedule: Payment[]; months: number; rate: number; payout: Payout }

/**
 * A chart of the payments. A column's area is the amount: its height is the rate, its width the months it is paid for,
 * with a dark edge on the day of payment. The principal comes last, cut short, because it would be many times taller.
 */
export function PaymentChart({ schedule, months, rate, payout }: Props) {
  const first = schedule[0]
  const last = schedule.at(-1)
  if (!first || !last) return null
  return (
    <div>
      <p className={style.legend}>
        <span>
          <b>{fromCents(first.interestCents)}</b> {texts.payout.each[payout]}
        </span>
        <span>
          <b>{fromCents(last.principalCents)}</b> {texts.chart.principal}
        </span>
      </p>
      <Drawing schedule={schedule} months={months} tall={(rate / range.to) * highest} />
      <p className={style.axis} aria-hidden="true">
        <span>{texts.chart.start}</span>
        {[months / 2, months].map(month => (
          <span key={month}>
            {texts.chart.month} {month}
          </span>
        ))}
      </p>
      <p className={style.key}>{texts.chart.key}</p>
    </div>
  )
}

function Drawing({ schedule, months, tall }: { schedule: Payment[]; months: number; tall: number }) {
  const id = useId()
  const month = plot / months
  const top = height - tall
  return (
    // Hidden from screen readers, which find each payment in the table.
    <svg className={style.drawing} viewBox={`0 0 1000 ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <defs>
        <pattern id={id} width="1000" height="4" patternUnits="userSpaceOnUse">
          <path d="M0 2H1000" />
        </pattern>
      </defs>
      <path className={style.ground} d={`M0 ${height - 0.5}H1000`} />
      {schedule.map((payment, i) => {
        const from = (schedule[i - 1]?.month ?? 0) * month
        const to = payment.month * month - gap * month
        return (
          <g key={payment.month} className={style.column}>
            <title>{`${texts.chart.month} ${payment.month}: ${fromCents(payment.interestCents, true)}`}</title>
            <rect x={from} y={top} width={to - from} height={tall} fill={`url(#${id})`} />
            <path d={`M${from} ${height}V${top}H${to}`} />
            <path className={style.paid} d={`M${to} ${top}V${height}`} />
          </g>
        )
      })}
      <Principal payment={schedule.at(-1)} />
    </svg>
  )
}

/** The principal's column: a strip of guilloché like the edge of a banknote, with a break where it is cut short. */
function Principal({ payment }: { payment: Payment | undefined }) {
  const { from, to } = principal
  const middle = (from + to) / 2
  const reach = (to - from) / 2 - 8
  return (
    <g className={style.principal}>
      <title>{`${texts.chart.month} ${payment?.month}: ${fromCents(payment?.principalCents ?? 0, true)}`}</title>
      <rect x={from} y="0.5" width={to - from} height={height - 0.5} />
      {strands.map(phase => (
        <path key={phase} d={wave(middle, reach, phase)} />
      ))}
      <path className={style.cut} d={`M${from - 12} 56L${to + 12} 42V48L${from - 12} 62Z`} />
    </g>
  )
}

/** The phase of each strand of the strip, as a fraction of a wave. */
const strands = [0, 1 / 6, 2 / 6, 3 / 6, 4 / 6, 5 / 6]
const waveLength = 64

/** @returns path data of a sine wave around `middle` from top to bottom, as line segments too short to be noticed */
function wave(middle: number, reach: number, phase: number): string {
  const points = Array.from({ length: height / 4 + 1 }, (_, i) => {
    const x = middle + reach * Math.sin(2 * Math.PI * ((i * 4) / waveLength + phase))
    return `${Number(x.toFixed(1))} ${i * 4}`
  })
  return `M${points.join('L')}`
}
