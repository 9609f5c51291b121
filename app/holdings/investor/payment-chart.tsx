import { useId } from 'react'
import { daysBetween, formatDay } from '../../../rules/days.ts'
import { formatCents } from '../../../rules/money.ts'
import { isNews, progressOf } from '../../notes/payment-day.ts'
import { classes } from '../../shell/ui/classes.ts'
import { Column, DrawingAxis, Hatching, PaymentDrawing, Principal, plot } from '../../shell/ui/payment-drawing.tsx'
import { type PaymentState, paymentStateWords } from '../holdings.ts'
import type { OwnPayment } from '../server/note-facts.ts'
import style from './payment-chart.module.css'

interface Props {
  /** All payments of a note, in order. */
  payments: readonly OwnPayment[]
  /** 'YYYY-MM-DD', in the fund's zone. */
  today: string
  /** Low, without the key, for a note in a list. */
  compact?: boolean
  /** Without amounts, to show it to other people. */
  withoutSums?: boolean
}

/** Height of the drawing and of its columns, px. */
const full = { height: 168, column: 116 }
const low = { height: 72, column: 52 }

/** Left of this position, of 1000, half of the word 'Today' would be cut off. */
const edge = 60

/** Between two columns, as a fraction of a month's width. */
const gap = 0.2

const stateStyles: Record<PaymentState, 'paid' | 'toCome' | 'missed'> = {
  paid: 'paid',
  renewed: 'paid',
  part: 'missed',
  returned: 'missed',
  corrected: 'missed',
  unrecorded: 'missed',
  due: 'toCome',
  scheduled: 'toCome',
}

const stateWords = { paid: 'Paid', toCome: 'To come', missed: 'Late' }

/**
 * A note's payments, drawn like the calculator's: a column's area is its interest, its dark edge the due day. Paid ones
 * are solid, others outlined; the principal comes last, in brass and cut short. Days are as wide as in the note's day
 * count. Screen readers get a summary sentence.
 */
export function PaymentChart({ payments, today, compact = false, withoutSums = false }: Props) {
  const [first, last] = [payments[0], payments.at(-1)]
  if (!first || !last) return null
  const place = placeOfToday(payments, today)
  return (
    <figure className={classes(style.chart, compact && style.compact)}>
      <figcaption className="visually-hidden">{inWords(payments, withoutSums)}</figcaption>
      <Label place={place} />
      <Drawing {...{ payments, today, place, withoutSums }} size={compact ? low : full} />
      <DrawingAxis from={formatDay(first.startDate)} to={formatDay(last.dueDate)} className={style.axis} />
      {!compact && <Key payments={payments} />}
    </figure>
  )
}

/**
 * The word above the drawing. SVG, because its position depends on the day, and the page's Content-Security-Policy
 * allows no style attributes. Without a viewBox its text isn't scaled.
 */
function Label({ place }: { place: number | undefined }) {
  return (
    <svg className={style.labels} aria-hidden="true">
      {place !== undefined && (
        <text className={style.today} x={`${place / 10}%`} y="1em" textAnchor={place < edge ? 'start' : 'middle'}>
          Today
        </text>
      )}
    </svg>
  )
}

interface DrawingProps extends Required<Pick<Props, 'payments' | 'today' | 'withoutSums'>> {
  place: number | undefined
  size: typeof full
}

function Drawing({ payments, today, place, withoutSums, size: { height, column } }: DrawingProps) {
  const id = useId()
  const day = plot / totalDays(payments)
  const top = height - column
  const last = payments.at(-1)
  let days = 0
  return (
    <PaymentDrawing height={height} className={style.drawing}>
      <Hatching id={id} />
      {payments.map(payment => {
        const from = days * day
        days += payment.days
        const to = days * day - Math.min(gap * 30, payment.days / 2) * day
        const kind = stateOf(payment)
        const part = paidPart(payment)
        return (
          <Column
            key={payment.n}
            title={titleOf(payment, withoutSums ? undefined : payment.interestCents)}
            from={from}
            to={to}
            top={top}
            height={height}
            fill={kind === 'toCome' ? `url(#${id})` : undefined}
            className={classes(style[kind], isNews(payment.paidOn, today) && style.news)}
          >
            {part > 0 && (
              <rect
                className={style.part}
                x={from}
                y={height - part * column}
                width={to - from}
                height={part * column}
              />
            )}
          </Column>
        )
      })}
      {last && last.principalCents > 0n && (
        <Principal
          title={titleOf(last, withoutSums ? undefined : last.principalCents)}
          height={height}
          isPaid={isRepaid(last)}
        />
      )}
      {place !== undefined && <path className={style.line} d={`M${place} 0V${height}`} />}
    </PaymentDrawing>
  )
}

function Key({ payments }: Pick<Props, 'payments'>) {
  const drawn = (Object.keys(stateWords) as (keyof typeof stateWords)[]).filter(kind =>
    payments.some(payment => stateOf(payment) === kind),
  )
  return (
    <ul className={style.key} aria-hidden="true">
      {drawn.map(kind => (
        <li key={kind} className={style[kind]}>
          {stateWords[kind]}
        </li>
      ))}
      {payments.some(({ principalCents }) => principalCents > 0n) && <li className={style.principal}>Principal</li>}
    </ul>
  )
}

/** @returns the position of today's line, of 1000; undefined before issue and from maturity on */
function placeOfToday(payments: readonly OwnPayment[], today: string): number | undefined {
  let days = 0
  for (const payment of payments) {
    const { startDate, dueDate } = payment
    if (startDate <= today && today < dueDate) {
      const part = daysBetween(startDate, today) / daysBetween(startDate, dueDate)
      return Math.round(((days + part * payment.days) / totalDays(payments)) * plot * 10) / 10
    }
    days += payment.days
  }
  return undefined
}

/** Whether a payment's principal is settled, possibly before its interest: the note was redeemed early. */
function isRepaid({ principalCents, settledCents }: OwnPayment): boolean {
  return principalCents > 0n && settledCents >= principalCents
}

/** How much of a payment's interest is settled, from 0 to 1. */
function paidPart(payment: OwnPayment): number {
  const { interestCents, principalCents, settledCents } = payment
  const settled = isRepaid(payment) ? settledCents - principalCents : settledCents
  if (interestCents <= 0n || settled <= 0n) return 0
  return settled >= interestCents ? 1 : Number(settled) / Number(interestCents)
}

function stateOf(payment: OwnPayment): keyof typeof stateWords {
  return stateStyles[payment.state]
}

function totalDays(payments: readonly OwnPayment[]): number {
  return payments.reduce((sum, { days }) => sum + days, 0)
}

function titleOf({ payDate, state }: OwnPayment, cents: bigint | undefined): string {
  const amount = cents === undefined ? '' : `${formatCents(cents, true)}, `
  return `${formatDay(payDate)}: ${amount}${paymentStateWords[state].toLowerCase()}`
}

function inWords(payments: readonly OwnPayment[], withoutSums: boolean): string {
  const { paid } = progressOf(payments)
  const missed = payments.filter(payment => stateOf(payment) === 'missed')
  const next = payments.find(payment => stateOf(payment) === 'toCome')
  const sentences = [
    `${paid} of ${payments.length} payments recorded as paid.`,
    ...missed.map(payment => `${formatDay(payment.payDate)}: ${paymentStateWords[payment.state].toLowerCase()}.`),
    next &&
      `Next: ${withoutSums ? '' : `${formatCents(next.interestCents + next.principalCents)} on `}${formatDay(next.payDate)}.`,
  ]
  return sentences.filter(Boolean).join(' ')
}
