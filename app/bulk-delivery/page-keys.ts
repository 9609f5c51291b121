import { type RegisterIndex, shapeOf } from './register-index.ts'
import { plain, wordsOf } from './words-of-text.ts'

/** A strong key on a page: a full tax number, or the number of a note or holder. */
export interface StrongKey {
  kind: 'tin' | 'note' | 'holder'
  /** Of a note or holder: the number. Tax numbers aren't kept. */
  number: string
  /** Ids of the holders that it is a key of; several where they share a tax number. */
  holders: readonly string[]
}

/** The keys of holders in a text. */
export interface TextKeys {
  strong: StrongKey[]
  /** For each name in the text, the holders with that name. */
  names: string[][]
  /** Of masked tax numbers. */
  lastFours: string[]
  zips: string[]
  /** The last lines of each address, which distinguish the sender's from others. */
  addresses: string[]
  /** Written like the number of a holder or a note, though none has it. */
  unknownNumbers: string[]
  /** Keys of full tax numbers that no holder has: the payer's own, or a stranger's. */
  unknownTins: string[]
  /** Holders with all words of their names somewhere in the text. They are only suggested. */
  like: string[]
}

/** The keys of holders on a page, and how the page is made. */
export interface PageKeys extends TextKeys {
  /** `text`; `picture`: scanned, or drawn without letters, so that no one can search it; `blank`; `damaged`. */
  kind: PageKind
  /** As printed: page 2 of 3. */
  pageOf: { page: number; of: number } | undefined
  /** The same on pages with the same text. */
  print: string
}
export type PageKind = 'text' | 'picture' | 'blank' | 'damaged'

/** @returns the key of a tax number, by which equals are found: its HMAC. Nine digits */
export type TinKey = (digits: string) => string

/**
 * @param text of a page, or a file's name; in lines, with a tab where a column ends
 * @param register the holders to search for
 */
export function keysOf(text: string, register: RegisterIndex, tinKey: TinKey): TextKeys {
  const read = plain(text)
  const words = wordsOf(read)
  const { tins, shownTins } = taxNumbersIn(read)
  const known = new Map<string, StrongKey>()
  for (const key of numbersIn(read, register)) known.set(`${key.kind} ${key.number}`, key)
  for (const digits of tins) {
    const key = tinKey(digits)
    const holders = register.holdersByTin.get(key)
    if (holders) known.set(`tin ${key}`, { kind: 'tin', number: '', holders })
  }
  return {
    strong: [...known.values()],
    names: register.names.find(words),
    lastFours: maskedIn(read),
    zips: unique([...read.matchAll(zip)].map(([, digits = '']) => digits)),
    addresses: addressesIn(read),
    unknownNumbers: unknownIn(read, register),
    unknownTins: shownTins.map(tinKey).filter(key => !register.holdersByTin.has(key)),
    like: register.like(new Set(words.map(({ text }) => text))),
  }
}

/** @returns the printed position of a page, such as "Page 2 of 3" */
export function pageOfIn(text: string): { page: number; of: number } | undefined {
  const found = [...plain(text).matchAll(/\bPAGE[ \t]*(\d{1,3})[ \t]*(?:OF|\/)[ \t]*(\d{1,3})\b/g)].map(
    ([, page, of]) => ({ page: Number(page), of: Number(of) }),
  )
  const [first] = found
  return found.every(({ page, of }) => page === first?.page && of === first.of) ? first : undefined
}

const unique = <T>(all: readonly T[]): T[] => [...new Set(all)]

const state =
  'A[LKZRS]|C[AOT]|D[CE]|FL|G[AU]|HI|I[ADLN]|K[SY]|LA|M[ADEINOPST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AIT]|W[AIVY]'
const zip = new RegExp(`\\b(?:${state})\\b[.,]?[ \\t\\n]{1,3}(\\d{5})(?!\\d)`, 'g')
/** Lines of an address that are compared: the one with its ZIP code, and those before it. */
const addressLines = 3

function addressesIn(text: string): string[] {
  const lines = text.split('\n').map(line => line.trim())
  return lines.flatMap((line, at) =>
    line.search(zip) < 0 ? [] : [lines.slice(Math.max(0, at + 1 - addressLines), at + 1).join('\n')],
  )
}

const holderNumber = /(?<![A-Z0-9-])H-\d{4,12}(?![A-Z0-9])/g

/** Letters and digits, joined by hyphens that may have been torn from them at a line's end. */
const joined = /[A-Z0-9]+(?:\s?-\s?[A-Z0-9]+)*/g

/** Numbers of notes and holders; within a longer one, such as H-0007-2026, too, where that isn't a number itself. */
function numbersIn(text: string, { holdersByNumber }: RegisterIndex): StrongKey[] {
  const found: StrongKey[] = []
  for (const [token] of text.matchAll(joined)) {
    const parts = token.replaceAll(/\s/g, '').split('-')
    for (let from = 0; from < parts.length; ) {
      let to = parts.length
      while (to > from && !holdersByNumber.has(parts.slice(from, to).join('-'))) to--
      const number = parts.slice(from, to).join('-')
      const key = to > from ? holdersByNumber.get(number) : undefined
      if (key) found.push({ kind: key.kind, number, holders: key.holders })
      from = key ? to : from + 1
    }
  }
  return found
}

function unknownIn(text: string, { holdersByNumber, noteShapes }: RegisterIndex): string[] {
  const holders = [...text.matchAll(holderNumber)].map(([number]) => number)
  const notes = [...text.matchAll(joined)]
    .map(([token]) => token.replaceAll(/\s/g, ''))
    .filter(token => noteShapes.has(shapeOf(token)))
  return unique([...holders, ...notes]).filter(number => !holdersByNumber.has(number))
}

/** Groups of digits with at most a space, a hyphen or a dot between them, as in 123-45-6789, 12 3456789 or one to a box. */
const digitGroups = /\d+(?:[ \t]?[-.][ \t]?\d+|[ \t]{1,2}\d+)*/g
const asShown = /(?<![\d-])(?:\d{3}-\d{2}-\d{4}|\d{2}-\d{7})(?![\d-])/g

/**
 * @returns each run of nine digits that begins and ends where a group does, and those of them that are written as tax numbers
 *   are. Too many rather than one too few: each is compared with the numbers of the register, and nothing else
 */
function taxNumbersIn(text: string): { tins: string[]; shownTins: string[] } {
  const tins = new Set<string>()
  for (const [run] of text.matchAll(digitGroups)) {
    const groups = run.split(/\D+/)
    for (let from = 0; from < groups.length; from++) {
      let digits = ''
      for (let to = from; to < groups.length && digits.length < 9; to++) {
        digits += groups[to]
        if (digits.length === 9) tins.add(digits)
      }
    }
  }
  const shownTins = unique([...text.matchAll(asShown)].map(([shown]) => shown.replaceAll('-', '')))
  return { tins: [...tins], shownTins }
}

/** Five signs in the place of digits, as in ***-**-1234, XX-XXX1234 and XXXXX1234: accounts are masked with other numbers of them. */
const masked = /(?<![A-Z0-9*#•●×-])([X*#•●×]{1,5}(?:[ -]?[X*#•●×]{1,4})?)[ -]?(\d{4})(?!\d)/g

function maskedIn(text: string): string[] {
  const found = [...text.matchAll(masked)].filter(([, signs = '']) => signs.replaceAll(/[ -]/g, '').length === 5)
  return unique(found.map(([, , digits = '']) => digits))
}
