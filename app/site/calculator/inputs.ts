import { tiers } from '../../../content/tiers.ts'
import { type Payout, payouts, type TermYears, termYears, tierOf, withinTier } from '../../../rules/returns.ts'

export type TierOption = (typeof tiers)[number]

/** The calculator's inputs. They are part of the page's address, so that they can be shared as a link. */
export type Inputs = {
  tier: TierOption
  /** Whole dollars within the tier; undefined until a preset is picked, which also reveals the exact amount. */
  amount: number | undefined
  years: TermYears
  payout: Payout
}

const lowest = tiers[0]
const highest = tiers[tiers.length - 1] as TierOption

/** Specification section 4: two years, the last preset ($1M+), monthly. */
export const defaults: Inputs = { tier: highest, amount: undefined, years: 2, payout: 'monthly' }

/**
 * Reads the inputs from an address. A missing or invalid value becomes the default, an amount outside all tiers the
 * nearest amount of a tier. `tier`, a preset's amount, comes from the form without scripts; it overrides an amount that
 * is not within that tier.
 * @param search a query string, with or without its question mark
 */
export function readInputs(search: string): Inputs {
  const query = new URLSearchParams(search)
  const preset = tiers.find(({ from }) => String(from) === query.get('tier'))
  return {
    ...(preset
      ? amountInTier(preset, wholeNumber(query.get('amount')))
      : amountInAnyTier(wholeNumber(query.get('amount')))),
    years: termYears.find(years => String(years) === query.get('term')) ?? defaults.years,
    payout: payouts.find(payout => payout === query.get('paid')) ?? defaults.payout,
  }
}

/** @returns the query string from which `readInputs` reads the same inputs; empty for the defaults */
export function toSearch({ amount, years, payout }: Inputs): string {
  const query = new URLSearchParams()
  if (amount !== undefined) query.set('amount', String(amount))
  if (amount !== undefined || years !== defaults.years) query.set('term', String(years))
  if (amount !== undefined || payout !== defaults.payout) query.set('paid', payout)
  // Not `size`, which some supported browsers lack.
  return String(query) && `?${query}`
}

function amountInTier(tier: TierOption, amount: number | undefined) {
  return { tier, amount: amount !== undefined && tierOf(amount, [tier]) ? amount : tier.from }
}

function amountInAnyTier(amount: number | undefined) {
  if (amount === undefined) return { tier: defaults.tier, amount: undefined }
  const tier = tierOf(amount, tiers) ?? (amount < lowest.from ? lowest : highest)
  return { tier, amount: withinTier(amount, tier) }
}

/** Accepts digits only: no signs, exponents or other notations of a number. */
function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,12}$/.test(text) ? Number(text) : undefined
}
