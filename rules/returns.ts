import { interestFor, type Payout, payoutMonths, splitInterest } from '../app/notes/interest.ts'
import type { Tier } from '../content/types.ts'

/**
 * The calculator's returns of a note (specification section 9), calculated like the register's for a note with months
 * of 30 days. Invested amounts are whole US dollars; payments are whole cents. Rates are percent a year, with at most
 * two decimals.
 */

/** Length of a note in years (specification section 4). */
export const termYears = [1, 2] as const
export type TermYears = (typeof termYears)[number]

/** How often interest is paid, with the number of payments a year (specification section 9). */
export const paymentsAYear = { monthly: 12, quarterly: 4, annually: 1 } as const satisfies Record<Payout, number>
export const payouts = Object.keys(paymentsAYear) as Payout[]

export type { Payout } from '../app/notes/interest.ts'

/** By how many dollars the calculator's exact amount changes in one step (specification section 5). */
export const amountStep = 1000

export type Note = { amount: number; years: TermYears; payout: Payout; tier: Tier }

/** A payment at the end of a month of the note, counted from 1, with its parts. */
export type Payment = { month: number; interestCents: number; principalCents: number }

/** The calculator's outputs (specification section 3) in cents, and the payments that they total. */
export type Returns = {
  monthlyReturn: number
  annualReturn: number
  totalReturn: number
  totalValue: number
  /** The rate of this note, and the lowest and highest of its tier, in percent a year. */
  rate: { value: number; min: number; max: number }
  schedule: Payment[]
}

/**
 * @param amount whole dollars
 * @returns the tier with the amount within its bounds, inclusive, if any
 */
export function tierOf<T extends Tier>(amount: number, tiers: readonly T[]): T | undefined {
  return tiers.find(tier => amount >= tier.from && amount <= tier.to)
}

/** @returns a tier's rate for a note of that many years, percent a year */
export function rateOf(tier: Tier, years: TermYears): number {
  return years === 1 ? tier.oneYear : tier.twoYears
}

/**
 * Specification section 9: annual = amount × rate / 100, monthly = annual / 12, total = annual × years, final value =
 * amount + total. Interest is simple: it is paid out, not added to the principal.
 *
 * Cents: each figure is rounded half up, once. The payments' rounding differences, at most half a cent for each, are
 * settled in the last one, so that the interest paid is exactly `totalReturn` and all payments are exactly
 * `totalValue`. The principal is returned with the last payment.
 */
export function returnsOf({ amount, years, payout, tier }: Note): Returns {
  const value = rateOf(tier, years)
  const principalCents = BigInt(amount) * 100n
  // 11.1 × 100 is not whole in binary.
  const terms = { principalCents, rateBp: Math.round(value * 100), dayCount: '30/360' } as const
  const months = payoutMonths[payout]
  const interest = splitInterest(terms, Array<number>(paymentsAYear[payout] * years).fill(30 * months))
  const totalReturn = Number(interestFor(terms, 360 * years))
  return {
    monthlyReturn: Number(interestFor(terms, 30)),
    annualReturn: Number(interestFor(terms, 360)),
    totalReturn,
    totalValue: Number(principalCents) + totalReturn,
    rate: { value, min: Math.min(tier.oneYear, tier.twoYears), max: Math.max(tier.oneYear, tier.twoYears) },
    schedule: interest.map((cents, i) => ({
      month: (i + 1) * months,
      interestCents: Number(cents),
      principalCents: i === interest.length - 1 ? Number(principalCents) : 0,
    })),
  }
}
