import { sql, type Transaction } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import type { Database } from '../database/types.ts'
import { PortalError } from '../platform/portal-error.ts'
import { requireOpen } from './document-request.ts'

/**
 * Checks, before an upload, that it may fulfill a request.
 * @param personId who will own the document
 * @returns the request's id
 * @throws PortalError NOT_FOUND where there is no such request of that person; REQUEST_FULFILLED, REQUEST_CLOSED
 */
export async function requireOpenRequest(
  tx: Transaction<Database>,
  requestId: string,
  personId: string,
): Promise<string> {
  const id = assertId(requestId)
  const request = await tx
    .selectFrom('document_requests')
    .select(['person_id', 'fulfilled_at', 'withdrawn_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (request?.person_id !== personId) throw new PortalError('NOT_FOUND')
  requireOpen(request)
  return id
}

/**
 * Marks a request as fulfilled by a document that was uploaded for it, within the transaction that creates the document.
 * Where the request was withdrawn or fulfilled meanwhile, it stays as it is, and the document is one like any other.
 */
export async function fulfillRequest(
  tx: Transaction<Database>,
  actor: Actor,
  requestId: string,
  documentId: string,
): Promise<void> {
  const request = await tx
    .updateTable('document_requests')
    .set({ fulfilled_document_id: documentId, fulfilled_at: sql<Date>`now()` })
    .where('id', '=', requestId)
    .where('fulfilled_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .returning(['person_id', 'name'])
    .executeTakeFirst()
  if (!request) return
  const { person_id: user_id, name } = request
  await audit(tx, actor, 'document_request.fulfilled', requestId, { user_id, name, document_id: documentId })
}
