import { type SqlBool, sql, type Transaction } from 'kysely'
import { rejectReasonLength } from '../../rules/document-request-limits.ts'
import { deleteRequestsPerPage } from '../../rules/limits.ts'
import { manyLines } from '../../rules/text.ts'
import { canTake, deleteRequestSteps } from '../../rules/workflows.ts'
import type { Actor } from '../access/actor.ts'
import { audit, isAudited } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { nameOrAddress } from '../access/name-with-address.ts'
import { asAdministrator, requireAdministrator } from '../access/roles.ts'
import { actAs } from '../database/act-as.ts'
import { containing } from '../database/like-pattern.ts'
import { prepared } from '../database/prepared.ts'
import { searchWords } from '../database/search-words.ts'
import type { Database } from '../database/types.ts'
import { requireFreshProof } from '../identity/fresh-proof.ts'
import { requireProofToReach } from '../identity/reach-proof.ts'
import { notify, notifyOfficeOf } from '../notifications/notify.ts'
import { PortalError } from '../platform/portal-error.ts'
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
  owner_email: string
  owner_name: string | null
  requester_email: string
  requester_name: string | null
}

/**
 * Requests a document's deletion (specification section 4), for its owner or an administrator. A second request keeps
 * the first requester and time.
 * @throws PortalError DOCUMENT_GONE where there is no such document, or the actor can't see it; FILE_WAITING, FILE_INFECTED
 *   where its file hasn't passed its check; DOCUMENT_RETAINED with the day through which it must be kept
 */
export async function requestDocumentDelete(actor: Actor, documentId: string): Promise<void> {
  const id = assertId(documentId)
  await actAs(actor, async tx => {
    const document = await lockDocument(tx, actor, id)
    requireServed(document)
    if (!canTake(deleteRequestSteps.request, document.delete_request_status)) return
    requireDeletable([document])
    await tx
      .updateTable('documents')
      .set({
        delete_request_status: 'pending',
        delete_requested_by: actor.id,
        delete_requested_at: sql<Date>`now()`,
      })
      .where('id', '=', id)
      .execute()
    const { user_id, filename, file_size, sha256 } = document
    await audit(tx, actor, 'document.delete_requested', id, { user_id, filename, file_size, sha256 })
    if (!actor.isAdmin) await notifyOfficeOf(tx, 'delete-requested', [id])
  })
}

/**
 * Approves a delete request: marks it approved, deletes the document, writes the audit entry that outlives it and
 * queues the removal of its file, all or nothing (spec decisions, "approve").
 * @throws PortalError FORBIDDEN unless the actor is an administrator; REQUEST_APPROVED, REQUEST_REJECTED,
 *   REQUEST_WITHDRAWN, DOCUMENT_GONE where someone else was faster
 */
export async function approveDocumentDelete(actor: Actor, documentId: string): Promise<void> {
  await decideRequest(actor, documentId, async (tx, document) => {
    await tx
      .updateTable('documents')
      .set({ delete_request_status: 'approved' })
      .where('id', '=', document.id)
      .executeTakeFirstOrThrow()
    await deleteDocumentRows(tx, actor, 'document.delete_approved', [document])
  })
}

/**
 * Rejects a delete request; the document is as it was before (specification section 4).
 * @param typed why, for the person who requested it, who reads it in their portal and, where they allow details there, in
 *   e-mail; empty for no reason
 * @throws PortalError as `approveDocumentDelete`; REASON_LONG
 */
export async function rejectDocumentDelete(actor: Actor, documentId: string, typed = ''): Promise<void> {
  const reason = manyLines(typed) || null
  if (reason && [...reason].length > rejectReasonLength) throw new PortalError('REASON_LONG')
  await requireProofToReach(actor, { owners: [documentId], texts: [reason] })
  await decideRequest(actor, documentId, async (tx, document) => {
    await tx
      .updateTable('documents')
      .set({ delete_request_status: 'rejected', delete_requested_by: null, delete_requested_at: null })
      .where('id', '=', document.id)
      .executeTakeFirstOrThrow()
    const { user_id, filename, delete_requested_by, delete_requested_at } = document
    await audit(tx, actor, 'document.delete_rejected', document.id, {
      user_id,
      filename,
      delete_requested_by,
      delete_requested_at,
      ...(reason && { reason }),
    })
    await recordDecisions(tx, actor, 'rejected', [document], reason)
    if (delete_requested_by) {
      const about = { userId: delete_requested_by, documentId: document.id, filename }
      await notify(tx, { kind: 'delete-rejected', ...about, ...(reason && { detail: reason }), by: actor })
    }
  })
}

/**
 * Locks a document, checks that its delete request is still open, and carries out the decision. Decisions on the same
 * document run one after the other.
 */
async function decideRequest(
  actor: Actor,
  documentId: string,
  work: (tx: Transaction<Database>, document: FullDocument) => Promise<void>,
): Promise<void> {
  requireAdministrator(actor)
  const id = assertId(documentId)
  await asAdministrator(actor, async tx => {
    const [document] = await lockDocuments(tx, actor, [id])
    // An approved request deletes the row, so only the audit log still knows.
    if (!document)
      throw new PortalError(
        (await isAudited(tx, id, 'document.delete_approved')) ? 'REQUEST_APPROVED' : 'DOCUMENT_GONE',
      )
    if (document.delete_request_status === 'rejected') throw new PortalError('REQUEST_REJECTED')
    if (!canTake(deleteRequestSteps.approve, document.delete_request_status)) throw new PortalError('REQUEST_WITHDRAWN')
    await work(tx, document)
  })
}

/**
 * Deletes a document in any state (specification section 4: "An admin may also force delete directly").
 * @throws PortalError FORBIDDEN unless the actor is an administrator; PROOF_NEEDED; DOCUMENT_GONE where someone else was
 *   faster
 */
export async function deleteDocument(actor: Actor, documentId: string): Promise<void> {
  requireAdministrator(actor)
  await requireFreshProof(actor)
  const id = assertId(documentId)
  await asAdministrator(actor, async tx => {
    await deleteDocumentRows(tx, actor, 'document.deleted', [await lockDocument(tx, actor, id)])
  })
}

/**
 * Lists everyone's open delete requests, oldest first.
 * @param page from 0, `deleteRequestsPerPage` per page
 * @param search words that the document's name, or its owner's name or address, must contain
 * @returns the page's requests and how many there are in all
 * @throws PortalError FORBIDDEN unless the actor is an administrator
 */
export async function getDeleteRequests(
  actor: Actor,
  { page = 0, search = '' }: { page?: number; search?: string } = {},
): Promise<{ requests: DeleteRequest[]; total: number }> {
  const before = Number.isSafeInteger(page) && page > 0 && page < 1e9 ? page * deleteRequestsPerPage : 0
  return asAdministrator(actor, async tx => {
    const pending = tx
      .selectFrom('documents as document')
      .innerJoin('user_profiles as owner', 'owner.id', 'document.user_id')
      .where('document.delete_request_status', '=', 'pending')
      // What the index has.
      .where('document.delete_requested_at', 'is not', null)
      .where(containsAll(searchWords(search)))
    const { total } = await pending.select(count => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const requests = await pending
      .innerJoin('user_profiles as requester', 'requester.id', 'document.delete_requested_by')
      .select(documentColumns.map(column => `document.${column}` as const))
      .select(['owner.email as owner_email', 'owner.full_name as owner_name'])
      .select(['requester.email as requester_email', 'requester.full_name as requester_name'])
      .orderBy('document.delete_requested_at')
      .orderBy('document.id')
      .limit(deleteRequestsPerPage)
      .offset(before)
      .execute()
    return { requests, total }
  })
}

/** @returns a condition: the document's name, or its owner's name or address, contains each of the words */
function containsAll(words: string[]) {
  const text = sql`concat_ws(' ', document.filename, owner.full_name, owner.email)`
  const conditions = words.map(word => sql<SqlBool>`app.folded(${text}) like ${containing(word)}`)
  return conditions.length > 0 ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : sql<SqlBool>`true`
}

/** A document that somebody asked to have deleted. */
export interface OpenDeleteRequest {
  filename: string
  /** The owner's name, or else their address. */
  owner: string
  since: Date
  /** How many there are in all. */
  total: number
}

const isOpen = sql`delete_request_status = 'pending' and delete_requested_at is not null`

/** The delete requests that have waited longest, with how many are open; for administrators. */
export const openDeleteRequests = prepared(
  'open_delete_requests',
  (_, most: number) => sql<OpenDeleteRequest>`
    select filename, ${nameOrAddress('owner')} as owner, delete_requested_at as since,
      (select count(*) from documents where ${isOpen})::int as total
    from documents join user_profiles owner on owner.id = documents.user_id
    where ${isOpen} order by delete_requested_at, documents.id limit ${most}`,
)
