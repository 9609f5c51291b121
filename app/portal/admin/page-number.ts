import { listPages } from '../../../rules/limits.ts'

/**
 * @param name of the query's field
 * @returns which page of a list an address asks for, from 1
 */
export function pageNumber(query: URLSearchParams, name = 'page'): number {
  return Math.min(listPages, Math.max(1, Math.trunc(Number(query.get(name))) || 1))
}
