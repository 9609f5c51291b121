import type { Face } from '../fonts.ts'

/** A part of a text that one font file can set. */
export interface Run {
  face: Face
  text: string
}

/** Letters beyond Latin-1 that the main files have, too. */
const inMainFile =
  /[\u0131\u0152\u0153\u2010-\u2015\u2018-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122\u2212]/u
const inSecondFile = /[\u0100-\u017f]/u

/**
 * Divides a text by the files of its face: letters such as 'ő' are in another one. What no file has is written without
 * its accents, or else as '?': a name's other letters stay readable, and PDF/UA allows no missing glyphs.
 */
export function runsOf(text: string, face: 'text' | 'text-strong' | 'display'): Run[] {
  const runs: Run[] = []
  for (const letter of [...text.normalize('NFC')].flatMap(each => [...settable(each)])) {
    const isSecond = inSecondFile.test(letter) && !inMainFile.test(letter)
    // The display face is for the paper's own words; names beyond Latin-1 borrow the text face.
    const of: Face = isSecond ? (face === 'text-strong' ? 'text-strong-more' : 'text-more') : face
    const last = runs.at(-1)
    if (last?.face === of) last.text += letter
    else runs.push({ face: of, text: letter })
  }
  return runs
}

function settable(letter: string): string {
  if (/[\s\u00a0]/u.test(letter)) return ' '
  if (/[\u0021-\u007e\u00a1-\u00ac\u00ae-\u00ff]/u.test(letter)) return letter
  if (inMainFile.test(letter) || inSecondFile.test(letter)) return letter
  const plain = letter.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  if (plain !== letter) return [...plain].map(settable).join('')
  return /[\p{C}\p{M}]/u.test(letter) ? '' : '?'
}
