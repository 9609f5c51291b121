import type { Selectable, Transaction } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { auditAll } from '../access/audit.ts'
import { isOwnerOrAdministrator } from '../access/roles.ts'
import type { Database, DocumentsTable } from '../database/types.ts'
import { emailsOf } from '../identity/load-profile.ts'
import { enqueueAll } from '../jobs/jobs.ts'
import { notifyAll } from '../notifications/notify.ts'
import { PortalError } from '../platform/portal-error.ts'

/** A document with everything the database knows of it. */
export type FullDocument = Selectable<DocumentsTable>

/**
 * Takes a document for this transaction: whoever wants to change or delete it meanwhile waits, and then finds what has
 * become of it.
 * @throws PortalError DOCUMENT_GONE where there is no such document, or none that the actor may see
 */
export async function lockDocument(tx: Transaction<Database>, actor: Actor, id: string): Promise<FullDocument> {
  const [document] = await lockDocuments(tx, actor, [id])
  if (!document) throw new PortalError('DOCUMENT_GONE')
  return document
}

/**
 * Takes those of several documents that are there and the actor's to see. The order is always the same, so that two
 * who want some of the same ones wait for each other and never for ever.
 */
export async function lockDocuments(tx: Transaction<Database>, actor: Actor, ids: string[]): Promise<FullDocument[]> {
  const found = await tx.selectFrom('documents').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute()
  // Row-level security has decided already; the operation does too.
  return found.filter(({ user_id }) => isOwnerOrAdministrator(actor, user_id))
}

/**
 * Deletes documents that this transaction has taken, notes each in the audit log and has their files removed once the
 * transaction is kept. Whoever asked for it is told. Whoever is reading a file then reads it to its end (see `server/storage/storage-port.ts`).
 * @param action what the audit log calls it
 * @throws PortalError FORBIDDEN where the actor has just lost the right to
 */
export async function deleteDocumentRows(
  tx: Transaction<Database>,
  actor: Actor,
  action: 'document.deleted' | 'document.delete_approved',
  documents: FullDocument[],
): Promise<void> {
  if (documents.length === 0) return
  const requesters = documents.map(({ delete_requested_by }) => delete_requested_by).filter(id => id !== null)
  const emails = await emailsOf(tx, [...documents.map(({ user_id }) => user_id), ...requesters])
  await auditAll(
    tx,
    actor,
    action,
    documents.map(document => ({ subjectId: document.id, details: deletionDetails(document, emails) })),
  )
  const ids = documents.map(({ id }) => id)
  const deleted = await tx.deleteFrom('documents').where('id', 'in', ids).returning('id').execute()
  if (deleted.length < ids.length) throw new PortalError('FORBIDDEN')
  await notifyAll(
    tx,
    documents.flatMap(({ id, filename, delete_requested_by: userId }) =>
      userId ? { kind: 'delete-approved', userId, documentId: id, filename, by: actor } : [],
    ),
  )
  await enqueueAll(
    tx,
    'remove-file',
    documents.filter(({ file_path }) => file_path !== '').map(({ file_path }) => ({ file_path })),
  )
}

/** What is to be known of a document once it is gone (spec decisions): what it was, whose, and who asked when. */
function deletionDetails(document: FullDocument, emails: Map<string, string>): Record<string, unknown> {
  const { user_id, filename, file_path, file_size, mime_type, sha256, fund_name, category, created_at } = document
  const { uploaded_by, view_count, delete_requested_by, delete_requested_at, is_external_link, external_url } = document
  return {
    user_id,
    owner_email: emails.get(user_id),
    filename,
    ...(is_external_link ? { external_host: new URL(external_url ?? '').host } : { file_path, file_size, sha256 }),
    mime_type,
    fund_name,
    category,
    uploaded_by,
    created_at,
    view_count,
    delete_requested_by,
    ...(delete_requested_by && { delete_requested_by_email: emails.get(delete_requested_by) }),
    delete_requested_at,
  }
}
