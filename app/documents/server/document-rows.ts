import type { Selectable, Transaction } from 'kysely'
import { formatDay } from '../../../rules/days.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { auditAll } from '../../../server/access/audit.ts'
import { isReferredTo } from '../../../server/database/errors.ts'
import type { Database, DocumentsTable } from '../../../server/database/types.ts'
import { enqueueAll } from '../../../server/jobs/jobs.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { emailsOf } from '../../identity/server/load-profile.ts'
import { notifyAll } from '../../notifications/server/notify.ts'
import { recordDecisions } from './decisions.ts'
import { actsForDocument, isOwnDocument, isShownTo } from './readers.ts'

/** A document with every column, and whether its owner is one that the actor may read. */
export type FullDocument = Selectable<DocumentsTable> & { is_own: boolean }

/**
 * Locks a document's row until the transaction ends; concurrent changes wait for it.
 * @throws PortalError DOCUMENT_GONE if it doesn't exist or isn't visible to the actor
 */
export async function lockDocument(tx: Transaction<Database>, actor: Actor, id: string): Promise<FullDocument> {
  const [document] = await lockDocuments(tx, actor, [id])
  if (!document) throw new PortalError('DOCUMENT_GONE')
  return document
}

/**
 * Locks the visible ones of several documents, ordered by id so that overlapping selections don't deadlock.
 * @throws PortalError FORBIDDEN if the actor is only a viewer for a document's holder
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
 * Deletes documents locked by this transaction, writes an audit entry for each, records and e-mails the decision to
 * requesters, and queues the removal of their files. Reads in progress can finish (see
 * `server/storage/storage-port.ts`).
 * @param action the audit entries' action
 * @throws PortalError DOCUMENT_RETAINED for one that must be retained; FORBIDDEN if the actor has just lost the right
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
      // Documents that the register refers to stay, even after their day: statements, signed agreements.
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
 * The database enforces the same.
 * @throws PortalError DOCUMENT_RETAINED, with the document and its last day of retention
 */
export function requireDeletable(documents: readonly FullDocument[]): void {
  for (const { filename, retain_until } of documents) {
    if (retain_until === null || retain_until < fundDay()) continue
    const sentence = `“${filename}” must be kept through ${formatDay(retain_until)}, and can’t be deleted before that day is over.`
    throw new PortalError('DOCUMENT_RETAINED', { sentence })
  }
}

/**
 * Details of a deleted document for the audit log (spec decisions): the document, its owner, and who requested its
 * deletion when.
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
