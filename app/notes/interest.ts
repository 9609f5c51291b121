import { type Day, daysBetween, partsOf } from '../../rules/days.ts'
import { type Cents, divideHalfUp, sumCents } from '../../rules/money.ts'

/** Day count conventions, with their days of a year. */
export const yearDays = { '30/360': 360, 'actual/365': 365 } as const
export type DayCount = keyof typeof yearDays

/** Payment intervals in months. */
export const payoutMonths = { monthly: 1, quarterly: 3, annually: 12 } as const
export type Payout = keyof typeof payoutMonths

/** Simple interest at a fixed rate in basis points. */
export interface InterestTerms {
  principalCents: Cents
  rateBp: number
  dayCount: DayCount
}

/** @returns interest for a number of days, rounded half up to whole cents */
export function interestFor({ principalCents, rateBp, dayCount }: InterestTerms, days: number): Cents {
  return divideHalfUp(principalCents * BigInt(rateBp) * BigInt(days), 10_000n * BigInt(yearDays[dayCount]))
}

/**
 * Days by the formula of 30/360 (ISDA 2006 Definitions, section 4.16(f)), or actual days.
 * @returns days from one day (inclusive) to another (exclusive)
 */
export function countDays(from: Day, to: Day, dayCount: DayCount): number {
  if (dayCount === 'actual/365') return daysBetween(from, to)
  const [a, b] = [partsOf(from), partsOf(to)]
  const first = Math.min(a.day, 30)
  const last = b.day === 31 && first === 30 ? 30 : b.day
  return (b.year - a.year) * 360 + (b.month - a.month) * 30 + last - first
}

/**
 * @param periods the days of each payment's period
 * @returns each interest payment. All but the last are rounded half up; the last is the remainder of the total
 * interest, which is rounded once, so that the payments add up to it exactly
 */
export function splitInterest(terms: InterestTerms, periods: readonly number[]): Cents[] {
  const earlier = periods.slice(0, -1).map(days => interestFor(terms, days))
  const total = interestFor(
    terms,
    periods.reduce((sum, days) => sum + days, 0),
  )
  return periods.length === 0 ? [] : [...earlier, total - sumCents(earlier)]
}
