import { listPages } from '../../../rules/limits.ts'

/** @returns which page of a list an address asks for, from 1, by the field `name` */
export function pageNumber(query: URLSearchParams, name = 'page'): number {
  return Math.min(listPages, Math.max(1, Math.trunc(Number(query.get(name))) || 1))
}
