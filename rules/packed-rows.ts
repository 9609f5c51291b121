/**
 * The rows of a list as one JSON text, {"columns": ["id", …], "rows": [["…", …], …]}, written by PostgreSQL for
 * `packRows` (app/documents/server/document-search.ts). It names its columns itself, since a page may be older than the server.
 */
export type PackedRows<Row> = string & {
  /** Never present: it only carries the type. */
  readonly row?: Row
}

export const noRows = '{"columns":[],"rows":[]}'

/** @returns the rows. Columns named `…_at` have times (ISO 8601), which become `Date`s */
export function unpackRows<Row extends object>(packed: PackedRows<Row>): Row[] {
  const { columns, rows } = JSON.parse(packed) as { columns: string[]; rows: unknown[][] }
  const isTime = columns.map(name => name.endsWith('_at'))
  return rows.map(values => {
    const row: Record<string, unknown> = {}
    columns.forEach((name, at) => {
      const value = values[at]
      row[name] = isTime[at] && typeof value === 'string' ? new Date(value) : value
    })
    return row as Row
  })
}
