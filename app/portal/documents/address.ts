import { type DocumentQuery, writeDocumentQuery } from '../../../rules/document-query.ts'

/** What the documents' tab shows, as its address says it. */
export interface ListPlace {
  /** Whose documents, where they are not one's own. */
  user?: string
  query: DocumentQuery
  /** All of them, however many. */
  all: boolean
}

/** @returns the address of a list, with `document` that of a document opened over it */
export function documentsAddress({ user, query, all }: ListPlace, document?: string): string {
  const search = new URLSearchParams({
    ...(user && { user }),
    ...writeDocumentQuery(query),
    ...(all && { show: 'all' }),
    ...(document && { document }),
  }).toString()
  return `/profile${search && `?${search}`}`
}
