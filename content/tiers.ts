import type { Tiers } from './types.ts'

/** The tiers, lowest first: the only source of rates and bounds. */
export const tiers: Tiers = [
  { name: 'Tier 1', from: 200_000, to: 349_999, label: '$200K - $349K', oneYear: 11, twoYears: 12 },
  { name: 'Tier 2', from: 350_000, to: 499_999, label: '$350K - $499K', oneYear: 12, twoYears: 13 },
  { name: 'Tier 3', from: 500_000, to: 999_999, label: '$500K - $999K', oneYear: 13, twoYears: 14 },
  { name: 'Tier 4', from: 1_000_000, to: 10_000_000, label: '$1M+', oneYear: 14, twoYears: 15 },
]

const rates = tiers.flatMap(tier => [tier.oneYear, tier.twoYears])

/** Lowest and highest rate of all tiers, percent a year. */
export const returns = { from: Math.min(...rates), to: Math.max(...rates) }
