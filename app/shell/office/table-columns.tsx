import { href } from 'react-router'
import type { CsvColumns } from '../../../rules/csv.ts'
import { grouped } from '../../../rules/number.ts'
import { Money } from '../../register/office/money.tsx'
import type { Column } from '../ui/ledger.tsx'
import { Link } from '../ui/link.tsx'
import rows from './rows.module.css'

interface Besides<Row> extends Partial<Pick<Column<Row>, 'cell' | 'className'>> {
  /** What follows it in the file. */
  csv?: CsvColumns<Row>
}

/** A column that is the same on the page and in the file, but for how it is shown. */
export type SavedColumn<Row> = Column<Row> & { csv: CsvColumns<Row> }

/** A column of cents. */
export function moneyColumn<Row>(
  header: string,
  of: (row: Row) => bigint | null,
  { csv, ...besides }: Besides<Row> = {},
): SavedColumn<Row> {
  return { header, figures: true, cell: row => <Money cents={of(row)} />, ...besides, csv: { [header]: of, ...csv } }
}

/** A column of how many there are. */
export function countColumn<Row>(header: string, of: (row: Row) => number, className?: string): SavedColumn<Row> {
  return { header, figures: true, className, cell: row => grouped(of(row)), csv: { [header]: of } }
}

interface NamedHolder {
  holderId: string
  name: string
  number: string
}

/** The column that names a row by its holder. */
export function holderColumn<Row>(of: (row: Row) => NamedHolder, csv?: CsvColumns<Row>): SavedColumn<Row> {
  return {
    header: 'Holder',
    role: 'title',
    className: rows.grows,
    cell: row => (
      <>
        <Link to={href('/profile/admin/holders/:id', { id: of(row).holderId })}>{of(row).name}</Link>
        <span className={rows.fact}>{of(row).number}</span>
      </>
    ),
    csv: { Holder: row => of(row).name, 'Holder number': row => of(row).number, ...csv },
  }
}
