import { sql, type Transaction } from 'kysely'
import { undoUploadTime } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { assertId } from '../../../server/access/ids.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { deleteDocumentRows, type FullDocument, lockDocuments } from '../../documents/server/document-rows.ts'
import { renamedFilename } from '../../documents/server/filenames.ts'
import { requireOpen } from './document-request.ts'

/** A request that a document may fulfill: it is open, or its document may be replaced. */
interface AnswerableRequest {
  id: string
  person_id: string
  name: string
  /** The document that fulfilled it, which the person may replace: no one else has opened it. */
  replaced: FullDocument | undefined
}

/**
 * Checks, before an upload, that it may fulfill a request.
 * @param personId who will own the document
 * @returns the request's id, and the holder that needs the document
 * @throws PortalError NOT_FOUND where there is no such request of that person; REQUEST_FULFILLED, REQUEST_CLOSED
 */
export async function requireAnswerableRequest(
  tx: Transaction<Database>,
  actor: Actor,
  requestId: string,
  personId: string,
): Promise<{ id: string; holderId: string | null }> {
  const id = assertId(requestId)
  const request = await tx
    .selectFrom('document_requests')
    .select(['person_id', 'holder_id', 'fulfilled_at', 'withdrawn_at', 'fulfilled_document_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (request?.person_id !== personId) throw new PortalError('NOT_FOUND')
  if (!(await findReplaced(tx, actor, request))) requireOpen(request)
  return { id, holderId: request.holder_id }
}

/**
 * Locks a request for a document that was uploaded for it.
 * @returns undefined where it was withdrawn meanwhile, or has its document: the new one is then a document like any other
 */
export async function lockAnswerable(
  tx: Transaction<Database>,
  actor: Actor,
  requestId: string,
): Promise<AnswerableRequest | undefined> {
  const request = await tx
    .selectFrom('document_requests')
    .select(['id', 'person_id', 'name', 'fulfilled_at', 'withdrawn_at', 'fulfilled_document_id'])
    .where('id', '=', requestId)
    .forUpdate()
    .executeTakeFirst()
  if (!request || request.withdrawn_at) return undefined
  const { id, person_id, name } = request
  const replaced = await findReplaced(tx, actor, request)
  return request.fulfilled_at && !replaced ? undefined : { id, person_id, name, replaced }
}

/** @returns the request's document, if the requested person may replace it */
async function findReplaced(
  tx: Transaction<Database>,
  actor: Actor,
  { person_id, fulfilled_document_id }: { person_id: string; fulfilled_document_id: string | null },
): Promise<FullDocument | undefined> {
  if (person_id !== actor.id || !fulfilled_document_id) return undefined
  const [document] = await lockDocuments(tx, actor, [fulfilled_document_id])
  return document?.opened_by_others_at || document?.uploaded_by !== actor.id ? undefined : document
}

/**
 * @param sent the name of the file that a person has sent for a request, with its type
 * @returns the document's name: the request's, and with a number where it is beside the one it replaces
 */
export function nameForRequest(
  { name, replaced }: AnswerableRequest,
  { file_type }: Pick<FullDocument, 'file_type'>,
): string {
  const before = replaced && !isRemovable(replaced) ? Number(/ \((\d+)\)\.\w+$/.exec(replaced.filename)?.[1] ?? 1) : 0
  return renamedFilename(before > 0 ? `${name} (${before + 1})` : name, file_type as 'pdf')
}

/** Whether its upload can still be undone (app/documents/server/undo-upload.ts). */
function isRemovable({ created_at, delete_request_status, check_state }: FullDocument): boolean {
  const isLate = created_at.getTime() < Date.now() - undoUploadTime
  return !isLate && delete_request_status !== 'pending' && check_state !== 'infected'
}

/**
 * Marks a request as fulfilled by a document that was uploaded for it, within the transaction that creates the
 * document. The replaced document is removed while its upload can be undone, and stays among the person's documents
 * after that.
 * @param filename of the file as it was sent, for the log
 */
export async function fulfillRequest(
  tx: Transaction<Database>,
  actor: Actor,
  { id, person_id: user_id, name, replaced }: AnswerableRequest,
  documentId: string,
  filename: string,
): Promise<void> {
  await tx
    .updateTable('document_requests')
    .set({ fulfilled_document_id: documentId, fulfilled_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  const about = { user_id, name, document_id: documentId, filename }
  await audit(tx, actor, 'document_request.fulfilled', id, replaced ? { ...about, replaced: replaced.id } : about)
  if (replaced && isRemovable(replaced)) await deleteDocumentRows(tx, actor, 'document.upload_undone', [replaced])
}
