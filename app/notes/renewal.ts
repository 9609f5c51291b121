import type { Tier } from '../../content/types.ts'
import type { Day } from '../../rules/days.ts'
import type { Cents } from '../../rules/money.ts'
import type { NoteTerms } from './schedule.ts'
import { tierFor, tierRateBp } from './terms.ts'

/** Facts for a renewal's terms, besides its amount and term. */
export type Renewed = Pick<NoteTerms, 'payout' | 'dayCount' | 'convention' | 'rateBp'> & { maturityDate: Day }

/**
 * @param tiers lowest first
 * @returns the renewal's terms: from the maturity date, at the rate of the amount's tier; at the note's own rate above
 * the highest tier
 */
export function renewalTerms(
  { maturityDate, rateBp, ...kept }: Renewed,
  principalCents: Cents,
  termMonths: NoteTerms['termMonths'],
  tiers: readonly Tier[],
): NoteTerms {
  const tier = tierFor(principalCents, tiers)
  const { payout, dayCount, convention } = kept
  return {
    ...{ principalCents, termMonths, payout, dayCount, convention },
    rateBp: tier ? tierRateBp(tier, termMonths) : rateBp,
    issueDate: maturityDate,
  }
}

/** @returns the lowest amount of the next higher tier, in cents; undefined in the highest */
export function nextTierFrom(principalCents: Cents, tiers: readonly Tier[]): Cents | undefined {
  return tiers.map(({ from }) => BigInt(from) * 100n).find(from => from > principalCents)
}
