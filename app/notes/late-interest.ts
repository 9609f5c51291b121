import { adjust } from '../../rules/business-days.ts'
import { type Day, daysBetween } from '../../rules/days.ts'
import type { Cents } from '../../rules/money.ts'
import { interestFor } from './interest.ts'
import { maturityOf, type NoteTerms } from './schedule.ts'

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
