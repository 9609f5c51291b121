import { listPages } from '../../../rules/limits.ts'
import type { RequestedPage } from '../../../server/access/requested-page.ts'

/**
 * A page of a long list: the one after, or before, a row. The number is for display, and leads near the page if that
 * row is gone, or if an address has nothing else.
 */
export interface ListPlace {
  /** From 1. */
  page: number
  after?: string | undefined
  before?: string | undefined
}

/** As fields of an address's query. */
export type PlaceFields = { page?: string | undefined; after?: string | undefined; before?: string | undefined }

/** The keys of a page's first and last row. No `first` if the list can't be read backward. */
export interface PageEdges {
  first?: string | undefined
  last: string
}

export function edgesOf<Row>(rows: readonly Row[], keyOf: (row: Row) => string): PageEdges | undefined {
  const [first, last] = [rows[0], rows.at(-1)]
  return first && last && { first: keyOf(first), last: keyOf(last) }
}

/**
 * @param name of the query's field
 * @returns the page of a list in an address, from 1
 */
export function pageNumber(query: URLSearchParams, name = 'page'): number {
  return Math.min(listPages, Math.max(1, Math.trunc(Number(query.get(name))) || 1))
}

export function readPlace(query: URLSearchParams): ListPlace {
  const [after, before] = [query.get('after') || undefined, query.get('before') || undefined]
  const number = Math.trunc(Number(query.get('page')))
  const page = (after || before) && number > 0 && number < 1e7 ? number : pageNumber(query)
  return { page, after, before: after ? undefined : before }
}

export function writePlace({ page, after, before }: ListPlace): PlaceFields {
  return page > 1 ? { page: String(page), after, before } : {}
}

/** @returns the same for the server's operations */
export function toRequestedPage({ page, after, before }: ListPlace): RequestedPage {
  return { page: page - 1, edge: after ?? before, backward: before !== undefined }
}
