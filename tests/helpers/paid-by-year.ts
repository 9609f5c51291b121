import { type Day, partsOf } from '../../rules/days.ts'
import type { Cents } from '../../rules/money.ts'

/**
 * Interest belongs to the year of its payment; in a schedule with all payments on their pay days, that is the pay
 * day's.
 * @returns such interest by year, earliest first; years without a payment are omitted
 */
export function paidByYear(
  payments: readonly { pay: Day; interestCents: Cents }[],
): { year: number; interestCents: Cents }[] {
  const years = new Map<number, Cents>()
  for (const { pay, interestCents } of payments) {
    const { year } = partsOf(pay)
    years.set(year, (years.get(year) ?? 0n) + interestCents)
  }
  return [...years].map(([year, interestCents]) => ({ year, interestCents })).toSorted((a, b) => a.year - b.year)
}
