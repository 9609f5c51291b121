import { tokensOf, wordsIn } from '../accreditation/account-titles.ts'
import type { ListedEntry } from './sanctions.ts'

/*
 * Which names are close. A name is its words, without case, accents, punctuation, order, initials, legal forms and the words of
 * account titles. Two words are alike from 0.85 of Jaro and Winkler's similarity, if they begin with a letter that is written
 * for the same sound and differ by two letters in length at most. A name is close to another where each word of the shorter one
 * has its own counterpart: their similarity is the score, less two points for each word that is left over, ten at most. A name
 * of one word is close only to one word. A weak alias counts only where it is the same.
 *
 * So SMITH, John is found by Jon Smyth (91), John Q. Smith (100), Custodian FBO John Smith IRA (100) and John Michael Smith (98), and
 * not by Mary Smith. Not found: names in other scripts, other transliterations that OFAC lists no alias for, and nicknames.
 */

const leastAlike = 0.85
const leastAlikeAlone = 0.95
const longestDifference = 2
const leftOver = { each: 2, most: 10 }

/** Particles that transliterations join, divide or omit. */
const particles = new Set('al el bin ben ibn bint'.split(' '))

/** @returns a name's words, sorted; all of them where nothing else would be left */
export function nameWords(name: string): string[] {
  const all = tokensOf(name.replaceAll(/['\u2018\u2019\u02BC`]/g, ''))
  const own = wordsIn(all).filter(word => !particles.has(word) && !/^\d+$/.test(word))
  return [...new Set(own.length > 0 ? own : all)].toSorted()
}

/** First letters that are written for one sound. */
const sounds: Readonly<Record<string, string>> = {
  ...{ c: 'k', q: 'k', y: 'j', i: 'j', g: 'j', z: 's', p: 'f', w: 'v', b: 'v', e: 'a', o: 'a', u: 'a' },
}
const soundOf = (word: string) => sounds[word[0] ?? ''] ?? word[0] ?? ''

/** @returns how alike two words are, from 0 to 1 */
export function similarity(one: string, other: string): number {
  if (one === other) return 1
  if (soundOf(one) !== soundOf(other) || Math.abs(one.length - other.length) > longestDifference) return 0
  return jaroWinkler(one, other)
}

function jaroWinkler(one: string, other: string): number {
  const reach = Math.max(0, Math.floor(Math.max(one.length, other.length) / 2) - 1)
  const taken = new Set<number>()
  const matched: string[] = []
  for (let at = 0; at < one.length; at++) {
    for (let to = Math.max(0, at - reach); to <= Math.min(other.length - 1, at + reach); to++) {
      if (taken.has(to) || one[at] !== other[to]) continue
      taken.add(to)
      matched.push(one[at] ?? '')
      break
    }
  }
  const count = matched.length
  if (count === 0) return 0
  const theirs = [...taken].toSorted((a, b) => a - b).map(at => other[at])
  const swapped = matched.filter((letter, at) => letter !== theirs[at]).length / 2
  const jaro = (count / one.length + count / other.length + (count - swapped) / count) / 3
  let prefix = 0
  while (prefix < 4 && one[prefix] !== undefined && one[prefix] === other[prefix]) prefix++
  return jaro + prefix * 0.1 * (1 - jaro)
}

/** @returns how close two names are by their words, from 0 to 100 */
export function closeness(one: readonly string[], other: readonly string[], alike = similarity): number {
  const [few, many] = one.length <= other.length ? [one, other] : [other, one]
  if (few.length === 0 || (few.length === 1 && many.length > 1)) return 0
  const left = new Set(many)
  let sum = 0
  for (const word of few) {
    let [best, score] = ['', few.length === 1 ? leastAlikeAlone : leastAlike]
    for (const each of left) {
      const found = one === few ? alike(word, each) : alike(each, word)
      if (found >= score) [best, score] = [each, found]
    }
    if (!best) return 0
    left.delete(best)
    sum += score
  }
  return Math.round((sum / few.length) * 100) - Math.min(leftOver.most, left.size * leftOver.each)
}

/** An entry that a name is close to. */
export interface CloseEntry<Entry> {
  entry: Entry
  /** Its name or alias. */
  matched: string
  score: number
}

interface Listed<Entry> {
  entry: Entry
  name: string
  words: string[]
  isWeak: boolean
}

/** The names of a list, by their words. */
export class ListedNames<Entry extends Pick<ListedEntry, 'name' | 'aliases'>> {
  readonly #byWord = new Map<string, Listed<Entry>[]>()
  readonly #bySound = new Map<string, string[]>()

  /** A thousand at a time let others get their turn. */
  add(entries: readonly Entry[]): this {
    for (const entry of entries)
      for (const { name, isWeak } of [{ name: entry.name, isWeak: false }, ...entry.aliases]) {
        const listed = { entry, name, isWeak, words: nameWords(name) }
        for (const word of listed.words) this.#add(word, listed)
      }
    return this
  }

  #add(word: string, listed: Listed<Entry>): void {
    const known = this.#byWord.get(word)
    if (known) return void known.push(listed)
    this.#byWord.set(word, [listed])
    const key = soundOf(word)
    const alike = this.#bySound.get(key)
    if (alike) alike.push(word)
    else this.#bySound.set(key, [word])
  }

  /** @returns the entries that a name is close to, the closest first; of an entry its closest name */
  find(name: string, closeFrom: number): CloseEntry<Entry>[] {
    const words = nameWords(name)
    const alike = new Map(words.map(word => [word, this.#alikeTo(word)]))
    const shared = new Map<Listed<Entry>, number>()
    for (const found of alike.values()) {
      const counted = new Set([...found.keys()].flatMap(word => this.#byWord.get(word) ?? []))
      for (const listed of counted) shared.set(listed, (shared.get(listed) ?? 0) + 1)
    }
    const best = new Map<Entry, CloseEntry<Entry>>()
    for (const [{ entry, name: matched, words: theirs, isWeak }, count] of shared) {
      if (count < Math.min(words.length, theirs.length)) continue
      const score = closeness(words, theirs, (word, other) => alike.get(word)?.get(other) ?? 0)
      if (score < (isWeak ? 100 : closeFrom) || score <= (best.get(entry)?.score ?? 0)) continue
      best.set(entry, { entry, matched, score })
    }
    return [...best.values()].toSorted((one, other) => other.score - one.score)
  }

  #alikeTo(word: string): Map<string, number> {
    const found = new Map<string, number>()
    for (const other of this.#bySound.get(soundOf(word)) ?? []) {
      const score = similarity(word, other)
      if (score >= leastAlike) found.set(other, score)
    }
    return found
  }
}
