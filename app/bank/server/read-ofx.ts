import { parseSync } from 'ofx-js'
import { PortalError } from '../../../server/platform/portal-error.ts'

/** A transaction in OFX, with its line number from 1. */
export interface OfxTransaction {
  line: number
  fields: Readonly<Record<string, string>>
}

/** Fields that banks leave empty and, before version 2, unclosed. */
const emptyField =
  /<(trntype|dtposted|dtuser|dtavail|trnamt|fitid|srvrtid|checknum|refnum|sic|payeeid|name|extdname|memo)>\s*(?=<)(?!<\/\1>)/g

/** @returns whether a file is OFX 1 (SGML) or 2 (XML), named .ofx, .qfx or .qbo */
export function isOfx(text: string): boolean {
  return /^\s*(?:OFXHEADER\s*:|<\?xml[^>]*>\s*<\?OFX|<\?OFX|<OFX>)/i.test(text.slice(0, 2000))
}

/**
 * Reads the transactions of one account.
 * @throws PortalError BANK_LIST_UNREADABLE for a truncated file or invalid OFX; BANK_LIST_ACCOUNTS for several accounts
 */
export function readOfx(text: string): OfxTransaction[] {
  const lists = listsOf(withPlainTags(text).replaceAll(emptyField, ''))
  if (lists.length > 1) throw new PortalError('BANK_LIST_ACCOUNTS')
  const lines = linesWith(text, /<stmttrn>/i)
  return arrayOf(lists[0]?.stmttrn).map((each, at) => ({
    line: lines[at] ?? at + 1,
    fields: Object.fromEntries(
      Object.entries(each as Record<string, unknown>).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, withoutEntities(value)]] : [],
      ),
    ),
  }))
}

/** Tags in upper case, with a dot (banks' own), or long take the parser seconds; equivalent ones don't. */
function withPlainTags(text: string): string {
  return text.replaceAll(/<(\/?)([A-Za-z][\w.]*)(?=[\s/>])/g, (_, end: string, name: string) => {
    const plain = name.toLowerCase().replaceAll('.', '_')
    return `<${end}${plain === 'ofx' ? 'OFX' : plain}`
  })
}

type Node = Record<string, unknown>

/** @returns the transaction lists of any account type */
function listsOf(text: string): Node[] {
  try {
    const { OFX } = parseSync(text)
    const found: Node[] = []
    const search = (value: unknown) => {
      for (const each of arrayOf(value)) {
        if (typeof each !== 'object' || each === null) continue
        for (const [name, inner] of Object.entries(each)) {
          if (name === 'banktranlist')
            found.push(...(arrayOf(inner) as Node[]).map(list => (typeof list === 'object' ? list : {})))
          else search(inner)
        }
      }
    }
    search(OFX)
    return found
  } catch {
    throw unreadable()
  }
}

function unreadable(): PortalError {
  return new PortalError('BANK_LIST_UNREADABLE', {
    sentence: 'This OFX file can’t be read: it may be cut off. Download it from your bank again, or choose CSV there.',
  })
}

function arrayOf(value: unknown): unknown[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

function linesWith(text: string, tag: RegExp): number[] {
  return text.split(/\r\n|\r|\n/).flatMap((line, at) => Array(line.split(tag).length - 1).fill(at + 1))
}

/** The parser knows only XML's entities for brackets and ampersands. */
const entities: Record<string, string> = { quot: '"', apos: "'", nbsp: ' ', amp: '&', lt: '<', gt: '>' }

function withoutEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[String(name).toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
