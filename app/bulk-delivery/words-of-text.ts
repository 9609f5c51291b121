import { withoutStrokes } from '../../rules/folded.ts'

/**
 * The words of a text, and the characters between them, so that a name is found as it is written and not inside
 * another.
 */

/**
 * What comes before a word: nothing but space or a hyphen; a dot, as in "J. Smith"; a comma; a slash, as in "c/o"; other
 * punctuation; a gap as between two columns; the start of a line, or of the text.
 */
export type Before = 'space' | 'hyphen' | 'dot' | 'comma' | 'slash' | 'punctuation' | 'gap' | 'line' | 'start'

export interface Word {
  text: string
  before: Before
}

/**
 * @returns a text with one kind of hyphen and apostrophe, in capitals and without accents: PDFs, and the programs that fill
 *   in forms, write the same name in all of these ways. Lines and gaps (tabs) stay.
 */
export function plain(text: string): string {
  const lower = text
    .normalize('NFKC')
    .replaceAll('\u00ad', '')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/[\u2018\u2019\u02bc]/g, "'")
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
  return withoutStrokes(lower).toUpperCase()
}

const dottedLetters = /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}(?=[^\p{L}\p{N}]|$)/gu
const word = /[\p{L}\p{N}]+(?:'\p{L}+)*/gu

/** @param text as `plain` returns it */
export function wordsOf(text: string): Word[] {
  const read = text.replaceAll(dottedLetters, letters => letters.replaceAll('.', '')).replaceAll('&', ' AND ')
  const words: Word[] = []
  let end = 0
  for (const found of read.matchAll(word)) {
    const between = read.slice(end, found.index)
    words.push({ text: found[0].replaceAll("'", ''), before: words.length === 0 ? 'start' : beforeOf(between) })
    end = found.index + found[0].length
  }
  return words
}

function beforeOf(between: string): Before {
  if (between.includes('\n')) return 'line'
  if (between.includes('\t')) return 'gap'
  if (between === '-') return 'hyphen'
  if (between.includes('/')) return 'slash'
  const marks = between.replaceAll(' ', '')
  if (marks === '') return 'space'
  if (marks === '.') return 'dot'
  return /^\.?,$/.test(marks) ? 'comma' : 'punctuation'
}
