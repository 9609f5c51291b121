import { type Cents, divideHalfUp, sumCents } from './money.ts'

/** How the days of interest are counted, and of how many days a year has. */
export const yearDays = { '30/360': 360, 'actual/365': 365 } as const
export type DayCount = keyof typeof yearDays

/** How often interest is paid: the months between two payments. */
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
 * @param periods the days of each payment's period
 * @returns each payment of interest. All but the last are rounded half up; the last is what is left of the whole
 *   interest, which is rounded once, so that the payments add up to it exactly
 */
export function splitInterest(terms: InterestTerms, periods: readonly number[]): Cents[] {
  const earlier = periods.slice(0, -1).map(days => interestFor(terms, days))
  const total = interestFor(
    terms,
    periods.reduce((sum, days) => sum + days, 0),
  )
  return periods.length === 0 ? [] : [...earlier, total - sumCents(earlier)]
}
