import { isUndecided, reviewableStates } from '../../rules/workflows.ts'
import { type Approval, canRelyOn } from './approval.ts'
import type { SaleRules } from './methods.ts'
import type { AccreditationState } from './states.ts'

/** A holder's verification, with the reader's part in it. */
export interface HoldersVerification extends Approval {
  state: AccreditationState
  /** Signed by the reader, so that it awaits others. */
  isSigned: boolean
}

/**
 * State of the verification that a renewal needs:
 * - `verified`: an approved one covers it
 * - `in_review`: it has been sent; `busy`: another one has been, and only one is open at a time
 * - `signed`: the reader has signed, others haven't yet; `started`; `returned`: something more is needed
 * - `needed`: there is none
 * - `blocked`: the fund knows contrary facts, so the holder has to call
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
 * @param verifications of the holder: approved, undecided, and revoked ones that weren't cleared
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
  // Verified by the amount of new cash, it doesn't cover a renewal.
  if (open.method === 'high_minimum' && !open.isRenewal) return isReviewed ? 'busy' : 'needed'
  if (isReviewed) return 'in_review'
  if (open.state === 'returned') return 'returned'
  return open.isSigned ? 'signed' : 'started'
}

/** Whether the next step is the reader's. */
export function isToVerify(verification: RenewalVerification): boolean {
  return verification === 'needed' || verification === 'started' || verification === 'returned'
}
