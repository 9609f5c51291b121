import { searchLength } from '../../rules/limits.ts'

/** Words of one search that count. */
const most = 6

/** @returns the words of a search, as the database's search functions take them; `like`'s own signs mean themselves */
export function searchWords(search: string): string[] {
  return search.replaceAll('\0', '').slice(0, searchLength).split(/\s+/).filter(Boolean).slice(0, most)
}
