import { adjust } from './calendar.ts'
import { type Day, daysBetween } from './days.ts'
import { countDays, interestFor } from './interest.ts'
import type { Cents } from './money.ts'
import { maturityOf, type NoteTerms, periodAt } from './schedule.ts'

/**
 * @param day excluded: on a due day nothing of the next period has accrued
 * @returns interest of the current period up to a day, rounded half up; 0 before issue and from maturity on. Under
 * 30/360 never more than the whole period's
 */
export function accruedOn(terms: NoteTerms, day: Day): Cents {
  const period = periodAt(terms, day)
  if (!period) return 0n
  return interestFor(terms, Math.min(countDays(period.start, day, terms.dayCount), period.days))
}

/**
 * @returns the day from which principal is late: the last pay day, or maturity if the convention pays before it, since
 * the last period's interest runs until then
 */
export function lateFrom(terms: NoteTerms): Day {
  const [maturity, pay] = [maturityOf(terms), adjust(maturityOf(terms), terms.convention)]
  return pay < maturity ? maturity : pay
}

/**
 * @param unpaidCents unpaid principal
 * @param defaultRateBp the note's default rate; its own rate without it
 * @returns interest past the last pay day up to a day, by actual days of 365; 0 until that day
 */
export function defaultInterest(terms: NoteTerms, day: Day, unpaidCents: Cents, defaultRateBp?: number | null): Cents {
  const days = daysBetween(lateFrom(terms), day)
  if (days <= 0) return 0n
  return interestFor(
    { principalCents: unpaidCents, rateBp: defaultRateBp ?? terms.rateBp, dayCount: 'actual/365' },
    days,
  )
}

/**
 * @param paidCents principal paid on a day
 * @returns interest accrued on it past the last pay day, as `defaultInterest`; it falls due with the payment. 0 before
 * maturity, while the note's own interest runs
 */
export function lateInterest(terms: NoteTerms, day: Day, paidCents: Cents, defaultRateBp?: number | null): Cents {
  return day < maturityOf(terms) ? 0n : defaultInterest(terms, day, paidCents, defaultRateBp)
}

/** @returns outstanding late interest, less what was paid of it before its principal was returned; in cents */
export function lateLeft(interest: Cents, credit: Cents): Cents {
  return interest > credit ? interest - credit : 0n
}

/** A note's debts, to calculate its accrued interest. Amounts are cents. */
export interface OwedNote {
  terms: NoteTerms
  /** Principal that falls due later: interest runs on it. */
  running: Cents
  /** Principal, by the ledger. */
  owed: Cents
  defaultRateBp: number | null
  /** The first day whose interest belongs to it: prepaid interest of a transferred note stays with the predecessor. */
  interestFrom?: Day | null
}

/**
 * @returns the first day whose interest belongs to a schedule; its last due date if there is none, undefined without
 * scheduled payments
 */
export function interestFromOf(lines: readonly { start: Day; due: Day; interest: Cents }[]): Day | undefined {
  return lines.find(({ interest }) => interest > 0n)?.start ?? lines.at(-1)?.due
}

/**
 * @param day excluded
 * @returns accrued interest that isn't due: of the current period, and past the last pay day on unpaid principal
 */
export function accruedParts(
  { terms, running, owed, defaultRateBp }: OwedNote,
  day: Day,
): Record<'accrued' | 'late', Cents> {
  return {
    accrued: accruedOn({ ...terms, principalCents: running }, day),
    late: running === 0n ? defaultInterest(terms, day, owed, defaultRateBp) : 0n,
  }
}
