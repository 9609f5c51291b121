import { lateFrom } from './accrual.ts'
import { addDays, type Day, formatDay } from './days.ts'
import { type Cents, formatCents } from './money.ts'
import { type OpenNote, payoffQuote } from './payoff.ts'
import { periodAt } from './schedule.ts'

/**
 * A part of an amount that somebody approves, with the days that it is about. It is kept with the request, so amounts are
 * text, in cents. Interest runs from `from`, which requests of earlier versions don't say, up to `to`, excluded.
 */
export type MoneyPart = { cents: string } & (
  | { what: 'principal' }
  | { what: 'interest'; due: Day }
  | { what: 'accrued' | 'late'; from?: Day | undefined; to: Day }
)

/**
 * @param day on which the whole was paid: what is due later was paid ahead
 * @returns one sentence, such as 'Parts: principal $200,000.00; accrued interest from Nov 27, 2026 through Dec 2, 2026
 *   $366.67.'; none where there are no parts
 */
export function partsInWords(parts: readonly MoneyPart[], day?: Day): string[] {
  const words = parts.map(part => `${nameOf(part, day)} ${formatCents(BigInt(part.cents), true)}`)
  return words.length > 0 ? [`Parts: ${words.join('; ')}.`] : []
}

function nameOf(part: MoneyPart, day: Day | undefined): string {
  switch (part.what) {
    case 'principal':
      return 'principal'
    case 'interest':
      return `interest due on ${formatDay(part.due)}${day && part.due > day ? ', ahead of its day,' : ''}`
    case 'accrued':
      return `accrued interest ${span(part)}`
    case 'late':
      return `late interest ${span(part)}`
  }
}

function span({ from, to }: { from?: Day | undefined; to: Day }): string {
  return `${from ? `from ${formatDay(from)} ` : ''}through ${formatDay(addDays(to, -1))}`
}

/** @returns the parts of what settles a note on a day: together, `payoffQuote`'s total */
export function payoffParts(note: OpenNote, day: Day): MoneyPart[] {
  const { principal, accrued, late } = payoffQuote(note, day)
  const { terms, lines } = note
  const due = lines
    .filter(line => line.due <= day && line.interest > line.paid)
    .map(({ due, interest, paid }): MoneyPart => ({ what: 'interest', due, cents: String(interest - paid) }))
  const of = (cents: Cents, part: MoneyPart) => (cents > 0n ? [part] : [])
  const start = periodAt(terms, day)?.start ?? day
  return [
    ...of(principal, { what: 'principal', cents: String(principal) }),
    ...due,
    ...of(accrued, { what: 'accrued', from: start, to: day, cents: String(accrued) }),
    ...of(late, { what: 'late', from: lateFrom(terms), to: day, cents: String(late) }),
  ]
}
