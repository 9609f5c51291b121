import { canTake, deleteRequestSteps } from '../../rules/workflows.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { actAs } from '../database/act-as.ts'
import { PortalError } from '../platform/portal-error.ts'
import { lockDocument } from './document-rows.ts'

/**
 * Withdraws a delete request; the document is as it was before. Withdrawn twice, it stays withdrawn.
 * @throws PortalError REQUEST_NOT_YOURS unless the actor made the request; REQUEST_REJECTED, DOCUMENT_GONE where an
 *   administrator was faster
 */
export async function withdrawDocumentDelete(actor: Actor, documentId: string): Promise<void> {
  const id = assertId(documentId)
  await actAs(actor, async tx => {
    const document = await lockDocument(tx, actor, id)
    const { delete_request_status, delete_requested_by, delete_requested_at, user_id, filename } = document
    if (delete_request_status === 'rejected') throw new PortalError('REQUEST_REJECTED')
    if (!canTake(deleteRequestSteps.withdraw, delete_request_status)) return
    if (delete_requested_by !== actor.id) throw new PortalError('REQUEST_NOT_YOURS')
    await tx
      .updateTable('documents')
      .set({ delete_request_status: null, delete_requested_by: null, delete_requested_at: null })
      .where('id', '=', id)
      .execute()
    await audit(tx, actor, 'document.delete_withdrawn', id, { user_id, filename, delete_requested_at })
  })
}
