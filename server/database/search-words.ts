import { searchLength } from '../../rules/limits.ts'

/** Most words used of a search. */
const mostWords = 6

/** @returns the words of a search for the database's search functions, which escape wildcards */
export function searchWords(search: string): string[] {
  return search.replaceAll('\0', '').slice(0, searchLength).split(/\s+/).filter(Boolean).slice(0, mostWords)
}
