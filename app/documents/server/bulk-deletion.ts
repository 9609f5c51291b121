import { sql } from 'kysely'
import { manyNotice } from '../../../rules/notices.ts'
import { canTake, deleteRequestSteps } from '../../../rules/workflows.ts'
import { auditAll } from '../../../server/access/audit.ts'
import { assertIds } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import { notifyOfficeOf } from '../../notifications/server/notify.ts'
import { deleteDocumentsCommand, requestDeletesCommand } from '../document.commands.ts'
import { isServed } from './check-states.ts'
import { deleteDocumentRows, lockDocuments, requireDeletable } from './document-rows.ts'

/** Number of selected documents changed. The others no longer existed. */
export interface BulkResult {
  done: number
  of: number
}

/**
 * Requests deletion of several documents in one transaction. Those already requested count as done and retain their
 * first requester and time. Documents with a file that hasn't passed its check are excluded.
 */
export const requestDocumentsDelete = perform(requestDeletesCommand, async ({ tx, actor, refuse }, _about, values) => {
  const ids = assertIds(values.ids)
  const found = (await lockDocuments(tx, actor, ids)).filter(isServed)
  if (found.length === 0) throw refuse('DOCUMENTS_GONE')
  const requested = found.filter(document => canTake(deleteRequestSteps.request, document.delete_request_status))
  requireDeletable(requested)
  const requestedIds = requested.map(({ id }) => id)
  if (requested.length > 0) {
    await tx
      .updateTable('documents')
      .set({ delete_request_status: 'pending', delete_requested_by: actor.id, delete_requested_at: sql<Date>`now()` })
      .where('id', 'in', requestedIds)
      .execute()
    const entries = requested.map(({ id, user_id, filename, file_size, sha256 }) => ({
      subjectId: id,
      details: { user_id, filename, file_size, sha256 },
    }))
    await auditAll(tx, actor, 'document.delete_requested', entries)
    if (!actor.isAdmin) await notifyOfficeOf(tx, 'delete-requested', requestedIds)
  }
  return { notice: manyNotice('requested', found.length, ids.length) }
})

/** Deletes several documents in any state, in one transaction. */
export const deleteDocuments = perform(
  deleteDocumentsCommand,
  async ({ tx, actor, refuse }, _about, values) => {
    const ids = assertIds(values.ids)
    const found = await lockDocuments(tx, actor, ids)
    if (found.length === 0) throw refuse('DOCUMENTS_GONE')
    await deleteDocumentRows(tx, actor, 'document.deleted', found)
    return { notice: manyNotice('deleted', found.length, ids.length) }
  },
  { before: requireFreshProof },
)
