import { type CsvColumns, csvFile } from '../../rules/csv.ts'

/** @returns the lines of a CSV file of rows, the heading first */
export async function linesOf<Row>(
  columns: CsvColumns<Row>,
  rows: AsyncIterable<readonly Row[]>,
  totals?: readonly string[],
): Promise<string[]> {
  const pieces = await allOf(csvFile(columns, rows, totals))
  return pieces
    .join('')
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .filter(Boolean)
}

export async function allOf<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = []
  for await (const value of values) all.push(value)
  return all
}
