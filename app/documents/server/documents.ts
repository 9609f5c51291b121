import { type Selectable, sql, type Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { requireOwnerOrAdministrator } from '../../../server/access/roles.ts'
import { queryAs } from '../../../server/database/read-as.ts'
import type { Database, DocumentsTable } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { comparedBy, csvBeside, firstDocumentsOf, isOwnDocument, isShownTo, type Share, shareOf } from './readers.ts'

/** A document as the portal shows it: the row without server-only columns. Times are UTC. */
export type PortalDocument = Pick<Selectable<DocumentsTable>, (typeof documentColumns)[number]> & {
  /** Added by the reader within the last hour; only in a person's list. */
  just_added?: boolean
  /** CSV of a statement's figures; only in a person's list and when opened. */
  csv_id?: string | null
  /** The holder it is filed with, if not with the person; only in a person's list. */
  holder_id?: string | null
  /** Set if the reader sees it as a delegate. */
  share?: Share
  /** Address of a file that isn't stored, such as a sample; otherwise `/files/{id}`. */
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

/** Most rows of a list. */
export const listLimit = 5000

/**
 * Lists a person's documents, newest first (specification section 7).
 * @param actor the person, or an administrator
 * @param userId the person
 * @param limit most rows
 */
export async function getUserDocuments(actor: Actor, userId: string, limit = listLimit): Promise<PortalDocument[]> {
  const owner = assertId(userId)
  requireOwnerOrAdministrator(actor, owner)
  return queryAs(actor, tx =>
    firstDocumentsOf(tx, owner, sql`created_at desc, id desc`, limit).select(documentColumns).execute(),
  )
}

/**
 * @returns a document, also of a holder that the actor is a member of; a delegate doesn't see other people's activity
 * @throws PortalError NOT_FOUND if it doesn't exist or isn't visible to the actor
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

/** @returns a document for a delegate: without its uploader and its owners' activity */
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

/** @returns filenames by id, for documents visible to the transaction */
export async function filenamesOf(tx: Transaction<Database>, ids: string[]): Promise<Map<string, string>> {
  const found = await tx.selectFrom('documents').select(['id', 'filename']).where('id', 'in', ids).execute()
  return new Map(found.map(({ id, filename }) => [id, filename]))
}
/** @returns those of these documents that are filed under Tax */
export async function taxDocumentsOf(tx: Transaction<Database>, ids: string[]): Promise<Set<string>> {
  const query = tx.selectFrom('documents').select('id').where('id', 'in', ids).where('category', '=', 'Tax')
  return new Set((await query.execute()).map(({ id }) => id))
}
