import { folded } from '../../rules/folded.ts'
import { wordsOf } from './account-titles.ts'

/**
 * @param names of the holder and of those behind it
 * @param text of a document
 * @returns whether it contains one of the names, regardless of order, legal form and initials
 */
export function namesOneOf(names: readonly string[], text: string): boolean {
  const found = new Set(wordsOf(text))
  return names.some(name => {
    const words = wordsOf(name)
    return words.length > 0 && words.every(word => found.has(word))
  })
}

/** @returns whether everyone named now was named before, ignoring spacing, case and accents */
export function areAllAmong(now: readonly { name: string }[], before: readonly { name: string }[]): boolean {
  const known = new Set(before.map(({ name }) => folded(name)))
  return now.every(({ name }) => known.has(folded(name)))
}
