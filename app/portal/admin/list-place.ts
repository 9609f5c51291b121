import { pageNumber } from './page-number.ts'

/**
 * A page of a long list: the one after, or before, a row. The number is what the page is called, and leads near it where
 * that row is gone, or where an address has nothing else.
 */
export interface ListPlace {
  /** From 1. */
  page: number
  after?: string | undefined
  before?: string | undefined
}

/** Where a page of rows ends; what lists call a row's key. */
export interface PageEdges {
  first: string
  last: string
}

/** @returns the edges of a page; undefined where it has no rows */
export function edgesOf<Row>(rows: readonly Row[], keyOf: (row: Row) => string): PageEdges | undefined {
  const [first, last] = [rows[0], rows.at(-1)]
  return first && last && { first: keyOf(first), last: keyOf(last) }
}

/** @returns which page of a list an address asks for */
export function readPlace(query: URLSearchParams): ListPlace {
  const [after, before] = [query.get('after') || undefined, query.get('before') || undefined]
  const number = Math.trunc(Number(query.get('page')))
  const page = (after || before) && number > 0 && number < 1e7 ? number : pageNumber(query)
  return { page, after, before: after ? undefined : before }
}

/** @returns the fields of an address's query that lead to a page */
export function writePlace({ page, after, before }: ListPlace): Record<string, string | undefined> {
  return page > 1 ? { page: String(page), after, before } : {}
}

/** @returns the same for the server's operations, which count pages from 0 */
export function asAsked({ page, after, before }: ListPlace) {
  return { page: page - 1, edge: after ?? before, backward: before !== undefined }
}
