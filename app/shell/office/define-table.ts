import type { CsvColumns } from '../../../rules/csv.ts'
import type { Column } from '../ui/ledger.tsx'

/** A column of a table with a CSV file: `csv` has the file's columns; without a `cell` it is only in the file. */
export type TableColumn<Row> = (Column<Row> | { cell?: undefined; role?: undefined }) & { csv?: CsvColumns<Row> }

/**
 * Defines a table once, for the page and for the file.
 * @param columns in the file's order; on the page the row's name comes first, after its checkbox
 */
export function defineTable<Row>(columns: readonly TableColumn<Row>[]) {
  const shown = columns.filter((column): column is Column<Row> => column.cell !== undefined)
  const places = ['choice', 'title'] as const
  const placeOf = ({ role }: Column<Row>) => places.indexOf(role as 'title')
  const leading = places.flatMap((_, place) => shown.filter(column => placeOf(column) === place))
  return {
    columns: [...leading, ...shown.filter(column => placeOf(column) < 0)],
    csv: Object.assign({}, ...columns.map(({ csv }) => csv)) as CsvColumns<Row>,
  }
}
