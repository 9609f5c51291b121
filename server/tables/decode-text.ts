import { PortalError } from '../platform/portal-error.ts'

/** A file as a form brings it: its bytes, or its text where a program has that already. */
export type FileContent = string | Uint8Array

/** How files begin that programs show as a table and that aren't text: ZIPs (.xlsx, .ods), compound files (.xls) and PDFs. */
const otherMarks = ['PK\u0003\u0004', '\u00D0\u00CF\u0011\u00E0', '%PDF']
/** Banks call a page of HTML .xls. */
const html = /^\s*<(?:!doctype\s+html|html|table)\b/i

/**
 * Reads a file's text in the encoding that it is in: UTF-8, UTF-16 in either order, with and without a byte order mark, or
 * Windows-1252, in which Excel on Windows saves CSV. A file pasted together from two is read line by line.
 * @returns the text without byte order mark and NUL, which PostgreSQL doesn't store
 * @throws PortalError TABLE_NOT_TEXT for a workbook, a PDF or a page of HTML
 */
export function decodeText(content: FileContent): string {
  const text = typeof content === 'string' ? content : decodeBytes(content)
  return text.replace(/^\uFEFF/, '').replaceAll('\0', '')
}

function decodeBytes(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  const head = Buffer.from(bytes.subarray(0, 200))
    .toString('latin1')
    .replace(/^\u00EF\u00BB\u00BF/, '')
  if (otherMarks.some(mark => head.startsWith(mark)) || html.test(head)) throw new PortalError('TABLE_NOT_TEXT')
  return (
    decodeUtf8(bytes) ??
    linesOf(bytes)
      .map(line => decodeUtf8(line) ?? decodeWindows(line))
      .join('')
  )
}

/** In UTF-16 every other byte of digits, separators and most letters is 0. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, 1000)
  if (start.length < 4) return undefined
  const zeros = [0, 1].map(rest => start.filter((byte, at) => byte === 0 && at % 2 === rest).length)
  const [even = 0, odd = 0] = zeros
  if (odd > start.length / 4 && even < odd / 4) return 'utf-16le'
  return even > start.length / 4 && odd < even / 4 ? 'utf-16be' : undefined
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function decodeWindows(bytes: Uint8Array): string {
  return new TextDecoder('windows-1252').decode(bytes)
}

/** @returns the lines with their ends, which no byte of another character of UTF-8 looks like */
function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = []
  let from = 0
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== 0x0a && bytes[at] !== 0x0d) continue
    lines.push(bytes.subarray(from, at + 1))
    from = at + 1
  }
  lines.push(bytes.subarray(from))
  return lines
}

/** @returns whether letters of a text were lost where it was saved before: each is a U+FFFD now */
export function isDamaged(text: string): boolean {
  return text.includes('\uFFFD')
}
