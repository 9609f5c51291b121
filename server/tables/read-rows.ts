import { CsvError, parse } from 'csv-parse/sync'

/** A row of a table: the line it begins on, from 1, and its cells without the spaces around them. */
export interface TableRow {
  line: number
  cells: string[]
}

/** A line of a file, and its problem in words. */
export interface LineRemark {
  line: number
  why: string
}

export interface Rows {
  rows: TableRow[]
  /** Lines that can't be divided into cells. */
  faults: LineRemark[]
}

export const separators = [',', ';', '\t', '|'] as const
export type Separator = (typeof separators)[number]

/** A cell in quotation marks has at most so many lines. */
const mostLinesOfRow = 40

const notClosed = 'It opens a quotation mark that isn’t closed.'
const misplaced = 'Its quotation marks can’t be read. Write a mark inside a quoted cell twice.'

/**
 * Divides a text into rows (RFC 4180), with any line ends; empty rows are left out. A quotation mark inside a cell is read
 * as it is written. One that isn't closed costs its own line alone.
 */
export function readRows(text: string, separator: Separator): Rows {
  const { lines, sepLine } = linesOf(text)
  const first = sepLine ? 1 : 0
  const width = usualWidth(lines.slice(first), separator)
  const isRow = rowPattern(separator)
  const found: Rows = { rows: [], faults: [] }
  // Rows that can be read are read together: each call of the parser costs as much as a hundred of them.
  let together: { line: number; text: string }[] = []
  const flush = () => {
    const cells = parseCells(together.map(row => row.text).join('\n'), separator)
    for (const [nth, { line, text }] of together.entries()) {
      const row = cells?.length === together.length ? cells[nth] : parseCells(text, separator, true)?.[0]
      if (row) addRow(found, line, row)
      else found.faults.push({ line, why: misplaced })
    }
    together = []
  }
  for (let at = first; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (!line.trim()) continue
    const last = isRow.test(line) ? at : lastLineOf(lines, at, isRow, { separator, width })
    if (last !== undefined) {
      together.push({ line: at + 1, text: lines.slice(at, last + 1).join('\n') })
      at = last
      continue
    }
    flush()
    const loose = parseCells(line, separator, true)?.[0]
    if (loose && loose.length <= width) addRow(found, at + 1, loose)
    else found.faults.push({ line: at + 1, why: isOdd(line) ? notClosed : misplaced })
  }
  flush()
  return found
}

/** @returns the separator that the first line names, as Excel writes it: sep=; */
export function namedSeparator(text: string): Separator | undefined {
  return linesOf(text).sepLine
}

/** @returns a pattern for a row with readable quotation marks, of one line or several */
function rowPattern(separator: Separator): RegExp {
  const mark = separator === '|' ? '\\|' : separator
  const cell = `(?: *"[^"]*(?:""[^"]*)*" *|[^"\\n${mark}]*)`
  return new RegExp(`^${cell}(?:${mark}${cell})*$`)
}

/** @returns the last line of a row that begins on a line and has a cell of several lines; undefined where it isn't one */
function lastLineOf(
  lines: readonly string[],
  at: number,
  isRow: RegExp,
  { separator, width }: { separator: Separator; width: number },
): number | undefined {
  if (!isOdd(lines[at] ?? '')) return undefined
  for (let last = at + 1; last < Math.min(lines.length, at + mostLinesOfRow); last++) {
    if (!isOdd(lines[last] ?? '')) continue
    const all = lines.slice(at, last + 1)
    return isRow.test(all.join('\n')) && !isSwallowing(all, separator, width) ? last : undefined
  }
  return undefined
}

/** Where each line of a quoted cell would be a whole row by itself, and begins as the first does, the mark was left open. */
function isSwallowing(lines: readonly string[], separator: Separator, width: number): boolean {
  const beginning = (line: string) =>
    (line.split(separator)[0] ?? '').replaceAll(/\p{N}+/gu, '9').replaceAll(/\p{L}+/gu, 'a')
  const [first = ''] = lines
  return width > 1 && lines.every(line => line.split(separator).length >= width && beginning(line) === beginning(first))
}

/** @returns how many cells most rows have */
function usualWidth(lines: readonly string[], separator: Separator): number {
  const counts = new Map<number, number>()
  for (const line of lines.slice(0, 2000)) {
    const cells = line.split(separator).length
    if (cells > 1) counts.set(cells, (counts.get(cells) ?? 0) + 1)
  }
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), [1, 0])[0]
}

function isOdd(line: string): boolean {
  return line.split('"').length % 2 === 0
}

/** @returns the cells of each row; undefined where their quotation marks can't be read */
function parseCells(text: string, separator: Separator, isLoose = false): string[][] | undefined {
  try {
    return parse(text, {
      delimiter: separator,
      relax_column_count: true,
      relax_quotes: isLoose,
      record_delimiter: '\n',
      // Space around quotation marks, and nothing else; cells are cleaned afterward.
      trim: !isLoose && separator !== '\t',
    })
  } catch (error) {
    if (error instanceof CsvError) return undefined
    throw error
  }
}

function addRow({ rows }: Rows, line: number, raw: readonly string[]): void {
  const cells = raw.map(cleanCell)
  if (cells.some(Boolean)) rows.push({ line, cells })
}

/** The apostrophe that `csvLine` puts before `=`, `+`, `-` and `@` is taken off again. */
function cleanCell(cell: string): string {
  return cell
    .normalize('NFC')
    .trim()
    .replace(/^'(?=[=+\-@])/, '')
}

function linesOf(text: string): { lines: string[]; sepLine: Separator | undefined } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  const named = /^\s*"?sep=(.)"?[\s;,]*$/i.exec(lines[0] ?? '')?.[1]
  return { lines, sepLine: separators.find(separator => separator === named) }
}
