import { searchLength } from '../../rules/limits.ts'

/** Words of a search that are used. */
const mostWords = 6

/** @returns the words of a search for the database's search functions, which escape wildcards */
export function searchWords(search: string): string[] {
  return search.replaceAll('\0', '').slice(0, searchLength).split(/\s+/).filter(Boolean).slice(0, mostWords)
}
