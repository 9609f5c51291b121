import { tiers } from '../../../content/tiers.ts'
import { type Payout, payouts, type TermYears, termYears, tierOf, withinTier } from '../../../rules/returns.ts'

export type TierOption = (typeof tiers)[number]

/** What the calculator is asked. It stands in the page's address, so that a link carries it. */
export type Inputs = {
  tier: TierOption
  /** Whole dollars within the tier; undefined until a preset is picked, which is what reveals the exact amount. */
  amount: number | undefined
  years: TermYears
  payout: Payout
}

const lowest = tiers[0]
const highest = tiers[tiers.length - 1] as TierOption

/** Specification section 4: two years, the last preset ($1M+), monthly. */
export const defaults: Inputs = { tier: highest, amount: undefined, years: 2, payout: 'monthly' }

/**
 * Reads the inputs from an address, trusting none of it: what is missing or means nothing is the default, an amount
 * outside all tiers becomes the nearest that can be placed. `tier`, a preset's amount, is what the form sends where no
 * scripts run; an amount that does not belong to it gives way to the preset.
 * @param search a query string, with or without its question mark
 */
export function readInputs(search: string): Inputs {
  const query = new URLSearchParams(search)
  const preset = tiers.find(({ from }) => String(from) === query.get('tier'))
  return {
    ...(preset ? inPreset(preset, wholeNumber(query.get('amount'))) : anywhere(wholeNumber(query.get('amount')))),
    years: termYears.find(years => String(years) === query.get('term')) ?? defaults.years,
    payout: payouts.find(payout => payout === query.get('paid')) ?? defaults.payout,
  }
}

/** @returns the query string `readInputs` reads the same inputs from; empty for the defaults */
export function toSearch({ amount, years, payout }: Inputs): string {
  const query = new URLSearchParams()
  if (amount !== undefined) query.set('amount', String(amount))
  if (amount !== undefined || years !== defaults.years) query.set('term', String(years))
  if (amount !== undefined || payout !== defaults.payout) query.set('paid', payout)
  // Not `size`, which is younger than some browsers of ours.
  return String(query) && `?${query}`
}

function inPreset(tier: TierOption, amount: number | undefined) {
  return { tier, amount: amount !== undefined && tierOf(amount, [tier]) ? amount : tier.from }
}

function anywhere(amount: number | undefined) {
  if (amount === undefined) return { tier: defaults.tier, amount: undefined }
  const tier = tierOf(amount, tiers) ?? (amount < lowest.from ? lowest : highest)
  return { tier, amount: withinTier(amount, tier) }
}

/** Digits alone: no signs, exponents or other ways to write a number that nobody would share. */
function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,12}$/.test(text) ? Number(text) : undefined
}
