import { searchLength } from '../../../rules/limits.ts'
import { unpackRows } from '../../../rules/packed-rows.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { Operations } from '../../../server/request-context.ts'
import { isHeld } from '../../documents/investor/document-kind.ts'
import { documentsOffered } from '../conversations.ts'

/** A document that can be attached to a message. */
export interface OfferedDocument {
  id: string
  filename: string
}

/** Documents to attach: those that match a search, the newest, and whether there are more. */
export interface OfferedDocuments {
  documents: OfferedDocument[]
  hasMore: boolean
}

/**
 * For loaders.
 * @param personId the owner of the documents: the actor, or the person an administrator writes to
 * @param search words of the documents' names; empty for all
 */
export async function offerDocuments(
  operations: Operations,
  actor: Actor,
  personId: string,
  search = '',
): Promise<OfferedDocuments> {
  const query = { search: search.trim().slice(0, searchLength), sort: 'newest' } as const
  const { rows, matching } = await operations.findDocuments(actor, personId, query, documentsOffered)
  const documents = unpackRows(rows)
  return {
    documents: documents.filter(document => !isHeld(document)).map(({ id, filename }) => ({ id, filename })),
    hasMore: matching > documents.length,
  }
}
