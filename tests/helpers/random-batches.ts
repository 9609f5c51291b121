import { readFileSync } from 'node:fs'
import { type Doubt, type Match, matchAll } from '../../app/bulk-delivery/match.ts'
import { indexRegister, type RegisterHolder } from '../../app/bulk-delivery/register-index.ts'
import type { MatchingRegister } from '../../app/bulk-delivery/server/matching-register.ts'
import { PdfReader } from '../../app/bulk-delivery/server/pdf/pdf-reader.ts'
import { type ReadDocument, readBytes, type Source } from '../../app/bulk-delivery/server/read-source.ts'
import type { SplitBy } from '../../app/bulk-delivery/split.ts'
import { type Random, randomFrom } from '../crash/random.ts'
import { assembled } from './pdf-makers.ts'
import { allPages, everybody, type Someone } from './printed-people.ts'

/* Batches with an office's mistakes. Every page is printed once by each of several programs, with a known owner; a
   batch is assembled from such pages, in a random order, with random errors. A recipient who gets another person's
   page is wrong. */

export function registerOf(people: readonly Someone[]): MatchingRegister {
  const holders = people.filter(({ isKnown }) => isKnown)
  return {
    index: indexRegister(
      holders.map(
        ({ id, name, number, zip, tin, email }): RegisterHolder => ({
          ...{ id, number, zip, legalName: name, tins: [`tin ${tin}`], lastFours: [tin.slice(-4)] },
          ...{ notes: [`LK-2026-${number.slice(2)}`], emails: [email], canReceive: true },
        }),
      ),
    ),
    tinKey: digits => `tin ${digits}`,
    emails: new Set(holders.map(({ email }) => email)),
    sha256: Buffer.alloc(32),
  }
}

/** A printed page and its owner: undefined if it is the same for all. */
interface PrintedPage {
  pdf: Uint8Array
  page: number
  owner: string | null
  isUnnamed: boolean
}

/** By layout and person, the pages of a document. */
type Printed = Map<string, Map<string, PrintedPage[]>>

/** @param name such as 'scan.pdf' */
export function fixture(name: string): Buffer {
  return readFileSync(new URL(`../fixtures/printed-documents/${name}`, import.meta.url))
}

/** Everyone's documents, printed by these. */
export const programs = ['Chromium', 'LibreOffice', 'Ghostscript', 'pdfkit']

async function printedBy(program: string, people: readonly Someone[], reader: PdfReader): Promise<Printed> {
  const pdf = fixture(`everybody-${program}.pdf`)
  const all = allPages(people)
  const opened = await reader.open(pdf)
  if ('problem' in opened || opened.pages !== all.length) throw new Error(`${program}: print the fixtures again`)
  const printed: Printed = new Map()
  all.forEach(({ layout, person, isForAll, isUnnamed }, n) => {
    // Her letter has only a name and a ZIP code, and so has her namesake's.
    if (layout === 'letter' && isDouble(person, people)) return
    const ofLayout = printed.get(layout) ?? new Map<string, PrintedPage[]>()
    printed.set(layout, ofLayout)
    const page = { pdf, page: n + 1, owner: isForAll ? null : person.id, isUnnamed: isUnnamed ?? false }
    ofLayout.set(person.id, [...(ofLayout.get(person.id) ?? []), page])
  })
  return printed
}

/** A stranger indistinguishable from a holder by name and ZIP code. */
function isDouble(person: Someone, people: readonly Someone[]): boolean {
  return (
    !person.isKnown && people.some(({ isKnown, name, zip }) => isKnown && name === person.name && zip === person.zip)
  )
}

export interface Outcome {
  documents: number
  matched: number
  /** In words: a document that its recipient must not get. */
  wrong: string[]
  /** How often each doubt prevented an automatic match. */
  doubts: Map<Doubt | 'conflict', number>
}

export async function liveBatches(count: number, first: number): Promise<Outcome> {
  const people = everybody()
  const register = registerOf(people)
  await using reader = new PdfReader()
  await using checker = new PdfReader()
  const printed: Printed[] = []
  for (const program of programs) printed.push(await printedBy(program, people, reader))
  const scanned = fixture('scan.pdf')
  const outcome: Outcome = { documents: 0, matched: 0, wrong: [], doubts: new Map() }
  for (let seed = first; seed < first + count; seed++) {
    const random = randomFrom(seed)
    const batch = composeBatch(random, people, random.pick(printed), scanned)
    const items: { item: ReadDocument; pages: PrintedPage[] }[] = []
    for (const { filename, pages } of batch.files) {
      const reading = { register, by: batch.by, pagesLeft: 2000, reader, checker, onPages: async () => {} }
      const source = { n: 1, filename, marks: null, file_path: 'x', file_size: 1, sha256: '' } as unknown as Source
      const read = await readBytes(assembled(pages), source, reading)
      for (const item of read.items) items.push({ item, pages: pages.slice(item.part.from - 1, item.part.to) })
    }
    const matches = matchAll(
      items.map(({ item }) => item),
      register.index,
    )
    for (const [n, { pages, item }] of items.entries()) note(outcome, seed, { pages, item, match: matches[n] as Match })
  }
  return outcome
}

function note(
  outcome: Outcome,
  seed: number,
  { pages, item, match }: { pages: PrintedPage[]; item: ReadDocument; match: Match },
): void {
  outcome.documents++
  if (match.state !== 'matched') {
    const why = match.state === 'conflict' ? ['conflict' as const] : match.doubts
    for (const doubt of why) outcome.doubts.set(doubt, (outcome.doubts.get(doubt) ?? 0) + 1)
    return
  }
  outcome.matched++
  const others = pages.filter(({ owner }) => owner !== null && owner !== match.holderId)
  if (others.length > 0 || !item.file)
    outcome.wrong.push(
      `seed ${seed}: ${match.holderId} gets ${others.map(({ owner }) => owner).join()} by ${match.found.join()} (${item.source.filename})`,
    )
}

interface Batch {
  by: SplitBy
  files: { filename: string; pages: PrintedPage[] }[]
}

/** Documents of one or several layouts, in a random order, with errors. */
function composeBatch(random: Random, people: readonly Someone[], printed: Printed, scanned: Uint8Array): Batch {
  const names = [...printed.keys()]
  const mixed = random.chance(0.4)
  const layout = random.pick(names)
  const recipients = shuffled(
    random,
    people.filter(({ isKnown }) => isKnown || random.chance(0.2)),
  ).slice(0, random.between(5, 25))
  const documents = recipients
    .map(person => ({ person, pages: [...(printed.get(mixed ? random.pick(names) : layout)?.get(person.id) ?? [])] }))
    .filter(({ pages }) => pages.length > 0)
  const anyPage = () => random.pick([...(printed.get(random.pick(names))?.values() ?? [])].flat())
  const picture: PrintedPage = { pdf: scanned, page: 1, owner: 'somebody', isUnnamed: false }
  const errors = random.chance(0.2) ? 0 : random.between(1, 4)
  if (random.chance(0.5)) return asFiles(random, { documents, errors, anyPage, picture, people })
  const pages = documents.flatMap(document => document.pages)
  for (let error = 0; error < errors; error++) {
    const at = random.between(0, pages.length - 1)
    const other = random.between(0, pages.length - 1)
    random.pick([
      // Two swapped, one superfluous, one missing, one duplicated, one scanned.
      () => {
        const [one, two] = [pages[at], pages[other]]
        if (one && two) [pages[at], pages[other]] = [two, one]
      },
      () => pages.splice(at, 0, anyPage()),
      () => pages.length > 2 && pages.splice(at, 1),
      () => pages.splice(other, 0, pages[at] as PrintedPage),
      () => pages.splice(at, 1, picture),
    ])()
  }
  const size = mixed ? random.between(1, 3) : (documents[0]?.pages.length ?? 1)
  const by: SplitBy = random.chance(0.5) ? { mode: 'pages', pages: size } : { mode: 'keys', pages: 1 }
  return { by, files: [{ filename: 'all of them.pdf', pages }] }
}

interface Composing {
  documents: { person: Someone; pages: PrintedPage[] }[]
  errors: number
  anyPage: () => PrintedPage
  picture: PrintedPage
  people: readonly Someone[]
}

/** A file for each. Another person's page in a file without any owner is undetectable. */
function asFiles(random: Random, { documents, errors, anyPage, picture, people }: Composing): Batch {
  const named = random.pick([
    () => `scan ${random.between(1000, 9999)}.pdf`,
    ({ number }: Someone) => `${number} 2025.pdf`,
    ({ email }: Someone) => `1099 ${email}.pdf`,
    ({ name }: Someone) => `${name}.pdf`,
  ])
  const files = documents.map(({ person, pages }) => ({ filename: named(person), pages }))
  for (let error = 0; error < errors; error++) {
    const file = random.pick(files)
    const wrong = anyPage()
    random.pick([
      () => {
        file.filename = named(random.pick(people))
      },
      () => !wrong.isUnnamed && file.pages.push(wrong),
      () => !wrong.isUnnamed && file.pages.unshift(wrong),
      () => file.pages.splice(random.between(0, file.pages.length - 1), 1, picture),
    ])()
  }
  return { by: { mode: 'whole', pages: 1 }, files }
}

function shuffled<T>(random: Random, all: readonly T[]): T[] {
  const left = [...all]
  return all.map(() => left.splice(random.between(0, left.length - 1), 1)[0] as T)
}

/** @returns the share matched automatically, and the reasons for the rest */
export function inWords({ documents, matched, wrong, doubts }: Outcome): string {
  const why = [...doubts].sort(([, one], [, other]) => other - one).map(([doubt, count]) => `${doubt} ${count}`)
  return `${documents} documents, ${matched} matched by themselves (${((100 * matched) / documents).toFixed(1)}%), ${wrong.length} wrong; others: ${why.join(', ')}`
}
