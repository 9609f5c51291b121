import { fund } from './fund.ts'
import type { Fund, Tier } from './types.ts'

/** @returns how often interest can be paid on a note of a tier: as the tier says, or as the fund does for all of them */
export function payoutsOf({ payouts = fund.payouts }: Tier): Fund['payouts'] {
  return payouts
}
