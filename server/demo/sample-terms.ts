import { accreditation } from '../../content/accreditation.ts'
import { fund } from '../../content/fund.ts'
import { noteSettings } from '../../content/notes.ts'
import { payoutsOf } from '../../content/payouts.ts'
import { tiers } from '../../content/tiers.ts'
import { type Payout, rateOf, type TermYears, tierOf } from '../../rules/returns.ts'

/** Amounts and rates of the sample fund's people, by the tiers in `content/`. */

/** Amounts are multiples of this, in US dollars. */
const step = 5_000
const [lowest, highest] = [tiers[0], tiers.at(-1) ?? tiers[0]]

/**
 * @param minimums multiple of the fund's minimum, such as 1.25
 * @returns about that amount in whole dollars, within the tiers
 */
export function amountOf(minimums: number): number {
  const amount = Math.round((lowest.from * minimums) / step) * step
  return Math.min(Math.max(amount, lowest.from), highest.to)
}

/**
 * @param place from 0, the start of the lowest tier, to 1
 * @returns whole dollars in the tier there; near its start, as the highest reaches far
 */
export function amountAt(place: number): number {
  const at = Math.min(Math.floor(place * tiers.length), tiers.length - 1)
  const { from, to } = tiers[at] ?? highest
  const reach = Math.min(to, from * 1.6) - from
  return Math.min(from + Math.round((reach * (place * tiers.length - at)) / step) * step, to)
}

/**
 * @param at index of a tier, 0 for the lowest; a greater index means the highest
 * @returns its start in whole dollars
 */
export function amountInTier(at: number): number {
  return (tiers.find((_, i) => i === at) ?? highest).from
}

/** @returns about that multiple of the fund's minimum, and enough for a person's high minimum investment to verify them */
export function verifyingAmount(minimums: number): number {
  const least = Number(accreditation.highMinimum.personCents) / 100
  return Math.min(Math.max(amountOf(minimums), least), highest.to)
}

/** @returns the rate for an amount in whole dollars, basis points */
export function rateFor(amount: number, years: TermYears): number {
  return Math.round(rateOf(tierOf(amount, tiers) ?? highest, years) * 100)
}

/** @returns the first payout that an amount's tier offers */
export function payoutFor(amount: number): Payout {
  return payoutsOf(tierOf(amount, tiers) ?? highest)[0] as Payout
}

/** @returns the wanted payout if an amount's tier offers it, else its first */
export function payoutLike(wanted: Payout, amount: number): Payout {
  return payoutsOf(tierOf(amount, tiers) ?? highest).includes(wanted) ? wanted : payoutFor(amount)
}

/** @returns an e-mail address at the sample fund */
export function atFund(name: string): string {
  return `${name}@${fund.siteLabel}`
}

/** Number on the demo's sample promissory note, used in its document's name; no note in the register has it. */
export const sampleNoteNumber = numberOf('2026', '0014')

/** @returns a note's number, such as 'LK-2026-0001' */
export function numberOf(year: string, counter: string): string {
  return `${noteSettings.numberPrefix}-${year}-${counter}`
}
