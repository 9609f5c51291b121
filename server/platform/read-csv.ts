/** A row of a CSV file: the line it begins on, from 1, and its cells without the spaces around them. */
export interface CsvRow {
  line: number
  cells: string[]
}

/** Cells between quotation marks, where a doubled mark is one mark; or everything up to the next separator. */
const nextCell = /"((?:[^"]|"")*)"[^,;\t\r\n]*|([^,;\t\r\n]*)/y

/**
 * Reads a CSV file (RFC 4180) as spreadsheets save it: with or without a byte order mark, with `,`, `;` or tabs between
 * cells, with any line ends. Empty rows are left out. The apostrophe that `csvLine` puts before `=`, `+`, `-` and `@` is
 * taken off again.
 */
export function readCsv(text: string): CsvRow[] {
  const body = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(body)
  const cellAt = new RegExp(nextCell.source.replaceAll(',;\\t', separator === '\t' ? '\\t' : separator), 'y')
  const rows: CsvRow[] = []
  let cells: string[] = []
  let [line, firstLine] = [1, 1]
  for (let at = 0; at <= body.length; ) {
    cellAt.lastIndex = at
    const [whole = '', quoted, plain] = cellAt.exec(body) ?? []
    line += whole.split('\n').length - 1
    at += whole.length
    cells.push(cleanCell(quoted?.replaceAll('""', '"') ?? plain ?? ''))
    if (body[at] === separator) {
      at++
      continue
    }
    if (cells.some(cell => cell)) rows.push({ line: firstLine, cells })
    cells = []
    // After the last cell `at` is past the end, and the loop ends.
    at += body.startsWith('\r\n', at) ? 2 : 1
    firstLine = ++line
  }
  return rows
}

/** The separator that the first row has most of. */
function separatorOf(body: string): string {
  const first = body.slice(0, body.search(/[\r\n]|$/))
  const counted = [',', ';', '\t'].map(separator => ({ separator, count: first.split(separator).length }))
  return counted.reduce((most, each) => (each.count > most.count ? each : most)).separator
}

function cleanCell(cell: string): string {
  return cell.trim().replace(/^'(?=[=+\-@])/, '')
}

/**
 * @param rows of a file whose first row names the columns
 * @returns for each further row its cells by column; names are compared in lower case, with `_` for spaces and signs
 */
export function cellsByColumn(rows: readonly CsvRow[]): { columns: string[]; records: CsvRecord[] } {
  const [head, ...rest] = rows
  const columns = (head?.cells ?? []).map(name =>
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^_|_$/g, ''),
  )
  const records = rest.map(({ line, cells }) => ({
    line,
    cells: new Map(columns.map((column, at) => [column, cells[at] ?? ''])),
  }))
  return { columns, records }
}

/** A row by the names of its columns. */
export interface CsvRecord {
  line: number
  cells: ReadonlyMap<string, string>
}
