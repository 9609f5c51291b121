import { noteSettings } from '../../../content/notes.ts'
import { countOf } from '../../../rules/number.ts'
import type { Group } from './entry.ts'

export const findLabel = 'Find people, holders, notes, documents, conversations and pages'

export const whatToType = `A name, an e-mail address, a number such as ${noteSettings.numberPrefix}-2025-0001, or an amount such as $250,000. Add words to narrow.`

export const whatToTry = 'Try part of a name, or fewer words.'

export function nothingFound(search: string): string {
  return `Nothing found for “${search}”`
}

/** @returns the number of results; a kind's list may be incomplete */
export function countWords(groups: readonly Group[]): string {
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  return groups.some(({ isCut }) => isCut) ? `The first ${count} results` : countOf(count, 'result')
}
