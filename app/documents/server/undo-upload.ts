import { undoUploadTime } from '../../../rules/limits.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { undoUploadCommand } from '../document.commands.ts'
import { deleteDocumentRows, lockDocument } from './document-rows.ts'

/**
 * Undoes an upload to the actor's own documents within an hour if no one else has opened it: deletes document and file
 * without a request. The database enforces the same.
 */
export const undoUpload = perform(undoUploadCommand, async ({ tx, actor, refuse }, documentId) => {
  const document = await lockDocument(tx, actor, assertId(documentId))
  const { user_id, uploaded_by, is_external_link, check_state, created_at } = document
  const isOwn = user_id === actor.id && uploaded_by === actor.id && !is_external_link
  if (!isOwn || check_state === 'infected') throw new PortalError('FORBIDDEN')
  if (document.opened_by_others_at) throw refuse('UNDO_UPLOAD_OPENED')
  const isLate = created_at.getTime() < Date.now() - undoUploadTime
  // The fund must decide an open delete request, or its requester withdraw it.
  if (isLate || document.delete_request_status === 'pending') throw refuse('UNDO_UPLOAD_LATE')
  await deleteDocumentRows(tx, actor, 'document.upload_undone', [document])
})
