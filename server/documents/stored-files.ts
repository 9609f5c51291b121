import { type Selectable, sql, type Transaction } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { actAs } from '../database/act-as.ts'
import type { Database, DocumentsTable } from '../database/types.ts'
import { enqueue } from '../jobs/jobs.ts'
import { notifyAll, notifyOfficeOf } from '../notifications/notify.ts'
import { PortalError } from '../platform/portal-error.ts'
import { requireServed } from './check-states.ts'
import { isAmong, isOwnDocument, isShownTo, readersOf } from './readers.ts'

/** A stored file with what is needed to serve it. */
export type StoredFile = Pick<
  Selectable<DocumentsTable>,
  | 'user_id'
  | 'filename'
  | 'file_path'
  | 'file_size'
  | 'file_type'
  | 'mime_type'
  | 'sha256'
  | 'created_at'
  | 'check_state'
  | 'marks'
>

/** What is needed to make a document of a stored file. */
export type NewFile = Pick<
  StoredFile,
  'user_id' | 'filename' | 'file_path' | 'file_size' | 'file_type' | 'mime_type' | 'sha256' | 'marks'
> &
  Pick<Selectable<DocumentsTable>, 'fund_name' | 'category'> &
  Partial<Pick<Selectable<DocumentsTable>, 'holder_id' | 'unreleased' | 'retain_until'>>

/** The error where the owner of a new document no longer exists. */
export const ownerConstraint = { documents_user_id_fkey: 'NOT_FOUND' } as const

/**
 * Creates the document of a stored file, with its audit entry and either the notice to its owner, or to the office about
 * its owner's, or the job that checks the file first, within the caller's transaction.
 * @param state `waiting` where the file must be checked before anyone else sees the document
 * @returns the document's id
 */
export async function addDocument(
  tx: Transaction<Database>,
  actor: Actor,
  file: NewFile,
  state: 'unchecked' | 'waiting',
): Promise<string> {
  const { file_type, ...noted } = file
  const { id, owner_id } = await tx
    .insertInto('documents')
    .values({ ...file, uploaded_by: actor.id, check_state: state })
    .returning(['id', 'owner_id'])
    .executeTakeFirstOrThrow()
  await audit(tx, actor, 'document.uploaded', id, noted)
  const { user_id: userId, filename } = file
  if (state === 'waiting') await enqueue(tx, 'check-file', { document_id: id })
  else if (userId === actor.id) await notifyOfficeOf(tx, 'file-received', [id])
  else if (!file.unreleased) await notifyReaders(tx, { id, filename, owner_id }, actor)
  return id
}

/** E-mails those whose a document is that it was added. */
export async function notifyReaders(
  tx: Transaction<Database>,
  { id, filename, ...owner }: { id: string; filename: string; owner_id: string },
  by: { id: string },
): Promise<void> {
  const readers = await readersOf(tx, owner)
  await notifyAll(
    tx,
    readers.map(userId => ({ kind: 'document-added' as const, userId, documentId: id, filename, by })),
  )
}

/** @returns whether a document refers to this key, as far as the transaction's role can see documents */
export async function isReferencedByDocument(tx: Transaction<Database>, filePath: string): Promise<boolean> {
  const found = await tx
    .selectFrom('documents')
    .select('file_path')
    .where('file_path', '=', filePath)
    .executeTakeFirst()
  return found !== undefined
}

/** @returns whether a document needs this stored file; one that turned out to be infected doesn't. Acts as the queue */
export async function isNeededByDocument(tx: Transaction<Database>, filePath: string): Promise<boolean> {
  const found = await tx
    .selectFrom('documents')
    .select('file_path')
    .where('file_path', '=', filePath)
    .where('check_state', '<>', 'infected')
    .executeTakeFirst()
  return found !== undefined
}

/**
 * @returns the file of a document
 * @throws PortalError NOT_FOUND for a document that doesn't exist, that the actor can't see, or that is a signing link;
 *   FILE_WAITING, FILE_INFECTED for its uploader where the file hasn't passed its check
 */
export async function findStoredFile(actor: Actor, documentId: string): Promise<StoredFile> {
  const id = assertId(documentId)
  const file = await actAs(actor, tx =>
    tx
      .selectFrom('documents')
      .select(['user_id', 'filename', 'file_path', 'file_size', 'file_type', 'mime_type', 'sha256', 'created_at'])
      .select(['check_state', 'marks', isOwnDocument.as('is_own')])
      .select(sql<boolean>`app.is_bank_page(id)`.as('is_bank_page'))
      .where('id', '=', id)
      .where('is_external_link', '=', false)
      .executeTakeFirst(),
  )
  // Row-level security already filters these; we check again.
  if (!file || !(isShownTo(actor, file) || (actor.isApprover && file.is_bank_page))) throw new PortalError('NOT_FOUND')
  requireServed(file)
  return file
}

/** @returns whether a document still exists, as far as the actor can see */
export async function documentExists(actor: Actor, id: string): Promise<boolean> {
  const found = await actAs(actor, tx =>
    tx.selectFrom('documents').select('id').where('id', '=', id).executeTakeFirst(),
  )
  return found !== undefined
}

/** A document of a selection, with its owner. */
export type SelectedDocument = Awaited<ReturnType<typeof findSelectedDocuments>>[number]

/** @returns those documents of a selection that the actor can see and what belongs beside them, by owner, newest first */
export async function findSelectedDocuments(actor: Actor, ids: string[]) {
  const found = await actAs(actor, tx =>
    tx
      .selectFrom('documents')
      // Who acts for a holder doesn't see the others' profiles.
      .leftJoin('user_profiles as owner', 'owner.id', 'documents.user_id')
      .select(['documents.id', 'documents.user_id', 'filename', 'file_path', 'file_size', 'is_external_link'])
      .select(['external_url', 'documents.created_at', 'owner.email', 'owner.full_name', 'check_state', 'marks'])
      .select(isOwnDocument.as('is_own'))
      .where(isAmong(ids))
      .orderBy('owner.email')
      .orderBy('documents.created_at', 'desc')
      .orderBy('documents.id', 'desc')
      .execute(),
  )
  // Row-level security already filters these; we check again.
  return found.filter(document => isShownTo(actor, document))
}
