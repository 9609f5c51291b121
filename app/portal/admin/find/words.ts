import { noteSettings } from '../../../../content/notes.ts'
import { countOf } from '../../../../rules/number.ts'
import type { Group } from './entry.ts'

/** The field's name. */
export const findLabel = 'Find people, holders, notes, documents, conversations and pages'

/** What the field understands. */
export const whatToType = `A name, an e-mail address, a number such as ${noteSettings.numberPrefix}-2025-0001, or an amount such as $250,000. Add words to narrow.`

/** What to do where a search finds nothing. */
export const whatToTry = 'Try part of a name, or fewer words.'

/** @returns said where a search finds nothing */
export function nothingFound(search: string): string {
  return `Nothing found for “${search}”`
}

/** @returns how much a search has found; what is listed of a kind may not be all of it */
export function countWords(groups: readonly Group[]): string {
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  return groups.some(({ isCut }) => isCut) ? `The first ${count} results` : countOf(count, 'result')
}
