import type { CsvColumns } from '../../../rules/csv.ts'
import type { Column } from '../../ui/ledger.tsx'

/** A column of a table that is saved as a CSV file, too: what it is there, under its headings; only there without a `cell`. */
export type TableColumn<Row> = (Column<Row> | { cell?: undefined; role?: undefined }) & { csv?: CsvColumns<Row> }

/**
 * Defines a table once, for the page and for the file.
 * @param columns in the file's order; on the page the one that names the row is the first
 */
export function defineTable<Row>(columns: readonly TableColumn<Row>[]) {
  const shown = columns.filter((column): column is Column<Row> => column.cell !== undefined)
  const isTitle = ({ role }: Column<Row>) => role === 'title'
  return {
    columns: [...shown.filter(isTitle), ...shown.filter(column => !isTitle(column))],
    csv: Object.assign({}, ...columns.map(({ csv }) => csv)) as CsvColumns<Row>,
  }
}
