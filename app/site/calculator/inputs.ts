import { payoutsOf } from '../../../content/payouts.ts'
import { tiers } from '../../../content/tiers.ts'
import { type Payout, type TermYears, termYears, tierOf } from '../../../rules/returns.ts'
import { highest, lowest, minimumOf, readAmount, type SettledAmount, settleAmount } from './amount.ts'

/** The calculator's inputs. They are part of the page's address, so that they can be shared as a link. */
export type Inputs = SettledAmount & { years: TermYears; payout: Payout }

/** Specification section 4: two years, the last preset ($1M+), monthly, which the sample fund offers first. */
export const defaults: Inputs = { ...minimumOf(highest), years: 2, payout: payoutsOf(highest)[0] as Payout }

/**
 * Reads the inputs from an address. A missing or invalid value becomes the default, an amount outside all tiers the
 * nearest amount of a tier. `tier`, a preset's amount, and `was`, the amount shown beside it, come from the form
 * without scripts.
 * @param search a query string, with or without its question mark
 */
export function readInputs(search: string): Inputs {
  const query = new URLSearchParams(search)
  const preset = tiers.find(({ from }) => String(from) === query.get('tier'))
  const amount = readAmount(query.get('amount') ?? '')
  // An unchanged amount belongs to the tier chosen before.
  const isUntouched = amount === undefined || amount === readAmount(query.get('was') ?? '')
  const settled = preset
    ? isUntouched
      ? presetAmount(preset, amount)
      : settleAmount(amount, preset)
    : amountInAnyTier(amount)
  return {
    ...settled,
    years: termYears.find(years => String(years) === query.get('term')) ?? defaults.years,
    payout: payoutIn(settled, query.get('paid') ?? defaults.payout),
  }
}

/** @returns the wanted payout, or the tier's first if it doesn't offer that one */
export function payoutIn({ tier }: Pick<Inputs, 'tier'>, wanted: string): Payout {
  const offered = payoutsOf(tier)
  return offered.find(payout => payout === wanted) ?? (offered[0] as Payout)
}

/** @returns the query string from which `readInputs` reads the same inputs; empty for the defaults */
export function toSearch(inputs: Inputs): string {
  const { amount, years, payout } = inputs
  const isDefault = amount === defaults.amount
  const query = new URLSearchParams()
  if (!isDefault) query.set('amount', String(amount))
  if (!isDefault || years !== defaults.years) query.set('term', String(years))
  if (!isDefault || payout !== defaults.payout) query.set('paid', payout)
  // Not `size`, which some supported browsers lack.
  return String(query) && `?${query}`
}

/** @returns the query string for a page that shows the inputs only if all of them are present */
export function toFullSearch({ amount, years, payout }: Inputs): string {
  return `?${new URLSearchParams({ amount: String(amount), term: String(years), paid: payout })}`
}

function presetAmount(preset: (typeof tiers)[number], amount: number | undefined): SettledAmount {
  return amount !== undefined && tierOf(amount, [preset]) ? { tier: preset, amount } : minimumOf(preset)
}

function amountInAnyTier(amount: number | undefined): SettledAmount {
  if (amount === undefined) return minimumOf(highest)
  return settleAmount(amount, tierOf(Math.round(amount), tiers) ?? (amount < lowest.from ? lowest : highest))
}
