import { type SqlBool, sql, type Transaction } from 'kysely'
import { documentsPerPage, listPages } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { isId } from '../../../server/access/ids.ts'
import { queryAsAdministrator } from '../../../server/access/roles.ts'
import type { RowCount } from '../../../server/database/count-up-to.ts'
import { searchWords } from '../../../server/database/search-words.ts'
import type { Database } from '../../../server/database/types.ts'
import { type DocumentQuery, documentKinds } from '../document-query.ts'
import { documentColumns, type PortalDocument } from './documents.ts'

/** A document with its owner's e-mail address and name (specification section 3). */
export type OwnedDocument = PortalDocument & {
  owner_email: string
  owner_name: string | null
  /** Uploaded by an investor and not opened by any administrator. */
  new_for_office: boolean
}

/** A page of everyone's documents. */
export interface DocumentsPage extends RowCount {
  documents: OwnedDocument[]
}

/** Filters, order and page of the list. */
interface AllDocumentsQuery extends Partial<DocumentQuery<'everyone'>> {
  /** From 0. */
  page?: number
  /** Rows per page. */
  size?: number
  /** The page starts after this document, or ends before it if `backward`. `page` is the fallback if the document is gone. */
  edge?: string | undefined
  backward?: boolean
}

/** Lists all people's documents with their owners, by conditions (specification sections 3 and 7). */
export async function getAllDocumentsForAdmin(
  actor: Actor,
  { page = 0, size = documentsPerPage, edge, backward = false, ...query }: AllDocumentsQuery = {},
): Promise<DocumentsPage> {
  return queryAsAdministrator(actor, async tx => {
    const skip = Math.min(page, listPages) * size
    const { ids, ...count } = await findPage(tx, query, { edge, backward, skip, most: size })
    const documents = await tx
      .selectFrom('documents')
      .innerJoin('user_profiles as owner', 'owner.id', 'documents.user_id')
      .select(documentColumns.map(column => `documents.${column}` as const))
      .select(['new_for_office', 'owner.email as owner_email', 'owner.full_name as owner_name'])
      .where(sql<SqlBool>`documents.id = any(${ids}::uuid[])`)
      .orderBy(sql`array_position(${ids}::uuid[], documents.id)`)
      .execute()
    return { documents, ...count }
  })
}

/**
 * Finds documents of all people, in an administrator's transaction.
 * @returns their ids in order, and the number of matches, as in `DocumentsPage`
 */
export async function findPage(
  tx: Transaction<Database>,
  { search = '', owner = '', kind, state, sort = 'newest' }: Partial<DocumentQuery<'everyone'>>,
  {
    edge,
    backward = false,
    skip = 0,
    most,
  }: { edge?: string | undefined; backward?: boolean; skip?: number; most: number },
): Promise<{ ids: string[] } & RowCount> {
  const types = kind ? [...documentKinds[kind]] : null
  const { rows } = await sql<{ ids: string[] } & RowCount>`
    select ids, total, more from app.page_documents(${searchWords(search)}, ${searchWords(owner)}, ${types}, ${state ?? null},
      ${sort}, ${edge && isId(edge) ? edge : null}, ${backward}, ${skip}, ${most})`.execute(tx)
  return rows[0] ?? { ids: [], total: 0, more: false }
}
