import type { AccreditationSwitches } from '../../content/types.ts'
import { type AccreditableKind, type Category, isJoint } from './categories.ts'

/** A person or entity behind a holder, as the investor names them. */
export interface Owner {
  name: string
  /** A person, not a company or a trust. */
  isNatural: boolean
}

/** Facts of a sale for its verification. */
export interface Sale {
  kind: AccreditableKind
  category: Category
  /** The investment, in cents. */
  principalCents: bigint
  /** Joint holders, or those behind an (a)(8) entity; empty for others. */
  owners: readonly Owner[]
  /** A couple verified together by the joint test of income or net worth, instead of individually. */
  isJointTest: boolean
  /** A note that follows a matured one, without new cash. */
  isRenewal: boolean
}

/** Why a high minimum doesn't verify a sale. */
export type HighMinimumRefusal = 'renewal' | 'category' | 'owners' | 'amount'

export type HighMinimum =
  | { isEnough: true; minimumCents: bigint }
  | { isEnough: false; reason: HighMinimumRefusal; minimumCents?: bigint }

const ofPersons: readonly Category[] = ['a5', 'a6']
const ofEntities: readonly Category[] = ['a3', 'a7', 'a8', 'a9', 'a12']

/**
 * Whether an investment is high enough to verify by itself, together with the investor's representations: SEC staff's
 * letter to Latham & Watkins of March 12, 2025, and C&DI 256.35-36. It names the categories (a)(3), (5) to (9) and (12)
 * of Rule 501, so no licensed person, (a)(10), and no insider.
 * @returns the sale's minimum, if there is one, and whether the amount reaches it
 */
export function highMinimumOf(sale: Sale, switches: AccreditationSwitches): HighMinimum {
  if (sale.isRenewal && !switches.highMinimumOnRenewals) return { isEnough: false, reason: 'renewal' }
  const minimumCents = minimumOf(sale, switches)
  if (typeof minimumCents === 'string') return { isEnough: false, reason: minimumCents }
  if (sale.principalCents < minimumCents) return { isEnough: false, reason: 'amount', minimumCents }
  return { isEnough: true, minimumCents }
}

function minimumOf(
  { kind, category, owners, isJointTest }: Sale,
  { highMinimum: { personCents, entityCents, ownersBelow } }: AccreditationSwitches,
): bigint | HighMinimumRefusal {
  if (ofPersons.includes(category)) {
    if (!isJoint(kind) || isJointTest) return personCents
    // Verified individually, so each has to reach the minimum.
    return owners.length < 2 ? 'owners' : personCents * BigInt(owners.length)
  }
  if (!ofEntities.includes(category)) return 'category'
  if (category !== 'a8') return entityCents
  if (owners.length === 0) return 'owners'
  const isFewPeople = owners.length < ownersBelow && owners.every(({ isNatural }) => isNatural)
  return isFewPeople ? personCents * BigInt(owners.length) : entityCents
}
