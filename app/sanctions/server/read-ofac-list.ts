import { setImmediate } from 'node:timers/promises'
import type { Day } from '../../../rules/days.ts'
import { oneLine } from '../../../rules/text.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { decodeText, type FileContent } from '../../../server/tables/decode-text.ts'
import { readWrittenDay } from '../../../server/tables/read-day.ts'
import { readRows } from '../../../server/tables/read-rows.ts'
import type { ListedEntry } from '../sanctions.ts'

/** A list as it is in a file. Vessels and aircraft are counted but not read: they buy no notes. */
export interface ReadOfacList {
  /** Undefined in CSV, which doesn't say. */
  publishedOn: Day | undefined
  entryCount: number
  aliasCount: number
  entries: ListedEntry[]
}

/** Entries read before others get a turn. */
const batchSize = 500

/**
 * Reads a list in a format of OFAC's: SDN.XML, or SDN.CSV with ALT.CSV; those of the consolidated list are the same.
 * @param aliases the file of aliases; empty where there is none
 * @throws PortalError SANCTIONS_FILE, SANCTIONS_CUT, SANCTIONS_ALIASES
 */
export async function readOfacList(file: FileContent, aliases: FileContent): Promise<ReadOfacList> {
  const text = textOf(file)
  if (/^\s*</.test(text)) return readXml(text)
  if (!text.trim()) throw new PortalError('SANCTIONS_FILE')
  if (aliases.length === 0) throw new PortalError('SANCTIONS_ALIASES')
  return readCsv(text, textOf(aliases))
}

/** @throws PortalError SANCTIONS_FILE for a ZIP, a workbook or a page of HTML */
function textOf(file: FileContent): string {
  try {
    return decodeText(file)
  } catch (cause) {
    throw new PortalError('SANCTIONS_FILE', { cause })
  }
}

/** OFAC writes no attributes, comments and nested text within an entry, so an element is found by its name. */
async function readXml(text: string): Promise<ReadOfacList> {
  const head = text.slice(0, 5000)
  if (/<(?:\w+:)?Sanctions[\s>]/.test(head))
    throw unreadable(
      'This is OFAC’s “advanced” format. Choose SDN.XML or CONSOLIDATED.XML, the one without “advanced” in its name.',
    )
  if (!/<sdnList[\s>]/.test(head) || /<!(?:DOCTYPE|ENTITY)|<!\[CDATA/i.test(text))
    throw new PortalError('SANCTIONS_FILE')
  if (!/<\/sdnList>\s*$/.test(text)) throw new PortalError('SANCTIONS_CUT')
  const publishedOn = readWrittenDay(first(head, 'Publish_Date')).month
  const list: ReadOfacList = { publishedOn, entryCount: 0, aliasCount: 0, entries: [] }
  for (const [, entry = ''] of text.matchAll(/<sdnEntry>([\s\S]*?)<\/sdnEntry>/g)) {
    addEntry(list, toEntry(entry), first(entry, 'sdnType').toLowerCase())
    if (list.entryCount % batchSize === 0) await setImmediate()
  }
  if (list.entryCount !== Number(first(head, 'Record_Count'))) throw new PortalError('SANCTIONS_CUT')
  return list
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** @returns the text of each element of a name */
function all(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))].map(([, text = '']) => text)
}

function first(xml: string, name: string): string {
  return plain(all(xml, name)[0] ?? '')
}

function plain(text: string): string {
  const letters = text.replaceAll(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) =>
    name
      ? (entities[name.toLowerCase()] ?? whole)
      : String.fromCodePoint(Math.min(0x10ffff, decimal ? Number(decimal) : Number.parseInt(hex, 16))),
  )
  return oneLine(letters)
}

const nameOf = (xml: string) => [first(xml, 'lastName'), first(xml, 'firstName')].filter(Boolean).join(', ')

function toEntry(xml: string): Omit<ListedEntry, 'kind'> {
  const own = xml.replaceAll(/<(\w+List)>[\s\S]*?<\/\1>/g, '')
  const addresses = all(xml, 'address').map(address =>
    ['address1', 'address2', 'city', 'stateOrProvince', 'country']
      .map(part => first(address, part))
      .filter(Boolean)
      .join(', '),
  )
  return {
    uid: first(own, 'uid'),
    name: nameOf(own),
    aliases: all(xml, 'aka').map(aka => ({ name: nameOf(aka), isWeak: first(aka, 'category') === 'weak' })),
    programs: all(xml, 'program').map(plain),
    births: all(xml, 'dateOfBirth').map(plain),
    places: [...all(xml, 'placeOfBirth').map(plain), ...addresses],
    remarks: [first(own, 'title'), first(own, 'remarks')].filter(Boolean).join('; '),
  }
}

/** Columns of SDN.CSV and ALT.CSV, which have no headings. */
const columns = { list: 12, aliases: 5 }
/** OFAC ends some files with the character that DOS took for the end, Control-Z. */
const withoutEnd = (text: string) => text.replace(/[\p{Cc}\s]+$/u, '')

async function readCsv(text: string, aliasText: string): Promise<ReadOfacList> {
  const aliases = new Map<string, ListedEntry['aliases']>()
  for (const [uid = '', , , name = '', remarks = ''] of rowsOf(aliasText, columns.aliases)) {
    const known = aliases.get(uid) ?? []
    aliases.set(uid, [...known, { name, isWeak: /\bweak\b/i.test(remarks) }])
  }
  const list: ReadOfacList = { publishedOn: undefined, entryCount: 0, aliasCount: 0, entries: [] }
  for (const [uid = '', name = '', type = '', programs = '', title = '', , , , , , , remarks = ''] of rowsOf(
    text,
    columns.list,
  )) {
    const facts = remarks.replace(/\.$/, '').split(/;\s*/)
    const after = (label: string) =>
      facts.flatMap(fact => new RegExp(`^(?:alt\\. )?${label} (.+)$`).exec(fact)?.[1] ?? [])
    const entry = {
      ...{ uid, name, aliases: aliases.get(uid) ?? [], programs: programs.split('] [') },
      ...{ births: after('DOB'), places: after('POB'), remarks: [title, remarks].filter(Boolean).join('; ') },
    }
    addEntry(list, entry, type || 'entity')
    if (list.entryCount % batchSize === 0) await setImmediate()
  }
  const known = new Set(list.entries.map(({ uid }) => uid))
  if (aliases.size > 0 && ![...aliases.keys()].some(uid => known.has(uid)))
    throw new PortalError('SANCTIONS_ALIASES', {
      sentence: 'These aliases are of another list. Choose the two files that OFAC published together.',
    })
  return list
}

/**
 * @returns the rows, with nothing for OFAC's null, -0-
 * @throws PortalError SANCTIONS_FILE naming the first line that isn't one; SANCTIONS_CUT where that is the last
 */
function rowsOf(text: string, width: number): string[][] {
  const { rows, faults } = readRows(withoutEnd(text), ',')
  const isRow = ({ cells }: { cells: string[] }) => cells.length === width && /^\d+$/.test(cells[0] ?? '') && width > 1
  const wrong = [...rows.filter(row => !isRow(row)), ...faults].toSorted((one, other) => one.line - other.line)
  const last = Math.max(0, ...rows.map(({ line }) => line), ...faults.map(({ line }) => line))
  const [bad] = wrong
  if (rows.length === 0 || wrong.length === rows.length) throw new PortalError('SANCTIONS_FILE')
  if (bad && wrong.length === 1 && bad.line === last) throw new PortalError('SANCTIONS_CUT')
  if (bad)
    throw unreadable(
      `Line ${bad.line} of this file isn’t one of OFAC’s ${width} columns. Download it from OFAC again, and don’t open it in a program before.`,
    )
  return rows.map(({ cells }) => cells.map(cell => (cell === '-0-' ? '' : oneLine(cell))))
}

function unreadable(sentence: string): PortalError {
  return new PortalError('SANCTIONS_FILE', { sentence })
}

function addEntry(list: ReadOfacList, entry: Omit<ListedEntry, 'kind'>, type: string): void {
  list.entryCount++
  list.aliasCount += entry.aliases.length
  if (type !== 'individual' && type !== 'entity') return
  if (!entry.uid || !entry.name)
    throw unreadable(`Entry ${list.entryCount} of this list has no number or no name. Download it from OFAC again.`)
  const aliases = entry.aliases.filter(({ name }) => name)
  list.entries.push({
    ...entry,
    kind: type,
    aliases,
    remarks: entry.remarks.slice(0, 4000),
    name: entry.name.slice(0, 400),
  })
}
