import bidiFactory from 'bidi-js'
import type { Face } from './fonts.ts'

/** A part of a text that one font file can set; from right to left where its script is written so. */
export interface Run {
  face: Face
  text: string
}

/** Letters beyond Latin-1 that the main files have, too. */
const inMainFile =
  /[\u0131\u0152\u0153\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2039\u203a\u20ac\u2122\u2212]/u
const inSecondFile = /[\u0100-\u017f]/u
/** Vietnamese that only the display face has. */
const vietnamese = /[\u0128\u0129\u0168\u0169\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef9]/u
/** Vietnamese that the text face's second file has, too. */
const inBoth = /[\u0102\u0103\u0110\u0111]/u
/** Such as Ţ and Ŝ, which only the display face has. */
const inThirdFile =
  /[\u0108\u0109\u0114\u0115\u011c\u011d\u0124\u0125\u012c\u012d\u0134\u0135\u0138\u013f\u0140\u014e\u014f\u015c\u015d\u0162\u0163\u0166\u0167]/u
/** Signs such as ½ in an address, which many faces lack. */
const signs = /[\u00a4\u00a6\u00ac\u00b1-\u00b3\u00b5\u00b9\u00bc-\u00be]/u
/** Scripts that the fund's typefaces lack. They are set in Noto Sans, in every face. */
export const scripts = {
  greek: /[\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03d7]/u,
  cyrillic: /[\u0400-\u045f\u0490\u0491\u2116]/u,
  hebrew: /[\u0591-\u05c7\u05d0-\u05ea\u05ef-\u05f4]/u,
  // With the mark that divides the parts of a Persian name.
  arabic: /[\u060c\u061b\u061f-\u06d3\u06d5-\u06dc\u06ee-\u06ff\u200c]/u,
} satisfies Partial<Record<Face, RegExp>>
const scriptFaces = Object.keys(scripts) as (keyof typeof scripts)[]
const fromRight: readonly Face[] = ['hebrew', 'arabic']
/** In no file: an old s, and an n with an apostrophe before it. */
const inNoFile = /[\u0149\u017f]/u

/**
 * Divides a text by the files of its face: letters such as 'ő' are in another one. A text with letters that only the
 * display face has is all set in it. What no file has is written without its accents, or else as '?': a reference's other
 * letters stay readable, and PDF/UA allows no missing glyphs. Names have to be set as they are, see `missingLetters`.
 */
export function runsOf(text: string, face: 'text' | 'text-strong' | 'display'): Run[] {
  const runs: (Run & { isFromRight: boolean })[] = []
  const letters = lettersOf(text).flatMap(each => [...settable(each)])
  const isDisplay = letters.some(letter => vietnamese.test(letter) || inThirdFile.test(letter))
  for (const { letter, isFromRight } of inOrderDrawn(letters)) {
    const of = fileOf(letter, isDisplay ? 'display' : face)
    const last = runs.at(-1)
    // The font itself orders and joins the letters of its script, and would turn its figures around.
    const isOrdered = fromRight.includes(of)
    const isSame = last?.face === of && last.isFromRight === isFromRight
    if (!isSame || (isOrdered && !isFromRight)) runs.push({ face: of, text: letter, isFromRight })
    else last.text = isOrdered ? letter + last.text : last.text + letter
  }
  return runs.map(run => ({ face: run.face, text: run.text }))
}

const bidi = bidiFactory()

/**
 * @param letters of one line, in the order in which they are read
 * @returns them from left to right, by the Unicode bidirectional algorithm; brackets are mirrored where text runs from the
 *   right
 */
function inOrderDrawn(letters: readonly string[]): { letter: string; isFromRight: boolean }[] {
  const text = letters.join('')
  const line = text.trimEnd()
  if (!fromRight.some(face => scripts[face as 'hebrew'].test(line)))
    return letters.map(letter => ({ letter, isFromRight: false }))
  // Every letter that can be set is one UTF-16 unit.
  const embedding = bidi.getEmbeddingLevels(line)
  const mirrored = bidi.getMirroredCharactersMap(line, embedding.levels)
  const drawn = bidi.getReorderedIndices(line, embedding).map(index => ({
    letter: mirrored.get(index) ?? (line[index] as string),
    isFromRight: (embedding.levels[index] as number) % 2 === 1,
  }))
  return [...drawn, ...[...text.slice(line.length)].map(letter => ({ letter, isFromRight: false }))]
}

/** Only between two Arabic letters does it say anything; elsewhere it is invisible. */
const strayMark = /(?<!\p{Script=Arabic})\u200c|\u200c(?!\p{Script=Arabic})/u

/** @returns the letters of a text that no file has, each once */
export function missingLetters(text: string): string[] {
  const missing = lettersOf(text).filter(letter => settable(letter) !== letter && !/\s/u.test(letter))
  return [...new Set([...missing, ...(strayMark.test(text) ? ['\u200c'] : [])])]
}

/** @returns whether a line begins at the right: by its first letter that has a direction */
export function isFromRight(text: string): boolean {
  return (bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) % 2 === 1
}

/** @returns a text as it is; where letters of it can't be set, a line on which it is written by hand */
export function orBlank(text: string): string {
  return missingLetters(text).length === 0 ? text : '______________________________'
}

/** Few faces have the Dutch letter that is written as two. */
function lettersOf(text: string): string[] {
  return [...text.normalize('NFC').replaceAll('\u0132', 'IJ').replaceAll('\u0133', 'ij')]
}

function fileOf(letter: string, face: 'text' | 'text-strong' | 'display'): Face {
  const script = scriptFaces.find(each => scripts[each].test(letter))
  if (script) return script
  if (vietnamese.test(letter) || (face === 'display' && inBoth.test(letter))) return 'display-more'
  if (inThirdFile.test(letter)) return 'display-third'
  if (signs.test(letter)) return 'signs'
  if (!inSecondFile.test(letter) || inMainFile.test(letter)) return face
  // The display face is for the document's own words; names beyond Latin-1 borrow the text face.
  return face === 'text-strong' ? 'text-strong-more' : 'text-more'
}

function settable(letter: string): string {
  if (/[\s\u00a0]/u.test(letter)) return ' '
  if (/[\u2010-\u2012]/u.test(letter)) return '-'
  if (/[\u0021-\u007e\u00a1-\u00ac\u00ae-\u00ff]/u.test(letter)) return letter
  const isThere = [inMainFile, inSecondFile, vietnamese, ...Object.values(scripts)].some(file => file.test(letter))
  if (isThere && !inNoFile.test(letter)) return letter
  const plain = letter.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  if (plain !== letter) return [...plain].map(settable).join('')
  return /[\p{C}\p{M}]/u.test(letter) ? '' : '?'
}
