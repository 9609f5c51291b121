import { type Selectable, sql, type Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { auditAll } from '../../../server/access/audit.ts'
import { assertId } from '../../../server/access/ids.ts'
import { actAs } from '../../../server/database/act-as.ts'
import type { Database, DocumentsTable } from '../../../server/database/types.ts'
import { enqueueAll } from '../../../server/jobs/jobs.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { notifyAll, notifyOfficeOf } from '../../notifications/server/notify.ts'
import { requireServed } from './check-states.ts'
import { comparedBy, isAmong, isDisclosed, isOwnDocument, isShownTo, type Share, shareOf } from './readers.ts'

/** A stored file with its serving details. */
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
> & {
  /** The actor's access as a delegate, otherwise null. */
  share: Share | null
} & TaxFacts

/** Whether a document is a tax document, regardless of its current category (`app.keep_tax_document`). */
const isTaxDocument = sql<boolean>`documents.is_tax`

/** Whether a document shows a whole tax number: a submitted Form W-9 or W-8. */
const showsTaxNumber = sql<boolean>`exists (select from tax_certifications c where c.document_id = documents.id)`

/**
 * Owners may open a tax document; administrators, approvers and delegates need fresh proof. For a form with a whole tax
 * number, so do the holder's members other than the person in whose folder it is (specification notes, section 0).
 * @returns whether the actor needs fresh proof
 */
export function isTaxOfOthers(
  actor: Pick<Actor, 'id'>,
  { is_tax, is_own, user_id, shows_tax_number }: TaxFacts,
): boolean {
  return is_tax && !(is_own && (user_id === actor.id || !shows_tax_number))
}

interface TaxFacts {
  is_tax: boolean
  is_own: boolean
  user_id: string
  shows_tax_number: boolean
}

/** A stored file to make a document of. */
export type NewFile = Pick<
  StoredFile,
  'user_id' | 'filename' | 'file_path' | 'file_size' | 'file_type' | 'mime_type' | 'sha256' | 'marks'
> &
  Pick<Selectable<DocumentsTable>, 'fund_name' | 'category'> &
  Partial<Pick<Selectable<DocumentsTable>, 'id' | 'holder_id' | 'unreleased' | 'retain_until'>>

/** The error if the owner of a new document no longer exists. */
export const ownerConstraint = { documents_user_id_fkey: 'NOT_FOUND' } as const

/**
 * Creates a stored file's document in the caller's transaction, with its audit entry and either the notification of its
 * owner, or of administrators for an owner's upload, or the job that checks the file first.
 * @param state `waiting` if the file must be checked before anyone else sees the document
 * @returns the document's id
 */
export async function addDocument(
  tx: Transaction<Database>,
  actor: Actor,
  file: NewFile,
  state: 'unchecked' | 'waiting',
): Promise<string> {
  const [id] = await addDocuments(tx, actor, [file], state)
  return id as string
}

/** Batch size. */
const documentsAtOnce = 500

/**
 * `addDocument` for several files.
 * @param newsAfter delay of the owners' notifications, in seconds
 * @returns the documents' ids, in order
 */
export async function addDocuments(
  tx: Transaction<Database>,
  actor: Actor,
  files: readonly NewFile[],
  state: 'unchecked' | 'waiting',
  newsAfter = 0,
): Promise<string[]> {
  const ids: string[] = []
  for (let from = 0; from < files.length; from += documentsAtOnce)
    ids.push(...(await addSome(tx, actor, { files: files.slice(from, from + documentsAtOnce), state, newsAfter })))
  return ids
}

interface Added {
  files: readonly NewFile[]
  state: 'unchecked' | 'waiting'
  newsAfter: number
}

async function addSome(tx: Transaction<Database>, actor: Actor, { files, state, newsAfter }: Added): Promise<string[]> {
  const news_after = newsAfter > 0 ? sql<Date>`now() + make_interval(secs => ${newsAfter})` : null
  const rows = files.map(file => ({ ...file, uploaded_by: actor.id, check_state: state, news_after }))
  const inserted = await tx.insertInto('documents').values(rows).returning(['id', 'owner_id', 'file_path']).execute()
  const byPath = new Map(inserted.map(row => [row.file_path, row]))
  const added = files.map(file => ({ ...file, ...(byPath.get(file.file_path) as (typeof inserted)[number]) }))
  await auditAll(
    tx,
    actor,
    'document.uploaded',
    files.map(({ id: _, file_type: __, ...details }, at) => ({ subjectId: added[at]?.id ?? '', details })),
  )
  const ids = added.map(({ id }) => id)
  if (state === 'waiting') {
    await enqueueAll(
      tx,
      'check-file',
      ids.map(document_id => ({ document_id })),
    )
    return ids
  }
  const isOwn = ({ user_id }: NewFile) => user_id === actor.id
  const own = added.filter(isOwn).map(({ id }) => id)
  if (own.length > 0) await notifyOfficeOf(tx, 'file-received', own)
  await notifyReaders(
    tx,
    added.filter(file => !isOwn(file) && !file.unreleased),
    actor,
    newsAfter,
  )
  return ids
}

/**
 * E-mails owners that documents were added.
 * @param after delay in seconds
 */
export async function notifyReaders(
  tx: Transaction<Database>,
  documents: readonly { id: string; filename: string; owner_id: string }[],
  by: { id: string },
  after = 0,
): Promise<void> {
  if (documents.length === 0) return
  const owners = [...new Set(documents.map(({ owner_id }) => owner_id))]
  const { rows } = await sql<{ owner: string; readers: string[] }>`
    select owner, app.readers_of(owner) as readers from unnest(${owners}::uuid[]) owner`.execute(tx)
  const readersOf = new Map(rows.map(({ owner, readers }) => [owner, readers]))
  await notifyAll(
    tx,
    documents.flatMap(({ id, filename, owner_id }) =>
      (readersOf.get(owner_id) ?? []).map(userId => ({
        kind: 'document-added' as const,
        userId,
        documentId: id,
        filename,
        by,
        after,
      })),
    ),
  )
}

/** @returns whether a document refers to this key, as visible to the transaction's role */
export async function isReferencedByDocument(tx: Transaction<Database>, filePath: string): Promise<boolean> {
  const found = await tx
    .selectFrom('documents')
    .select('file_path')
    .where('file_path', '=', filePath)
    .executeTakeFirst()
  return found !== undefined
}

/** @returns whether a document needs this stored file; infected ones don't. Acts as the queue */
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
 * @throws PortalError NOT_FOUND for a document that doesn't exist, isn't visible to the actor, or is a signing link;
 * FILE_WAITING, FILE_INFECTED for its uploader if the file hasn't passed its check
 */
export async function findStoredFile(actor: Actor, documentId: string): Promise<StoredFile> {
  const id = assertId(documentId)
  const file = await actAs(actor, tx =>
    tx
      .selectFrom('documents')
      .select(['user_id', 'filename', 'file_path', 'file_size', 'file_type', 'mime_type', 'sha256', 'created_at'])
      .select(['check_state', 'marks', isOwnDocument.as('is_own'), shareOf.as('share')])
      .select([isTaxDocument.as('is_tax'), showsTaxNumber.as('shows_tax_number')])
      .select([comparedBy(actor).as('is_compared'), isDisclosed.as('is_disclosed')])
      .where('id', '=', id)
      .where('is_external_link', '=', false)
      .executeTakeFirst(),
  )
  // Row-level security already filters these; we check again.
  if (!file || !isShownTo(actor, file)) throw new PortalError('NOT_FOUND')
  requireServed(file)
  return file
}

/** @returns whether a document exists, as visible to the actor */
export async function documentExists(actor: Actor, id: string): Promise<boolean> {
  const found = await actAs(actor, tx =>
    tx.selectFrom('documents').select('id').where('id', '=', id).executeTakeFirst(),
  )
  return found !== undefined
}

/** A document of a selection, with its owner. */
export type SelectedDocument = Awaited<ReturnType<typeof findSelectedDocuments>>[number]

/** @returns the selected documents visible to the actor with their companions, by owner, newest first */
export async function findSelectedDocuments(actor: Actor, ids: string[]) {
  const found = await actAs(actor, tx =>
    tx
      .selectFrom('documents')
      // Members don't see each other's profiles.
      .leftJoin('user_profiles as owner', 'owner.id', 'documents.user_id')
      .select(['documents.id', 'documents.user_id', 'filename', 'file_path', 'file_size', 'is_external_link'])
      .select(['external_url', 'documents.created_at', 'owner.email', 'owner.full_name', 'check_state', 'marks'])
      .select([isOwnDocument.as('is_own'), shareOf.as('share')])
      .select([isTaxDocument.as('is_tax'), showsTaxNumber.as('shows_tax_number')])
      .where(isAmong(ids))
      .orderBy('owner.email')
      .orderBy('documents.created_at', 'desc')
      .orderBy('documents.id', 'desc')
      .execute(),
  )
  // Row-level security already filters these; we check again.
  return found.filter(document => isShownTo(actor, document))
}
