import { tiers } from '../../../content/tiers.ts'
import { tierOf } from '../../../rules/returns.ts'

export type TierOption = (typeof tiers)[number]

/** An amount in whole dollars, and the tier it is in. */
export type TierAmount = { tier: TierOption; amount: number }

/** What was changed about an amount as typed. It is always said, never made silently. */
export type AmountChange = {
  /**
   * 'moved' to the tier it belongs to, 'reset' to the chosen tier's minimum (specification section 5), 'limited' to the
   * highest tier's maximum, 'rounded' to whole dollars.
   */
  kind: 'moved' | 'reset' | 'limited' | 'rounded'
  /** Dollars, as typed. */
  typed: number
  /** What the amount could be instead. */
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
 * Finds the tier and the amount for what was typed while a tier was chosen. Above that tier, the amount moves to the
 * tier it belongs to; below it, it is reset to the tier's minimum.
 * @param typed dollars
 */
export function settleAmount(typed: number, tier: TierOption): SettledAmount {
  const amount = Math.round(typed)
  if (amount < tier.from) {
    const belongsTo = tierOf(amount, tiers)
    const other = belongsTo ? { tier: belongsTo, amount } : minimumOf(lowest)
    return { ...minimumOf(tier), change: { kind: 'reset', typed, other: other.tier === tier ? undefined : other } }
  }
  if (amount <= tier.to) return { tier, amount, change: amount === typed ? undefined : { kind: 'rounded', typed } }
  const other = { tier, amount: tier.to }
  if (amount > highest.to)
    return {
      tier: highest,
      amount: highest.to,
      change: { kind: 'limited', typed, other: tier === highest ? undefined : other },
    }
  return { tier: tierOf(amount, tiers) ?? highest, amount, change: { kind: 'moved', typed, other } }
}

/** @returns what picking a preset chooses: the lowest amount of its tier */
export function minimumOf(tier: TierOption): TierAmount {
  return { tier, amount: tier.from }
}
