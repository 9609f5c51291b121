import { fund } from './fund.ts'
import type { Fund, Tier } from './types.ts'

/** @returns the payout frequencies of a tier's notes: the tier's own, or the fund's */
export function payoutsOf({ payouts = fund.payouts }: Tier): Fund['payouts'] {
  return payouts
}
