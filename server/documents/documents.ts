import { type Selectable, sql, type Transaction } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { assertId } from '../access/ids.ts'
import { requireOwnerOrAdministrator } from '../access/roles.ts'
import { queryAs } from '../database/read-as.ts'
import type { Database, DocumentsTable } from '../database/types.ts'
import { PortalError } from '../platform/portal-error.ts'
import { comparedBy, csvBeside, firstDocumentsOf, isOwnDocument, isShownTo, type Share, shareOf } from './readers.ts'

/** A document as the portal shows it: the table's row without what only the server needs. Times are UTC. */
export type PortalDocument = Pick<Selectable<DocumentsTable>, (typeof documentColumns)[number]> & {
  /** Whether the reader added it within the last hour; only in a person's list. */
  just_added?: boolean
  /** Of a statement: its figures as CSV; only in a person's list and where it is opened. */
  csv_id?: string | null
  /** The holder that it is filed with, rather than with the person; only in a person's list. */
  holder_id?: string | null
  /** Where the reader is shown it as a delegate. */
  share?: Share
  /** Where its file is, of one that isn't stored, such as a sample; the others' is `/files/{id}`. */
  address?: string
}

/** The columns of a PortalDocument. */
export const documentColumns = [
  'id',
  'user_id',
  'filename',
  'file_size',
  'mime_type',
  'uploaded_by',
  'fund_name',
  'category',
  'is_external_link',
  'external_url',
  'file_type',
  'view_count',
  'created_at',
  'updated_at',
  'delete_requested_by',
  'delete_requested_at',
  'delete_request_status',
  'check_state',
  'marks',
  'signing_state',
  'read_at',
  'opened_by_others_at',
] as const satisfies (keyof DocumentsTable)[]

/** Rows of a list at most. */
export const listLimit = 5000

/**
 * Lists a person's documents, newest first (specification section 7).
 * @param actor the person, or an administrator
 * @param userId whose documents
 * @param limit rows at most
 * @throws PortalError FORBIDDEN for anyone else
 */
export async function getUserDocuments(actor: Actor, userId: string, limit = listLimit): Promise<PortalDocument[]> {
  const owner = assertId(userId)
  requireOwnerOrAdministrator(actor, owner)
  return queryAs(actor, tx =>
    firstDocumentsOf(tx, owner, sql`created_at desc, id desc`, limit).select(documentColumns).execute(),
  )
}

/**
 * @returns one document. It is the actor's where they act for its holder, too; a delegate doesn't learn what others did with it
 * @throws PortalError NOT_FOUND where there is none, or the actor can't see it
 */
export async function getDocument(actor: Actor, documentId: string): Promise<PortalDocument> {
  const found = await queryAs(actor, tx =>
    tx
      .selectFrom('documents')
      .select(documentColumns)
      .select([isOwnDocument.as('is_own'), shareOf.as('share'), csvBeside.as('csv_id')])
      .select(comparedBy(actor).as('is_compared'))
      .where('id', '=', assertId(documentId))
      .executeTakeFirst(),
  )
  if (!found) throw new PortalError('NOT_FOUND')
  const { is_own, share, is_compared: _, ...document } = found
  if (!isShownTo(actor, found)) throw new PortalError('FORBIDDEN')
  if (share) return asShared(document, actor.id, share)
  return is_own ? { ...document, user_id: actor.id } : document
}

/** @returns a document as a delegate is shown it: without who added it, and what its owners did with it */
export function asShared(document: PortalDocument, readerId: string, share: Share): PortalDocument {
  return {
    ...document,
    user_id: readerId,
    uploaded_by: null,
    view_count: 0,
    updated_at: document.created_at,
    delete_requested_by: null,
    delete_requested_at: null,
    delete_request_status: null,
    signing_state: null,
    read_at: null,
    opened_by_others_at: null,
    share,
  }
}

/** @returns by id, the names of those documents that exist and the transaction may see */
export async function filenamesOf(tx: Transaction<Database>, ids: string[]): Promise<Map<string, string>> {
  const found = await tx.selectFrom('documents').select(['id', 'filename']).where('id', 'in', ids).execute()
  return new Map(found.map(({ id, filename }) => [id, filename]))
}
/** @returns those of these documents that are filed under Tax */
export async function taxDocumentsOf(tx: Transaction<Database>, ids: string[]): Promise<Set<string>> {
  const query = tx.selectFrom('documents').select('id').where('id', 'in', ids).where('category', '=', 'Tax')
  return new Set((await query.execute()).map(({ id }) => id))
}
