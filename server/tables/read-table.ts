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

/** The heading is looked for in so many rows. */
const mostRowsBefore = 60

/**
 * Reads a table, whatever stands above its heading and with which separator it is written.
 * @param isHeading whether a row that names these columns is the heading
 */
export function readTable<Kind extends string>(
  text: string,
  headings: Headings<Kind>,
  isHeading: (kinds: ReadonlySet<Kind>) => boolean,
): Table<Kind> {
  const named = namedSeparator(text)
  const beginning = /^(?:[^\r\n]*(?:\r\n|\r|\n)){0,200}/.exec(text)?.[0] || text
  const read = (part: string, separator: Separator) => {
    const found = readRows(part, separator)
    return { ...found, separator, head: findHeading(found.rows, headings, isHeading) }
  }
  const tried = (named ? [named] : separators).map(separator => read(beginning, separator))
  const { separator } = tried.reduce((most, each) => (score(each) > score(most) ? each : most))
  return toTable(read(text, separator), headings)
}

interface FoundHeading<Kind extends string> {
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
    const names = cells.map(headingName)
    const kinds = new Set(kindsOf(headings).filter(kind => headings[kind].some(name => names.includes(name))))
    if (isHeading(kinds) && kinds.size > (best?.kinds.size ?? 0)) best = { at, names, kinds }
  }
  return best
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
    else table.records.push(toRecord(row, columns, unnamed, head.names.length))
  }
  table.faults.sort((one, other) => one.line - other.line)
  return table
}

/** @returns of each kind the columns with its preferred heading: several where the heading is there twice */
function columnsOf<Kind extends string>(names: readonly string[], headings: Headings<Kind>): Map<Kind, number[]> {
  return new Map(
    kindsOf(headings).flatMap(kind => {
      const preferred = headings[kind].find(name => names.includes(name))
      return preferred === undefined
        ? []
        : [[kind, names.flatMap((name, at) => (name === preferred ? [at] : []))] as const]
    }),
  )
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

function toRecord<Kind extends string>(
  { line, cells }: TableRow,
  columns: ReadonlyMap<Kind, readonly number[]>,
  unnamed: readonly number[],
  width: number,
): TableRecord<Kind> {
  return {
    line,
    cells: cells.slice(0, width),
    unnamed: unnamed.map(at => cells[at] ?? ''),
    cell: kind => columns.get(kind)?.reduce((found, at) => found || (cells[at] ?? ''), '') ?? '',
  }
}

function kindsOf<Kind extends string>(headings: Headings<Kind>): Kind[] {
  return Object.keys(headings) as Kind[]
}
