import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import { deleteRequestsPerPage } from '../../../rules/limits.ts'
import { canTake, deleteRequestSteps } from '../../../rules/workflows.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { isAudited } from '../../../server/access/audit.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import { asAdministrator } from '../../../server/access/roles.ts'
import { containing } from '../../../server/database/like-pattern.ts'
import { searchWords } from '../../../server/database/search-words.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import { requireProofToReach } from '../../identity/server/reach-proof.ts'
import { firstRows } from '../../lists/server/first-rows.ts'
import { notify, notifyOfficeOf } from '../../notifications/server/notify.ts'
import {
  approveDeleteCommand,
  deleteDocumentCommand,
  rejectDeleteCommand,
  requestDeleteCommand,
} from '../document.commands.ts'
import { requireServed } from './check-states.ts'
import { recordDecisions } from './decisions.ts'
import {
  deleteDocumentRows,
  type FullDocument,
  lockDocument,
  lockDocuments,
  requireDeletable,
} from './document-rows.ts'
import { documentColumns, type PortalDocument } from './documents.ts'

/** A document with an open delete request, its owner and its requester. */
export type DeleteRequest = PortalDocument & {
  ownerEmail: string
  ownerName: string | null
  requesterEmail: string
  requesterName: string | null
}

/**
 * Requests a document's deletion (specification section 4), for its owner or an administrator. A second request retains
 * the first requester and time.
 */
export const requestDocumentDelete = perform(requestDeleteCommand, async ({ tx, actor, audit }, documentId) => {
  const id = assertId(documentId)
  const document = await lockDocument(tx, actor, id)
  requireServed(document)
  if (!canTake(deleteRequestSteps.request, document.delete_request_status)) return
  requireDeletable([document])
  await tx
    .updateTable('documents')
    .set({ delete_request_status: 'pending', delete_requested_by: actor.id, delete_requested_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  const { user_id, filename, file_size, sha256 } = document
  await audit('document.delete_requested', id, { user_id, filename, file_size, sha256 })
  if (!actor.isAdmin) await notifyOfficeOf(tx, 'delete-requested', [id])
})

/**
 * Approves a delete request: marks it approved, deletes the document, writes the audit entry that outlives it and
 * queues the removal of its file, all or nothing (spec decisions, "approve").
 */
export const approveDocumentDelete = perform(approveDeleteCommand, async ({ tx, actor }, documentId) => {
  const document = await lockRequested(tx, actor, documentId)
  await tx
    .updateTable('documents')
    .set({ delete_request_status: 'approved' })
    .where('id', '=', document.id)
    .executeTakeFirstOrThrow()
  await deleteDocumentRows(tx, actor, 'document.delete_approved', [document])
})

/**
 * Rejects a delete request; the document returns to its prior state (specification section 4). The requester sees the
 * reason in the portal and, if their settings allow details, by e-mail.
 */
export const rejectDocumentDelete = perform(
  rejectDeleteCommand,
  async ({ tx, actor, audit }, documentId, values) => {
    const reason = values.reason || null
    const document = await lockRequested(tx, actor, documentId)
    await tx
      .updateTable('documents')
      .set({ delete_request_status: 'rejected', delete_requested_by: null, delete_requested_at: null })
      .where('id', '=', document.id)
      .executeTakeFirstOrThrow()
    const { user_id, filename, delete_requested_by, delete_requested_at } = document
    const request = { user_id, filename, delete_requested_by, delete_requested_at }
    await audit('document.delete_rejected', document.id, { ...request, ...(reason && { reason }) })
    await recordDecisions(tx, actor, 'rejected', [document], reason)
    if (!delete_requested_by) return
    const about = { userId: delete_requested_by, documentId: document.id, filename }
    await notify(tx, { kind: 'delete-rejected', ...about, ...(reason && { detail: reason }), by: actor })
  },
  { before: (actor, id, { reason }) => requireProofToReach(actor, { owners: [id], texts: [reason] }) },
)

/** Locks a document and checks that its delete request is open. Serializes decisions on a document. */
async function lockRequested(tx: Transaction<Database>, actor: Actor, documentId: string): Promise<FullDocument> {
  const id = assertId(documentId)
  const [document] = await lockDocuments(tx, actor, [id])
  // An approved request deletes the row, so only the audit log can tell.
  if (!document)
    throw new PortalError((await isAudited(tx, id, 'document.delete_approved')) ? 'REQUEST_APPROVED' : 'DOCUMENT_GONE')
  if (document.delete_request_status === 'rejected') throw new PortalError('REQUEST_REJECTED')
  if (!canTake(deleteRequestSteps.approve, document.delete_request_status)) throw new PortalError('REQUEST_WITHDRAWN')
  return document
}

/** Deletes a document in any state (specification section 4: "An admin may also force delete directly"). */
export const deleteDocument = perform(
  deleteDocumentCommand,
  async ({ tx, actor }, documentId) => {
    const document = await lockDocument(tx, actor, assertId(documentId))
    await deleteDocumentRows(tx, actor, 'document.deleted', [document])
  },
  { before: requireFreshProof },
)

/**
 * Lists everyone's open delete requests, oldest first.
 * @param page from 0, `deleteRequestsPerPage` per page
 * @param search words that the document's name, or its owner's name or address, must contain
 */
export async function getDeleteRequests(
  actor: Actor,
  { page = 0, search = '' }: { page?: number; search?: string } = {},
): Promise<{ requests: DeleteRequest[]; total: number }> {
  const before = Number.isSafeInteger(page) && page > 0 && page < 1e9 ? page * deleteRequestsPerPage : 0
  return asAdministrator(actor, async tx => {
    const found = pending(tx).where(containsAll(searchWords(search)))
    const { total } = await found.select(count => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const requests = await listed(found).limit(deleteRequestsPerPage).offset(before).execute()
    return { requests, total }
  })
}

/** @returns a condition: the document's name, or its owner's name or address, contains each of the words */
function containsAll(words: string[]) {
  const text = sql`concat_ws(' ', document.filename, owner.full_name, owner.email)`
  const conditions = words.map(word => sql<SqlBool>`app.folded(${text}) like ${containing(word)}`)
  return conditions.length > 0 ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : sql<SqlBool>`true`
}

/** Documents with an open delete request, and their owners. */
const pending = (db: Kysely<Database>) =>
  db
    .selectFrom('documents as document')
    .innerJoin('user_profiles as owner', 'owner.id', 'document.user_id')
    .where('document.delete_request_status', '=', sql.lit('pending'))
    // Matches the index's condition.
    .where('document.delete_requested_at', 'is not', null)

/** Oldest first. */
const listed = (requests: ReturnType<typeof pending>) =>
  requests
    .innerJoin('user_profiles as requester', 'requester.id', 'document.delete_requested_by')
    .select(documentColumns.map(column => `document.${column}` as const))
    .select(['owner.email as ownerEmail', 'owner.full_name as ownerName'])
    .select(['requester.email as requesterEmail', 'requester.full_name as requesterName'])
    .orderBy('document.delete_requested_at')
    .orderBy('document.id')

/** The first of the list, with the total number; for administrators. */
export const openDeleteRequests = firstRows('open_delete_requests', pending, listed)
