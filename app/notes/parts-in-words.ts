import { addDays, type Day, formatDay } from '../../rules/days.ts'
import { formatCents } from '../../rules/money.ts'
import { lateFrom } from './late-interest.ts'
import type { Booked, ReplayLine } from './replay.ts'
import type { NoteTerms } from './schedule.ts'

/**
 * A part of an amount to approve, with its days. Stored with the request, so amounts are text, in cents. Interest runs
 * from `from`, missing in requests of earlier versions, up to `to`, exclusive.
 */
export type MoneyPart = { cents: string } & (
  | { what: 'principal' }
  | { what: 'interest'; due: Day }
  | { what: 'accrued' | 'late'; from?: Day | undefined; to: Day }
)

/**
 * @param day of the payment: what is due later was prepaid
 * @returns one sentence, such as 'Parts: principal $200,000.00; accrued interest from Nov 27, 2026 through Dec 2, 2026
 * $366.67.'; none without parts
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

/**
 * @param booked a payment
 * @param lines of the schedule
 * @returns its parts, principal first
 */
export function moneyPartsOf(
  { parts, added }: Booked,
  terms: NoteTerms,
  lines: readonly Pick<ReplayLine, 'n' | 'due'>[],
): MoneyPart[] {
  const dues = new Map(lines.map(({ n, due }) => [n, due]))
  const interest = parts
    .filter(({ kind }) => kind === 'interest')
    .map(({ n, cents }): MoneyPart => {
      if (!added || n !== added.n) return { what: 'interest', due: dues.get(n ?? 0) ?? '', cents: String(cents) }
      const what = added.start >= lateFrom(terms) ? 'late' : 'accrued'
      return { what, from: added.start, to: added.due, cents: String(cents) }
    })
  const principal = parts.filter(({ kind }) => kind === 'principal')
  return [...principal.map(({ cents }): MoneyPart => ({ what: 'principal', cents: String(cents) })), ...interest]
}
