import { sql } from 'kysely'
import { canTake, deleteRequestSteps } from '../../rules/workflows.ts'
import type { Actor } from '../access/actor.ts'
import { auditAll } from '../access/audit.ts'
import { assertIds } from '../access/ids.ts'
import { asAdministrator, requireAdministrator } from '../access/roles.ts'
import { actAs } from '../database/act-as.ts'
import { requireFreshProof } from '../identity/fresh-proof.ts'
import { notifyOfficeOf } from '../notifications/notify.ts'
import { PortalError } from '../platform/portal-error.ts'
import { isServed } from './check-states.ts'
import { deleteDocumentRows, lockDocuments, requireDeletable } from './document-rows.ts'

/** How many of the selected documents were changed. The others no longer existed. */
export interface BulkResult {
  done: number
  of: number
}

/**
 * Requests the deletion of several documents, all in one transaction. Those already requested count as done and keep
 * their first requester and time. Those whose file hasn't passed its check are left out.
 * @throws PortalError NOTHING_CHOSEN, TOO_MANY_CHOSEN; DOCUMENTS_GONE where the actor can see none of them; DOCUMENT_RETAINED,
 *   naming the first that must be kept
 */
export async function requestDocumentsDelete(actor: Actor, documentIds: string[]): Promise<BulkResult> {
  const ids = assertIds(documentIds)
  return actAs(actor, async tx => {
    const found = (await lockDocuments(tx, actor, ids)).filter(isServed)
    if (found.length === 0) throw new PortalError('DOCUMENTS_GONE')
    const asked = found.filter(document => canTake(deleteRequestSteps.request, document.delete_request_status))
    requireDeletable(asked)
    if (asked.length > 0) {
      await tx
        .updateTable('documents')
        .set({ delete_request_status: 'pending', delete_requested_by: actor.id, delete_requested_at: sql<Date>`now()` })
        .where(
          'id',
          'in',
          asked.map(({ id }) => id),
        )
        .execute()
      await auditAll(
        tx,
        actor,
        'document.delete_requested',
        asked.map(({ id, user_id, filename, file_size, sha256 }) => ({
          subjectId: id,
          details: { user_id, filename, file_size, sha256 },
        })),
      )
      if (!actor.isAdmin) {
        await notifyOfficeOf(
          tx,
          'delete-requested',
          asked.map(({ id }) => id),
        )
      }
    }
    return { done: found.length, of: ids.length }
  })
}

/**
 * Deletes several documents in any state, all in one transaction.
 * @throws PortalError FORBIDDEN unless the actor is an administrator; PROOF_NEEDED, NOTHING_CHOSEN, TOO_MANY_CHOSEN,
 *   DOCUMENTS_GONE
 */
export async function deleteDocuments(actor: Actor, documentIds: string[]): Promise<BulkResult> {
  requireAdministrator(actor)
  await requireFreshProof(actor)
  const ids = assertIds(documentIds)
  return asAdministrator(actor, async tx => {
    const found = await lockDocuments(tx, actor, ids)
    if (found.length === 0) throw new PortalError('DOCUMENTS_GONE')
    await deleteDocumentRows(tx, actor, 'document.deleted', found)
    return { done: found.length, of: ids.length }
  })
}
