import { classes } from './classes.ts'
import { Ledger, type LedgerProps, type TableAttributes } from './ledger.tsx'
import style from './stacked-ledger.module.css'

/** Safari drops the roles of a table with rows laid out as a grid, so they are written out. */
const explicitRoles: TableAttributes = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  heading: { role: 'columnheader' },
  name: { role: 'rowheader' },
  cell: { role: 'cell' },
}

/** A ledger that shows each row as a short entry on a phone: its name, then its values below their labels. */
export function StackedLedger<Row>({ className, ...props }: Omit<LedgerProps<Row>, 'attributes'>) {
  const acts = props.columns.at(-1)?.role === 'actions'
  const names = classes(style.stack, acts && style.acts, className)
  return <Ledger {...props} attributes={explicitRoles} className={names} />
}
