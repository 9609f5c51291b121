import { accreditation } from '../../content/accreditation.ts'
import { fund } from '../../content/fund.ts'
import { noteSettings } from '../../content/notes.ts'
import { payoutsOf } from '../../content/payouts.ts'
import { tiers } from '../../content/tiers.ts'
import { type Payout, rateOf, type TermYears, tierOf } from '../../rules/returns.ts'

/** What people of the sample fund lend, and at which rate: by the tiers that `content/` has, whatever they are. */

/** Amounts are whole multiples of it, US dollars. */
const step = 5_000
const [lowest, highest] = [tiers[0], tiers.at(-1) ?? tiers[0]]

/**
 * @param minimums how many times the fund's minimum, such as 1.25
 * @returns about as many whole dollars, within the tiers
 */
export function amountOf(minimums: number): number {
  const amount = Math.round((lowest.from * minimums) / step) * step
  return Math.min(Math.max(amount, lowest.from), highest.to)
}

/**
 * @param place from 0, where the lowest tier begins, to 1
 * @returns whole dollars in the tier that is there; not much more than where it begins, as the highest reaches far
 */
export function amountAt(place: number): number {
  const at = Math.min(Math.floor(place * tiers.length), tiers.length - 1)
  const { from, to } = tiers[at] ?? highest
  const reach = Math.min(to, from * 1.6) - from
  return Math.min(from + Math.round((reach * (place * tiers.length - at)) / step) * step, to)
}

/** @returns where a tier begins, whole dollars: the lowest is 0, and the highest what is beyond it */
export function amountInTier(at: number): number {
  return (tiers.find((_, i) => i === at) ?? highest).from
}

/** @returns about so many times the fund's minimum, and enough for a person's high minimum investment to verify them */
export function verifyingAmount(minimums: number): number {
  const least = Number(accreditation.highMinimum.personCents) / 100
  return Math.min(Math.max(amountOf(minimums), least), highest.to)
}

/** @returns the rate that the tier of an amount in whole dollars pays, basis points */
export function rateFor(amount: number, years: TermYears): number {
  return Math.round(rateOf(tierOf(amount, tiers) ?? highest, years) * 100)
}

/** @returns how often interest is paid on such an amount: the first way that its tier offers */
export function payoutFor(amount: number): Payout {
  return payoutsOf(tierOf(amount, tiers) ?? highest)[0] as Payout
}

/** @returns a way to be paid on such an amount: this one, where its tier offers it */
export function payoutLike(wanted: Payout, amount: number): Payout {
  return payoutsOf(tierOf(amount, tiers) ?? highest).includes(wanted) ? wanted : payoutFor(amount)
}

/** @returns an address of somebody at the sample fund */
export function atFund(name: string): string {
  return `${name}@${fund.siteLabel}`
}

/** The number on the demo's sample of a promissory note, by which its document is called; no note of the register has it. */
export const sampleNoteNumber = numberOf('2026', '0014')

/** @returns a note's number, such as 'LK-2026-0001' */
export function numberOf(year: string, counter: string): string {
  return `${noteSettings.numberPrefix}-${year}-${counter}`
}
