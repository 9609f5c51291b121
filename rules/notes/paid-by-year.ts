import { type Day, partsOf } from './days.ts'
import type { Cents } from './money.ts'

/**
 * @returns interest by the year of its pay day, which is the year it is taxed in, earliest first; years without a
 *   payment are left out
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
