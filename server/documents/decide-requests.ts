import type { DeleteDecision } from '../../rules/documents.ts'
import { deleteRequestsPerPage } from '../../rules/limits.ts'
import type { MessageCode } from '../../rules/messages.ts'
import type { Actor } from '../access/actor.ts'
import { assertIds } from '../access/ids.ts'
import { requireAdministrator } from '../access/roles.ts'
import { requireProofToReach } from '../identity/reach-proof.ts'
import { log } from '../platform/log.ts'
import { PortalError } from '../platform/portal-error.ts'
import { approveDocumentDelete, rejectDocumentDelete } from './deletion.ts'

/** What became of one of several decisions. */
export interface DecisionResult {
  id: string
  /** Why it couldn't be carried out; undefined where it was. */
  problem?: MessageCode
}

/**
 * Decides several delete requests, each by itself, in a transaction of its own: what one administrator has decided
 * meanwhile doesn't keep the others from being decided.
 * @param reason for rejections, see `rejectDocumentDelete`
 * @returns one result for each document, in the order given
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOTHING_CHOSEN, TOO_MANY_CHOSEN, DOCUMENTS_GONE;
 *   REASON_LONG; PROOF_NEEDED
 */
export async function decideDeleteRequests(
  actor: Actor,
  documentIds: string[],
  decision: DeleteDecision,
  reason = '',
): Promise<DecisionResult[]> {
  requireAdministrator(actor)
  const ids = assertIds(documentIds)
  if (ids.length > deleteRequestsPerPage) throw new PortalError('TOO_MANY_REQUESTS_CHOSEN')
  // Without a reason there is nothing new to read.
  const owners = reason.trim() ? ids : ids.slice(0, 1)
  await requireProofToReach(actor, { owners, texts: [reason] })
  const results: DecisionResult[] = []
  for (const id of ids) {
    try {
      if (decision === 'approved') await approveDocumentDelete(actor, id)
      else await rejectDocumentDelete(actor, id, reason)
      results.push({ id })
    } catch (error) {
      if (!(error instanceof PortalError)) log.error('a delete request could not be decided', error, { document: id })
      else if (['FORBIDDEN', 'REASON_LONG', 'PROOF_NEEDED'].includes(error.code)) throw error
      const otherwise = decision === 'approved' ? 'APPROVE_FAILED' : 'REJECT_FAILED'
      results.push({ id, problem: error instanceof PortalError ? error.code : otherwise })
    }
  }
  return results
}
