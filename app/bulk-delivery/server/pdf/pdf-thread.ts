import { parentPort } from 'node:worker_threads'
import { PDF, PdfDict, type PdfObject, PdfRef } from '@libpdf/core'
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
// Gives pdf.js its worker in this thread, rather than a module that it would look for in the file system.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import { copyPages } from '../../../../server/pdf/copy-pages.ts'
import { DamagedPage, type Resolve } from '../../../../server/pdf/page-content.ts'
import type { Bookmark } from '../../split.ts'
import { kindOfPage } from './page-facts.ts'
import { textOfItems, typedText } from './page-text.ts'

/* The thread of `PdfReader`: reads one PDF page by page, and makes PDFs of some of its pages. */

/** A request to the thread. */
export type Question =
  | { ask: 'open'; bytes: Uint8Array }
  | { ask: 'page'; page: number }
  | { ask: 'part'; from: number; to: number }

/** A PDF that is open: how long it is, and where its bookmarks lead; or why it can't be read. */
export type Opened = { pages: number; bookmarks: Bookmark[] } | { problem: 'encrypted' | 'unreadable' }
export interface PageText {
  text: string
  /** Into its fields and notes. */
  typed: string
  kind: 'text' | 'picture' | 'blank' | 'damaged'
}
/** Pages as a PDF of their own; without bytes where they can't be taken apart from the others. */
export interface PartBytes {
  bytes?: Uint8Array<ArrayBuffer>
}

/** Bookmarks at most: a file has two thousand pages. */
const mostBookmarks = 5000
/** Characters of one page: more than any page has. */
const mostCharacters = 500_000

/** As two programs read it: one reads text, the other takes pages apart. */
let reading: PDFDocumentProxy | undefined
let parts: { dicts: PdfDict[]; resolve: Resolve } | undefined

parentPort?.on('message', async (question: Question) => {
  try {
    parentPort?.postMessage({ answer: await answerTo(question) })
  } catch (error) {
    parentPort?.postMessage({ error: String(error) })
  }
})

function answerTo(question: Question): Promise<Opened | PageText | PartBytes> {
  switch (question.ask) {
    case 'open':
      return open(question.bytes)
    case 'page':
      return readPage(question.page)
    case 'part':
      return partOf(question.from, question.to)
  }
}

async function open(bytes: Uint8Array): Promise<Opened> {
  await reading?.loadingTask.destroy()
  reading = undefined
  parts = undefined
  // pdf.js takes the bytes that it is given.
  const copy = bytes.slice()
  try {
    const task = getDocument({
      data: bytes,
      verbosity: VerbosityLevel.ERRORS,
      useSystemFonts: false,
      disableFontFace: true,
    })
    reading = await task.promise
    const { info } = await reading.getMetadata()
    if ((info as { EncryptFilterName?: string | null }).EncryptFilterName) return { problem: 'encrypted' }
  } catch (error) {
    return { problem: (error as Error).name === 'PasswordException' ? 'encrypted' : 'unreadable' }
  }
  parts = await openForParts(copy, reading.numPages)
  return { pages: reading.numPages, bookmarks: await bookmarksOf(reading) }
}

/** @returns undefined where the other program doesn't find the same pages, or some are hidden in layers: nothing is divided then */
async function openForParts(bytes: Uint8Array, pages: number): Promise<typeof parts> {
  try {
    const pdf = await PDF.load(bytes)
    if (pdf.isEncrypted) return undefined
    const resolve: Resolve = value => {
      let target: PdfObject | null | undefined = value
      for (let depth = 0; depth < 20 && target instanceof PdfRef; depth++) target = pdf.context.resolve(target)
      return target instanceof PdfRef || target === null ? undefined : target
    }
    const catalog = resolve(pdf.context.catalog.getDict())
    if (!(catalog instanceof PdfDict) || catalog.has('OCProperties')) return undefined
    const dicts = pdf.context.pages
      .getPages()
      .map(resolve)
      .filter(each => each instanceof PdfDict)
    return dicts.length === pages ? { dicts, resolve } : undefined
  } catch {
    return undefined
  }
}

async function bookmarksOf(pdf: PDFDocumentProxy): Promise<Bookmark[]> {
  const outline = (await pdf.getOutline().catch(() => null)) ?? []
  const found: Bookmark[] = []
  for (const { title, dest } of outline.slice(0, mostBookmarks)) {
    try {
      const place = typeof dest === 'string' ? await pdf.getDestination(dest) : dest
      const [target] = place ?? []
      const at = typeof target === 'number' ? target : await pdf.getPageIndex(target as never)
      found.push({ title, page: at + 1 })
    } catch {
      // It leads nowhere.
    }
  }
  return found
}

async function readPage(number: number): Promise<PageText> {
  if (!reading) throw new Error('nothing is open')
  try {
    const page = await reading.getPage(number)
    const { items } = await page.getTextContent()
    const text = textOfItems(items)
    const typed = typedText(await page.getAnnotations())
    page.cleanup()
    if (text.length + typed.length > mostCharacters) return unreadable
    const dict = parts?.dicts[number - 1]
    // The text alone can't say whether it is all of the page.
    const kind = dict && parts ? kindOfPage(dict, text + typed, parts.resolve) : 'picture'
    return { text, typed, kind }
  } catch {
    return unreadable
  }
}

const unreadable: PageText = { text: '', typed: '', kind: 'damaged' }

async function partOf(from: number, to: number): Promise<PartBytes> {
  if (!parts) return {}
  try {
    return { bytes: copyPages(parts.dicts.slice(from - 1, to), parts.resolve) }
  } catch (error) {
    if (error instanceof DamagedPage) return {}
    throw error
  }
}
