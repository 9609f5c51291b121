import { isUndecided, reviewableStates } from '../workflows.ts'
import { type Approval, canRelyOn } from './approval.ts'
import type { SaleRules } from './methods.ts'
import type { AccreditationState } from './states.ts'

/** A verification of a holder's, with what the person who looks has done about it. */
export interface HoldersVerification extends Approval {
  state: AccreditationState
  /** The person has signed it, so that it waits for others. */
  isSigned: boolean
}

/**
 * Where the verification is that a renewal needs:
 * - `verified`: one is approved that covers it
 * - `in_review`: it has been sent; `busy`: another one has been, and only one is open at a time
 * - `signed`: the person has signed, others haven't yet; `started`; `returned`: something more is needed
 * - `needed`: there is none
 * - `blocked`: the fund knows something contrary, so the holder has to call
 */
export type RenewalVerification =
  | 'verified'
  | 'in_review'
  | 'busy'
  | 'signed'
  | 'started'
  | 'returned'
  | 'needed'
  | 'blocked'

/**
 * @param verifications of the holder: approved, undecided, and revoked ones that nobody has cleared
 * @param sale the renewal: its amount in cents, and its day
 */
export function verificationForRenewal(
  verifications: readonly HoldersVerification[],
  sale: { principalCents: bigint; day: string },
  rules: SaleRules,
): RenewalVerification {
  if (verifications.some(({ state }) => state === 'revoked')) return 'blocked'
  const covers = (one: HoldersVerification) =>
    one.state === 'approved' && canRelyOn(one, { ...sale, isRenewal: true }, rules)
  if (verifications.some(covers)) return 'verified'
  const open = verifications.find(({ state }) => isUndecided(state))
  if (!open) return 'needed'
  const isReviewed = (reviewableStates as readonly AccreditationState[]).includes(open.state)
  // Verified by the amount of new cash, it won't carry a renewal.
  if (open.method === 'high_minimum' && !open.isRenewal) return isReviewed ? 'busy' : 'needed'
  if (isReviewed) return 'in_review'
  if (open.state === 'returned') return 'returned'
  return open.isSigned ? 'signed' : 'started'
}

/** Whether the person who looks can do the next thing about it. */
export function isToVerify(verification: RenewalVerification): boolean {
  return verification === 'needed' || verification === 'started' || verification === 'returned'
}
