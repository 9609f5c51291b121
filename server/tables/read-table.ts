import { folded } from '../../rules/folded.ts'
import {
  type LineRemark,
  namedSeparator,
  type Rows,
  readRows,
  type Separator,
  separators,
  type TableRow,
} from './read-rows.ts'

/** What a table's columns may be, and the headings that each is given, those that are preferred first, as `headingName` writes them. */
export type Headings<Kind extends string> = Record<Kind, readonly string[]>

/** A row by what its columns are. */
export interface TableRecord<Kind extends string> {
  line: number
  /** @returns the cell; empty where there is no such column */
  cell: (kind: Kind) => string
  /** @returns the cells of all columns with a heading of the kind, those that are preferred first */
  all: (kind: Kind) => string[]
  /** Cells of columns without a heading. */
  unnamed: string[]
  cells: readonly string[]
}

export interface Table<Kind extends string> {
  /** The line that names the columns; 0 where none does. */
  headingLine: number
  /** What that line names, as it is written; where none does, the first line with several cells. */
  headings: string[]
  kinds: ReadonlySet<Kind>
  records: TableRecord<Kind>[]
  /** Rows that can't be read. */
  faults: LineRemark[]
  /** Lines that repeat the heading. */
  repeated: number[]
}

/** The heading is searched for in so many rows. */
const mostRowsBefore = 60

/**
 * Reads a table, with any text above its heading and any separator.
 * @param isHeading whether a row that names these columns is the heading
 * @param namesWithout what the columns of a table without a heading are named, as `headingName` writes it; undefined
 *   where that is unknown
 */
export function readTable<Kind extends string>(
  text: string,
  headings: Headings<Kind>,
  isHeading: (kinds: ReadonlySet<Kind>) => boolean,
  namesWithout: (rows: readonly TableRow[]) => string[] | undefined = () => undefined,
): Table<Kind> {
  const named = namedSeparator(text)
  const beginning = /^(?:[^\r\n]*(?:\r\n|\r|\n)){0,200}/.exec(text)?.[0] || text
  const read = (part: string, separator: Separator) => {
    const found = readRows(part, separator)
    const head = findHeading(found.rows, headings, isHeading) ?? headingOf(namesWithout(found.rows), headings)
    return { ...found, separator, head }
  }
  const tried = (named ? [named] : separators).map(separator => read(beginning, separator))
  const { separator } = tried.reduce((most, each) => (score(each) > score(most) ? each : most))
  return toTable(read(text, separator), headings)
}

interface FoundHeading<Kind extends string> {
  /** Which row; -1 where none is the heading. */
  at: number
  /** By column, from the left. */
  names: string[]
  kinds: ReadonlySet<Kind>
}

type Tried<Kind extends string> = Rows & { head: FoundHeading<Kind> | undefined }

/** A heading counts most, and then that rows have several cells. */
function score<Kind extends string>({ head, rows }: Tried<Kind>): number {
  const wide = rows.slice(0, mostRowsBefore).reduce((cells, row) => cells + row.cells.length - 1, 0)
  return (head ? head.kinds.size * 1_000_000 : 0) + wide
}

/** @returns the row that names most columns */
function findHeading<Kind extends string>(
  rows: readonly TableRow[],
  headings: Headings<Kind>,
  isHeading: (kinds: ReadonlySet<Kind>) => boolean,
): FoundHeading<Kind> | undefined {
  let best: FoundHeading<Kind> | undefined
  for (const [at, { cells }] of rows.slice(0, mostRowsBefore).entries()) {
    const found = headingOf(cells.map(headingName), headings, at)
    if (found && isHeading(found.kinds) && found.kinds.size > (best?.kinds.size ?? 0)) best = found
  }
  return best
}

function headingOf<Kind extends string>(
  names: string[] | undefined,
  headings: Headings<Kind>,
  at = -1,
): FoundHeading<Kind> | undefined {
  if (!names) return undefined
  const kinds = new Set(kindsOf(headings).filter(kind => headings[kind].some(name => names.includes(name))))
  return { at, names, kinds }
}

/** @returns a heading such as 'Posting Date*' or 'Amount (USD)' as 'posting_date' or 'amount' */
export function headingName(text: string): string {
  return folded(text)
    .replaceAll(/\b(?:usd|us\$|eur)\b|[$€£]/g, ' ')
    .replaceAll(/[^a-z0-9+]+/g, '_')
    .replaceAll(/^_|_$/g, '')
}

function toTable<Kind extends string>({ rows, faults, head }: Tried<Kind>, headings: Headings<Kind>): Table<Kind> {
  if (!head) {
    const first = rows.find(({ cells }) => cells.filter(Boolean).length > 1) ?? rows[0]
    return { headingLine: 0, headings: first?.cells ?? [], kinds: new Set(), records: [], faults, repeated: [] }
  }
  const { cells: shown = [], line = 0 } = rows[head.at] ?? {}
  const columns = columnsOf(head.names, headings)
  const alike = new Map(kindsOf(headings).map(kind => [kind, columnsOfAny(head.names, headings[kind])] as const))
  const unnamed = head.names.flatMap((name, at) => (name ? [] : [at]))
  const table: Table<Kind> = {
    headingLine: line,
    headings: shown.filter(Boolean),
    kinds: head.kinds,
    records: [],
    faults: faults.filter(fault => fault.line > line),
    repeated: [],
  }
  for (const row of rows.slice(head.at + 1)) {
    const why = faultOf(row, head.names, shown, columns)
    if (String(row.cells.map(headingName)) === String(head.names)) table.repeated.push(row.line)
    else if (why) table.faults.push({ line: row.line, why })
    else table.records.push(toRecord(row, { columns, alike, unnamed, width: head.names.length }))
  }
  table.faults.sort((one, other) => one.line - other.line)
  return table
}

/** @returns of each kind the columns with its preferred heading: several where the heading is there twice */
function columnsOf<Kind extends string>(names: readonly string[], headings: Headings<Kind>): Map<Kind, number[]> {
  return new Map(
    kindsOf(headings).flatMap(kind => {
      const preferred = headings[kind].find(name => names.includes(name))
      return preferred === undefined ? [] : [[kind, columnsOfAny(names, [preferred])] as const]
    }),
  )
}

/** @returns the columns with any of the headings, in the headings' order */
function columnsOfAny(names: readonly string[], headings: readonly string[]): number[] {
  return headings.flatMap(heading => names.flatMap((name, at) => (name === heading ? [at] : [])))
}

function faultOf<Kind extends string>(
  { cells }: TableRow,
  names: readonly string[],
  shown: readonly string[],
  columns: ReadonlyMap<Kind, readonly number[]>,
): string | undefined {
  if (cells.slice(names.length).some(Boolean))
    return `It has ${cells.length} cells under ${names.length} headings. Put quotation marks around a cell that has a separator in it.`
  for (const at of columns.values()) {
    const said = new Set(at.map(column => cells[column] ?? '').filter(Boolean))
    if (said.size > 1) return `Two columns are headed “${shown[at[0] ?? 0]}”, and they differ here.`
  }
  return undefined
}

interface Columns<Kind extends string> {
  columns: ReadonlyMap<Kind, readonly number[]>
  alike: ReadonlyMap<Kind, readonly number[]>
  unnamed: readonly number[]
  width: number
}

function toRecord<Kind extends string>(
  { line, cells }: TableRow,
  { columns, alike, unnamed, width }: Columns<Kind>,
): TableRecord<Kind> {
  return {
    line,
    cells: cells.slice(0, width),
    unnamed: unnamed.map(at => cells[at] ?? ''),
    cell: kind => columns.get(kind)?.reduce((found, at) => found || (cells[at] ?? ''), '') ?? '',
    all: kind => alike.get(kind)?.map(at => cells[at] ?? '') ?? [],
  }
}

function kindsOf<Kind extends string>(headings: Headings<Kind>): Kind[] {
  return Object.keys(headings) as Kind[]
}
