import type { Selectable, Transaction } from 'kysely'
import { formatDay } from '../../rules/notes/days.ts'
import type { Actor } from '../access/actor.ts'
import { auditAll } from '../access/audit.ts'
import { isReferredTo } from '../database/errors.ts'
import type { Database, DocumentsTable } from '../database/types.ts'
import { emailsOf } from '../identity/load-profile.ts'
import { enqueueAll } from '../jobs/jobs.ts'
import { notifyAll } from '../notifications/notify.ts'
import { fundDay } from '../platform/fund-day.ts'
import { PortalError } from '../platform/portal-error.ts'
import { recordDecisions } from './decisions.ts'
import { actsForDocument, isOwnDocument, isShownTo } from './readers.ts'

/** A document with every column, and whether it belongs to somebody whose things the actor reads. */
export type FullDocument = Selectable<DocumentsTable> & { is_own: boolean }

/**
 * Locks a document's row until the transaction ends. Others who want to change or delete it wait, then see the result.
 * @throws PortalError DOCUMENT_GONE where there is no such document, or the actor can't see it
 */
export async function lockDocument(tx: Transaction<Database>, actor: Actor, id: string): Promise<FullDocument> {
  const [document] = await lockDocuments(tx, actor, [id])
  if (!document) throw new PortalError('DOCUMENT_GONE')
  return document
}

/**
 * Locks those of several documents that the actor can see, always in the order of their ids, so that overlapping
 * selections wait for each other without a deadlock.
 * @throws PortalError FORBIDDEN where the actor only looks at one of them, for its holder
 */
export async function lockDocuments(tx: Transaction<Database>, actor: Actor, ids: string[]): Promise<FullDocument[]> {
  const found = await tx
    .selectFrom('documents')
    .selectAll()
    .select([isOwnDocument.as('is_own'), actsForDocument.as('acts')])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  // Row-level security already filters these; we check again.
  const own = found.filter(document => isShownTo(actor, document))
  if (!actor.isAdmin && own.some(({ acts }) => !acts)) throw new PortalError('FORBIDDEN')
  return own.map(({ acts: _, ...document }) => document)
}

/**
 * Deletes documents that this transaction has locked, writes an audit entry for each, records and e-mails the decision
 * to those who requested it, and queues the removal of their files. Someone who is reading a file can finish (see
 * `server/storage/storage-port.ts`).
 * @param action the audit entries' action
 * @throws PortalError DOCUMENT_RETAINED for one that must be kept for now; FORBIDDEN where the actor has just lost the
 *   right to
 */
export async function deleteDocumentRows(
  tx: Transaction<Database>,
  actor: Actor,
  action: 'document.deleted' | 'document.delete_approved' | 'document.upload_undone',
  documents: FullDocument[],
): Promise<void> {
  if (documents.length === 0) return
  requireDeletable(documents)
  const requesters = documents.map(({ delete_requested_by }) => delete_requested_by).filter(id => id !== null)
  const emails = await emailsOf(tx, [...documents.map(({ user_id }) => user_id), ...requesters])
  await auditAll(
    tx,
    actor,
    action,
    documents.map(document => ({ subjectId: document.id, details: deletionDetails(document, emails) })),
  )
  const ids = documents.map(({ id }) => id)
  const deleted = await tx
    .deleteFrom('documents')
    .where('id', 'in', ids)
    .returning('id')
    .execute()
    .catch(error => {
      // What the register refers to stays, even after its day: a statement, the agreement that somebody signed.
      throw isReferredTo(error) ? new PortalError('DOCUMENT_RETAINED', { cause: error }) : error
    })
  if (deleted.length < ids.length) throw new PortalError('FORBIDDEN')
  await recordDecisions(tx, actor, 'approved', documents)
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

/**
 * The database says the same.
 * @throws PortalError DOCUMENT_RETAINED, naming the document and the day through which it must be kept
 */
export function requireDeletable(documents: readonly FullDocument[]): void {
  for (const { filename, retain_until } of documents) {
    if (retain_until === null || retain_until < fundDay()) continue
    const sentence = `“${filename}” must be kept through ${formatDay(retain_until)}, and can’t be deleted before that day is over.`
    throw new PortalError('DOCUMENT_RETAINED', { sentence })
  }
}

/**
 * What the audit log records of a deleted document (spec decisions): what it was, whose, and who requested its deletion
 * when.
 */
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
