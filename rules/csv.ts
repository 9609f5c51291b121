import { decimalCents } from './money.ts'

/**
 * A cell of a CSV file; null and undefined are empty, times are written in UTC (ISO 8601). A bigint is cents, written
 * as dollars: a number, so that spreadsheets can sum it, exact up to $90 trillion.
 */
export type CsvCell = string | number | bigint | Date | null | undefined

/** Columns of a CSV file, by their headings. */
export type CsvColumns<Row> = Record<string, (row: Row) => CsvCell>

/**
 * @returns a line of a CSV file (RFC 4180), every cell quoted. Spreadsheets would execute a text that starts with `=`,
 * `+`, `-` or `@`, so it gets an apostrophe first
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(quotedCell).join(',')}\r\n`
}

/** Without it, a spreadsheet assumes the machine's own encoding. Files for other programs have none. */
const byteOrderMark = '\uFEFF'

/** @returns a CSV file for people, who open it in a spreadsheet */
export function csvText(lines: readonly (readonly CsvCell[])[]): string {
  return byteOrderMark + lines.map(csvLine).join('')
}

/**
 * @param totals headings of columns of cents to sum in a last line
 * @returns a CSV file for people, created while it is read: its heading with the first rows, then batch by batch
 */
export async function* csvFile<Row>(
  columns: CsvColumns<Row>,
  batches: AsyncIterable<readonly Row[]>,
  totals: readonly string[] = [],
): AsyncGenerator<string, void, void> {
  const named = Object.entries(columns)
  const sums: Record<string, bigint> = Object.fromEntries(totals.map(heading => [heading, 0n]))
  let text = csvText([Object.keys(columns)])
  for await (const rows of batches) {
    for (const row of rows) {
      text += csvLine(named.map(([, cell]) => cell(row)))
      for (const heading of totals)
        sums[heading] = (sums[heading] ?? 0n) + BigInt((columns[heading]?.(row) as bigint) ?? 0n)
    }
    yield text
    text = ''
  }
  if (totals.length > 0) text += csvLine(named.map(([heading], at) => (at === 0 ? 'Total' : sums[heading])))
  if (text) yield text
}

function quotedCell(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'bigint') return String(Number(decimalCents(cell)))
  const text = cell instanceof Date ? cell.toISOString() : (cell ?? '')
  // Some spreadsheets interpret the full-width signs, too.
  const safe = text.replace(/^(?=[=+\-@\t\r\n＝＋－＠])/, "'")
  return `"${safe.replaceAll('"', '""')}"`
}
