import { folded } from '../folded.ts'
import { wordsOf } from './account-titles.ts'

/**
 * @param names of the holder and of those behind it
 * @param text of a document
 * @returns whether one of the names is in it; in which order, with which legal form and with which initials doesn't count
 */
export function namesOneOf(names: readonly string[], text: string): boolean {
  const found = new Set(wordsOf(text))
  return names.some(name => {
    const words = wordsOf(name)
    return words.length > 0 && words.every(word => found.has(word))
  })
}

/** @returns whether everyone named now was named before, however it was spaced, capitalized or accented */
export function areAllAmong(now: readonly { name: string }[], before: readonly { name: string }[]): boolean {
  const known = new Set(before.map(({ name }) => folded(name)))
  return now.every(({ name }) => known.has(folded(name)))
}
