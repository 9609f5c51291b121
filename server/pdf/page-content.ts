import { inflateSync } from 'node:zlib'
import { PdfArray, type PdfDict, PdfName, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'

/** @returns what a reference leads to, or the object itself; undefined where there is nothing */
export type Resolve = (value: PdfObject | undefined) => PdfObject | undefined

/** Thrown where a page's content isn't as it was written, so that what it shows is uncertain. */
export class DamagedPage extends Error {
  override name = 'DamagedPage'
}

/**
 * @returns the content of a page, or of anything that is drawn like one: what it shows, in PDF's operators, one character a
 *   byte
 * @throws DamagedPage
 */
export function contentOf(value: PdfObject | undefined, resolve: Resolve): string {
  const content = resolve(value)
  if (content === undefined || content.type === 'null') return ''
  if (content instanceof PdfStream) return decoded(content, resolve)
  // An operator may be divided between two streams only where a space may be.
  if (content instanceof PdfArray) return [...content].map(each => contentOf(each, resolve)).join('\n')
  throw new DamagedPage('a content that is no stream')
}

function decoded(stream: PdfStream, resolve: Resolve): string {
  try {
    const filter = resolve(stream.get('Filter'))
    const names = filter instanceof PdfArray ? [...filter].map(resolve) : filter ? [filter] : []
    const [only, another] = names
    // Other readers stop in the middle of a damaged stream without a word.
    if (only instanceof PdfName && only.value === 'FlateDecode' && !another && !stream.has('DecodeParms'))
      return inflateSync(stream.data, { maxOutputLength: mostContent }).toString('latin1')
    return Buffer.from(stream.getDecodedData()).toString('latin1')
  } catch (error) {
    throw new DamagedPage('a content that can’t be read', { cause: error })
  }
}

/** Bytes of a page's content at most, unpacked. */
const mostContent = 64 * 1024 * 1024

const name = /\/([^\s()<>[\]{}/%]+)/g

/** @returns every name that a content has; also where it is text, so rather one too many than one too few */
export function namesIn(content: string): Set<string> {
  return new Set(
    [...content.matchAll(name)].map(([, text = '']) =>
      text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    ),
  )
}

/** Operators that paint something (ISO 32000-1, table 51): lines, areas, pictures and what is drawn elsewhere. */
const painting = /(?:^|[\s)>\]])(?:f\*?|F|B\*?|b\*?|S|s|sh|Do|BI|EI)(?=[\s(<[/]|$)/

export function paints(content: string): boolean {
  return painting.test(content)
}

/** @returns the entries of a dictionary, of a page's inherited ones, too */
export function inherited(page: PdfDict, key: string, resolve: Resolve): PdfObject | undefined {
  const seen = new Set<PdfObject>()
  for (let node: PdfObject | undefined = page; node && 'get' in node && !seen.has(node); ) {
    seen.add(node)
    const value = (node as PdfDict).get(key)
    if (value !== undefined && value.type !== 'null') return value
    node = resolve((node as PdfDict).get('Parent'))
  }
  return undefined
}

/** @returns whether a value refers to something by number */
export function isRef(value: PdfObject | undefined): value is PdfRef {
  return value instanceof PdfRef
}
