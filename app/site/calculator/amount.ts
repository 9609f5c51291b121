import { tiers } from '../../../content/tiers.ts'
import { tierOf } from '../../../rules/returns.ts'

export type TierOption = (typeof tiers)[number]

/** An amount in whole dollars, and its tier. */
export type TierAmount = { tier: TierOption; amount: number }

/** How a typed amount was changed. A change is always shown, never silent. */
export type AmountChange = {
  /**
   * 'reset' to the chosen tier's minimum, 'limited' to its maximum (specification section 5), 'rounded' to whole dollars.
   */
  kind: 'reset' | 'limited' | 'rounded'
  /** Dollars, as typed. */
  typed: number
  /** The alternative amount. */
  other?: TierAmount
}

export type SettledAmount = TierAmount & { change?: AmountChange }

export const lowest: TierOption = tiers[0]
export const highest = tiers[tiers.length - 1] as TierOption

const factors: Record<string, number> = { '': 1, k: 1000, m: 1_000_000 }

/**
 * Reads dollars as people type them: '430000', '$430,000', '430k', '0.43m'.
 * @returns dollars, with at most two decimals; undefined for anything else
 */
export function readAmount(text: string): number | undefined {
  const [, digits = '', factor = ''] = /^\$?(\d{0,12}(?:\.\d*)?)([km]?)$/i.exec(text.replaceAll(/[\s,]/g, '')) ?? []
  if (!/\d/.test(digits)) return undefined
  return Math.round(Number(digits) * (factors[factor.toLowerCase()] ?? 1) * 100) / 100
}

/**
 * Settles an amount typed while a tier was chosen: below that tier, its minimum; above it, its maximum. The alternative
 * is the tier that includes the typed amount.
 * @param typed dollars
 */
export function settleAmount(typed: number, tier: TierOption): SettledAmount {
  const amount = Math.round(typed)
  if (amount >= tier.from && amount <= tier.to)
    return { tier, amount, change: amount === typed ? undefined : { kind: 'rounded', typed } }
  const isBelow = amount < tier.from
  const belongsTo = tierOf(amount, tiers)
  const nearest = isBelow ? minimumOf(lowest) : { tier: highest, amount: highest.to }
  const other = belongsTo ? { tier: belongsTo, amount } : nearest
  const change = { typed, other: other.tier === tier ? undefined : other }
  return isBelow
    ? { ...minimumOf(tier), change: { kind: 'reset', ...change } }
    : { tier, amount: tier.to, change: { kind: 'limited', ...change } }
}

/** @returns a preset's amount: the lowest of its tier */
export function minimumOf(tier: TierOption): TierAmount {
  return { tier, amount: tier.from }
}
