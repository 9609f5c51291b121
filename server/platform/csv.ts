/** A cell of a CSV file; null and undefined are empty, times are written in UTC (ISO 8601). */
export type CsvCell = string | number | Date | null | undefined

/**
 * @returns a line of a CSV file (RFC 4180), every cell quoted. Spreadsheets would run a text that begins with `=`, `+`,
 *   `-` or `@`, so it gets an apostrophe first
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(quotedCell).join(',')}\r\n`
}

function quotedCell(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell)
  const text = cell instanceof Date ? cell.toISOString() : (cell ?? '')
  // Some spreadsheets take the full-width signs, too.
  const safe = text.replace(/^(?=[=+\-@\t\r\n＝＋－＠])/, "'")
  return `"${safe.replaceAll('"', '""')}"`
}
