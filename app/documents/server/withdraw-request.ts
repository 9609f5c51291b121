import { canTake, deleteRequestSteps } from '../../../rules/workflows.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import { withdrawDeleteCommand } from '../document.commands.ts'
import { lockDocument } from './document-rows.ts'

/** Withdraws a delete request; the document returns to its prior state. Idempotent. */
export const withdrawDocumentDelete = perform(
  withdrawDeleteCommand,
  async ({ tx, actor, refuse, audit }, documentId) => {
    const id = assertId(documentId)
    const document = await lockDocument(tx, actor, id)
    const { delete_request_status, delete_requested_by, delete_requested_at, user_id, filename } = document
    if (delete_request_status === 'rejected') throw refuse('REQUEST_REJECTED')
    if (!canTake(deleteRequestSteps.withdraw, delete_request_status)) return
    if (delete_requested_by !== actor.id) throw refuse('REQUEST_NOT_YOURS')
    await tx
      .updateTable('documents')
      .set({ delete_request_status: null, delete_requested_by: null, delete_requested_at: null })
      .where('id', '=', id)
      .execute()
    await audit('document.delete_withdrawn', id, { user_id, filename, delete_requested_at })
  },
)
