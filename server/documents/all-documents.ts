import { type SqlBool, sql } from 'kysely'
import { type DocumentQuery, documentKinds } from '../../rules/document-query.ts'
import { documentsPerPage } from '../../rules/limits.ts'
import type { Actor } from '../access/actor.ts'
import { asAdministrator } from '../access/roles.ts'
import { searchWords } from '../database/search-words.ts'
import { documentColumns, type PortalDocument } from './documents.ts'

/** A document with its owner's e-mail address and name (specification section 3). */
export type OwnedDocument = PortalDocument & {
  owner_email: string
  owner_name: string | null
  /** An investor uploaded it, and no administrator has opened it yet. */
  new_for_office: boolean
}

/**
 * Lists the documents of all people with their owner, those that meet every condition (specification sections 3 and 7).
 * @param page from 0
 * @param size rows per page
 * @returns the page's documents and how many match in all
 * @throws PortalError FORBIDDEN unless the actor is an administrator
 */
export async function getAllDocumentsForAdmin(
  actor: Actor,
  {
    page = 0,
    size = documentsPerPage,
    ...query
  }: Partial<DocumentQuery<'everyone'>> & { page?: number; size?: number } = {},
): Promise<{ documents: OwnedDocument[]; total: number }> {
  const { search = '', owner = '', kind, state = null, sort = 'newest' } = query
  const types = kind ? [...documentKinds[kind]] : null
  return asAdministrator(actor, async tx => {
    const found = await sql<{ ids: string[]; total: number }>`
      select ids, total from app.search_documents(${searchWords(search)}, ${searchWords(owner)}, ${types}, ${state},
        ${sort}, ${page * size}, ${size})`.execute(tx)
    const { ids, total } = found.rows[0] ?? { ids: [], total: 0 }
    const documents = await tx
      .selectFrom('documents')
      .innerJoin('user_profiles as owner', 'owner.id', 'documents.user_id')
      .select(documentColumns.map(column => `documents.${column}` as const))
      .select(['new_for_office', 'owner.email as owner_email', 'owner.full_name as owner_name'])
      .where(sql<SqlBool>`documents.id = any(${ids}::uuid[])`)
      .orderBy(sql`array_position(${ids}::uuid[], documents.id)`)
      .execute()
    return { documents, total }
  })
}
