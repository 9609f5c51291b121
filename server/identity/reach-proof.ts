import type { DocumentCategory } from '../../rules/documents.ts'
import { looksLikePaymentInstructions } from '../../rules/payment-instructions.ts'
import type { Actor } from '../access/actor.ts'
import { requireFreshProof, requireWorkdayProof } from './fresh-proof.ts'

/** What somebody of the fund is about to make visible to others. */
export interface Reach {
  /** Who sees it: people, holders, or a visitor's conversation. The actor's own id counts for nobody. */
  owners: readonly string[]
  category?: DocumentCategory | string | undefined
  /** Whether it leads somewhere outside the site. */
  isLink?: boolean
  /** Its name, its words, or the text of its pages. */
  texts?: readonly (string | null | undefined)[]
}

/**
 * For whatever reaches investors, or a visitor, in the fund's name. The database asks again (`schema/reach.sql`), without the
 * numbers of accounts and the text of files.
 * @throws PortalError PROOF_NEEDED, NO_SESSION: as `requireFreshProof` for more than one owner, a link, anything in Notices and
 *   what looks like payment instructions; else as `requireWorkdayProof`. Never for somebody outside the office, nor for what
 *   only the actor sees
 */
export async function requireProofToReach(actor: Actor, reach: Reach): Promise<void> {
  const others = new Set(reach.owners.filter(owner => owner !== actor.id))
  if (others.size === 0 || !(actor.isAdmin || actor.isApprover)) return
  await (isWeighty(others.size, reach) ? requireFreshProof(actor) : requireWorkdayProof(actor))
}

function isWeighty(owners: number, { category, isLink = false, texts = [] }: Reach): boolean {
  return owners > 1 || isLink || category === 'Notices' || looksLikePaymentInstructions(...texts)
}
