import { type DocumentQuery, writeDocumentQuery } from '../../../rules/document-query.ts'
import { withQuery } from '../addresses.ts'

/** What a list of documents shows, as its address says it. */
export interface ListPlace {
  /** Whose documents these are: the portal's home, or a person's page. */
  page: string
  query: DocumentQuery
  /** All of them, however many. */
  all: boolean
}

/** @returns the address of a list, with `document` that of a document opened over it */
export function documentsAddress({ page, query, all }: ListPlace, document?: string): string {
  return withQuery(page, { ...writeDocumentQuery(query), show: all ? 'all' : undefined, document })
}
