import { sampleFund } from '../../content/check-leaders.ts'
import { fund } from '../../content/fund.ts'
import type { Tiers } from '../../content/types.ts'

/** Whether content/ is the sample's: some stories depend on it. All others hold for every fund. */
export const isSampleFund = fund.name === sampleFund

/** The specification's tiers, for examples with literal results; `content/tiers.ts` has the fund's own. */
export const exampleTiers: Tiers = [
  { name: 'Tier 1', from: 200_000, to: 349_999, label: '$200K - $349K', oneYear: 11, twoYears: 12 },
  { name: 'Tier 2', from: 350_000, to: 499_999, label: '$350K - $499K', oneYear: 12, twoYears: 13 },
  { name: 'Tier 3', from: 500_000, to: 999_999, label: '$500K - $999K', oneYear: 13, twoYears: 14 },
  { name: 'Tier 4', from: 1_000_000, to: 10_000_000, label: '$1M+', oneYear: 14, twoYears: 15 },
]
