import { withQuery } from '../../../rules/url.ts'
import { type DocumentQuery, writeDocumentQuery } from '../document-query.ts'

export interface ListView {
  /** The list's path: the portal's first page, or a person's page. */
  page: string
  query: DocumentQuery
  /** Show all matching documents rather than the first ones. */
  all: boolean
}

/** @returns the address of a list; with `document`, an id, the list with this document open */
export function documentsAddress({ page, query, all }: ListView, document?: string): string {
  return withQuery(page, { ...writeDocumentQuery(query), show: all ? 'all' : undefined, document })
}
