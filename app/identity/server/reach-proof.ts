import { looksLikePaymentInstructions } from '../../../rules/payment-instructions.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { DocumentCategory } from '../../documents/documents.ts'
import { requireFreshProof, requireWorkdayProof } from './fresh-proof.ts'

/** Content that an administrator is about to make visible to others. */
export interface Reach {
  /** Recipients: people, holders, or a visitor's conversation. The actor's own id doesn't count. */
  owners: readonly string[]
  category?: DocumentCategory | string | undefined
  /** Whether it is a link to another site. */
  isLink?: boolean
  /** Its name, its words, or the text of its pages. */
  texts?: readonly (string | null | undefined)[]
  /** Whether a second person approves it before anyone sees it. */
  isApproved?: boolean
}

/**
 * For anything that reaches investors, or a visitor, in the fund's name. The database checks again
 * (`schema/reach.sql`), without account numbers and the text of files.
 * @throws PortalError PAYMENT_WORDS for what resembles payment instructions, unless a second person approves it;
 * PROOF_NEEDED, NO_SESSION: as `requireFreshProof` for more than one owner, a link, anything in Notices and what a
 * second person approves; else as `requireWorkdayProof`. Never for people other than
 * administrators, nor for what only the actor sees
 */
export async function requireProofToReach(actor: Actor, reach: Reach): Promise<void> {
  const others = new Set(reach.owners.filter(owner => owner !== actor.id))
  if (others.size === 0 || !(actor.isAdmin || actor.isApprover)) return
  if (!reach.isApproved && looksLikePaymentInstructions(...(reach.texts ?? []))) throw new PortalError('PAYMENT_WORDS')
  await (isWeighty(others.size, reach) ? requireFreshProof(actor) : requireWorkdayProof(actor))
}

function isWeighty(owners: number, { category, isLink = false, isApproved = false }: Reach): boolean {
  return owners > 1 || isLink || category === 'Notices' || isApproved
}
