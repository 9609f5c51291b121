import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { PaperSourcesTable } from '../../../server/database/types.ts'
import { emailsIn } from '../emails-in-names.ts'
import { batchPages } from '../limits.ts'
import type { SplitDocument } from '../match.ts'
import { keysOf, type PageKeys, pageOfIn } from '../page-keys.ts'
import { type Part, type SplitBy, split } from '../split.ts'
import type { FileProblem } from '../words.ts'
import type { MatchingRegister } from './matching-register.ts'
import type { PdfReader } from './pdf/pdf-reader.ts'
import type { PageText } from './pdf/pdf-thread.ts'
import { bytesOf } from './stored-bytes.ts'

export type Source = Selectable<PaperSourcesTable>

/** A document of a file: the keys on its pages, and its bytes. */
export interface ReadDocument extends SplitDocument {
  source: Source
  /** Undefined where its pages can't be taken apart from the others, or one can't be read: no one can send it. */
  file: PartFile | undefined
}

/** Its pages as a PDF: the file that was uploaded, or one that is made of it. */
export interface PartFile {
  /** Of a new file. */
  bytes?: Uint8Array<ArrayBuffer>
  /** Of the uploaded one. */
  path?: string
  size: number
  sha256: string
}

export interface ReadSource {
  pages: number | undefined
  problem: FileProblem | undefined
  items: ReadDocument[]
}

/** The input of a reading, and its callbacks. */
export interface Reading {
  register: MatchingRegister
  by: SplitBy
  /** Pages that the batch may still have. */
  pagesLeft: number
  /** Reads the file. */
  reader: PdfReader
  /** Reads what is made of it. */
  checker: PdfReader
  /** @param pages that were read since the last time */
  onPages: (pages: number) => Promise<void>
}

/** Pages after which progress is reported. */
const pagesAtOnce = 25

/**
 * Reads a file and divides it into documents. What a document's keys are is read from the very bytes that its recipient would
 * get, and these must say what the pages say that they were made of.
 */
export async function readSource(source: Source, reading: Reading): Promise<ReadSource> {
  if (source.problem === 'not_pdf') return nothing('not_pdf')
  const bytes = await bytesOf({ path: source.file_path, size: source.file_size, sha256: source.sha256 })
  return bytes ? readBytes(bytes, source, reading) : nothing('missing')
}

const nothing = (problem: FileProblem, pages?: number): ReadSource => ({ pages, problem, items: [] })

/** As `readSource`, of a file's bytes. */
export async function readBytes(bytes: Uint8Array, source: Source, reading: Reading): Promise<ReadSource> {
  const opened = await reading.reader.open(bytes)
  if ('problem' in opened) return nothing(opened.problem)
  if (opened.pages > reading.pagesLeft) return nothing('many_pages', Math.min(opened.pages, batchPages + 1))
  const texts: PageText[] = []
  for (let page = 1; page <= opened.pages; page++) {
    texts.push(await reading.reader.page(page))
    if (page % pagesAtOnce === 0 || page === opened.pages) await reading.onPages(((page - 1) % pagesAtOnce) + 1)
  }
  const keys = texts.map(text => pageKeys(text, reading.register))
  const items: ReadDocument[] = []
  let isDivisible = true
  for (const part of split(keys, opened.bookmarks, reading.by)) {
    const isWhole = part.to - part.from + 1 === texts.length
    const item = isWhole
      ? wholeFile(source, part, keys, reading)
      : await dividedFile(source, part, { texts, keys, reading })
    if (!isWhole && !item.file && !item.pages.some(({ kind }) => kind === 'damaged')) isDivisible = false
    items.push(item)
  }
  const isDamaged = texts.some(({ kind }) => kind === 'damaged')
  return { pages: texts.length, problem: isDamaged ? 'damaged' : isDivisible ? undefined : 'not_divided', items }
}

function pageKeys(text: PageText, { index, tinKey }: MatchingRegister): PageKeys {
  const print = createHash('sha256').update(text.text).digest('base64')
  return {
    ...keysOf(`${text.text}\n${text.typed}`, index, tinKey),
    kind: text.kind,
    pageOf: pageOfIn(text.text),
    print,
  }
}

function toSplitDocument(source: Source, part: Part, pages: readonly PageKeys[], { register }: Reading) {
  return {
    ...{ source, part, pages },
    label: keysOf(`${source.filename.replace(/\.[^.]*$/, '')}\n${part.title}`, register.index, register.tinKey),
    emails: emailsIn(source.filename, register.emails),
  }
}

function wholeFile(source: Source, part: Part, keys: readonly PageKeys[], reading: Reading): ReadDocument {
  const isDamaged = keys.some(({ kind }) => kind === 'damaged')
  const { file_path, file_size, sha256, marks } = source
  const file = isDamaged || !file_path ? undefined : { path: file_path, size: file_size, sha256 }
  const hasAttachments = marks?.includes('attachments') ?? false
  return { ...toSplitDocument(source, part, keys, reading), file, isDivided: false, hasAttachments }
}

async function dividedFile(
  source: Source,
  part: Part,
  { texts, keys, reading }: { texts: readonly PageText[]; keys: readonly PageKeys[]; reading: Reading },
): Promise<ReadDocument> {
  const from = part.from - 1
  const before = texts.slice(from, part.to)
  const isDamaged = before.some(({ kind }) => kind === 'damaged')
  const bytes = isDamaged ? undefined : await reading.reader.part(part.from, part.to)
  const after = bytes && (await readPart(bytes, before, reading))
  const pages = after ? after.map(text => pageKeys(text, reading.register)) : keys.slice(from, part.to)
  const file = bytes && after && { bytes, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  return { ...toSplitDocument(source, part, pages, reading), file, isDivided: true, hasAttachments: false }
}

/** @returns the text of each page of a part; undefined where it isn't that of the pages that it was made of */
async function readPart(
  bytes: Uint8Array,
  before: readonly PageText[],
  { checker }: Reading,
): Promise<PageText[] | undefined> {
  const opened = await checker.open(bytes)
  if ('problem' in opened || opened.pages !== before.length) return undefined
  const after: PageText[] = []
  for (const [at, page] of before.entries()) {
    const text = await checker.page(at + 1)
    if (text.kind === 'damaged' || !saysTheSame(text, page)) return undefined
    // A picture stays one, whatever is made of it.
    after.push(page.kind === 'picture' ? { ...text, kind: 'picture' } : text)
  }
  return after
}

/** All letters of a page are there again; besides them only what was typed into its fields, which is drawn now. */
function saysTheSame(part: PageText, page: PageText): boolean {
  const left = countCharacters(part.text)
  for (const [letter, count] of countCharacters(page.text)) {
    const there = left.get(letter) ?? 0
    if (there < count) return false
    left.set(letter, there - count)
  }
  const typed = countCharacters(page.typed)
  return [...left].every(([letter, count]) => count <= (typed.get(letter) ?? 0))
}

function countCharacters(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const letter of text.replaceAll(/\s/g, '')) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  return counts
}
