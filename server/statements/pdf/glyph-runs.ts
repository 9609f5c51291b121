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
/** Vietnamese beyond the other files; only the display face has them. */
const inDisplayFace = /[\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef9]/u
/** Vietnamese that the text face's second file has, too. */
const inBoth = /[\u0102\u0103\u0110\u0111\u0128\u0129\u0168\u0169]/u

/**
 * Divides a text by the files of its face: letters such as 'ő' are in another one. A text with Vietnamese letters is all
 * set in the display face. What no file has is written without its accents, or else as '?': a reference's other letters
 * stay readable, and PDF/UA allows no missing glyphs. Names have to be set as they are, see `missingLetters`.
 */
export function runsOf(text: string, face: 'text' | 'text-strong' | 'display'): Run[] {
  const runs: Run[] = []
  const letters = [...text.normalize('NFC')].flatMap(each => [...settable(each)])
  const isDisplay = letters.some(letter => inDisplayFace.test(letter))
  for (const letter of letters) {
    const of = fileOf(letter, isDisplay ? 'display' : face)
    const last = runs.at(-1)
    if (last?.face === of) last.text += letter
    else runs.push({ face: of, text: letter })
  }
  return runs
}

/** @returns the letters of a text that no file has, each once */
export function missingLetters(text: string): string[] {
  return [...new Set([...text.normalize('NFC')].filter(letter => settable(letter) !== letter && !/\s/u.test(letter)))]
}

function fileOf(letter: string, face: 'text' | 'text-strong' | 'display'): Face {
  if (inDisplayFace.test(letter) || (face === 'display' && inBoth.test(letter))) return 'display-more'
  if (!inSecondFile.test(letter) || inMainFile.test(letter)) return face
  // The display face is for the paper's own words; names beyond Latin-1 borrow the text face.
  return face === 'text-strong' ? 'text-strong-more' : 'text-more'
}

function settable(letter: string): string {
  if (/[\s\u00a0]/u.test(letter)) return ' '
  if (/[\u0021-\u007e\u00a1-\u00ac\u00ae-\u00ff]/u.test(letter)) return letter
  if ([inMainFile, inSecondFile, inDisplayFace].some(file => file.test(letter))) return letter
  const plain = letter.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  if (plain !== letter) return [...plain].map(settable).join('')
  return /[\p{C}\p{M}]/u.test(letter) ? '' : '?'
}
