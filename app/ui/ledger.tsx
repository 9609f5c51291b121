import { memo, type ReactNode } from 'react'
import { classes } from './classes.ts'
import style from './ledger.module.css'

export type Column<Row> = {
  key: string
  /** The heading; on a phone it labels the value. */
  header: string
  cell: (row: Row) => ReactNode
  /**
   * `title` names the row (one a ledger), `actions` holds its buttons, `choice` its checkbox; the headings of the last two
   * are heard, not seen.
   */
  role?: 'title' | 'actions' | 'choice'
  /** Figures: aligned at the end, where their last digits stand under one another. */
  figures?: boolean
  /** On a phone the value stands without its label. */
  bare?: boolean
}

type Props<Row> = {
  /** What the table is, for those who hear it. */
  caption: string
  /** The same array draws only those rows anew that are others than before. */
  columns: Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** On a phone: `stack` makes each row a short entry (the default), `keep` leaves columns. */
  phone?: 'stack' | 'keep'
  className?: string
}

/** What each part of a table says of itself. */
type Parts = Record<'table' | 'group' | 'row' | 'heading' | 'name' | 'cell', { role?: string; scope?: string }>

const plain: Parts = {
  table: {},
  group: {},
  row: {},
  heading: { scope: 'col' },
  name: { scope: 'row' },
  cell: {},
}

/** With roles written out: Safari forgets that a table is one when its rows are laid out as a grid. */
const spoken: Parts = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  heading: { role: 'columnheader', scope: 'col' },
  name: { role: 'rowheader', scope: 'row' },
  cell: { role: 'cell' },
}

/** A table as a ledger: double hairlines, tabular numerals, no zebra. */
export function Ledger<Row>({ caption, columns, rows, rowKey, phone = 'stack', className }: Props<Row>) {
  const as = phone === 'stack' ? spoken : plain
  return (
    <table {...as.table} className={classes(style.ledger, phone === 'stack' && style.stack, className)}>
      <caption className="visually-hidden">{caption}</caption>
      <thead {...as.group}>
        <tr {...as.row}>
          {columns.map(column => (
            <th key={column.key} {...as.heading} className={classes(column.figures && style.figures)}>
              <span className={classes((column.role === 'actions' || column.role === 'choice') && 'visually-hidden')}>
                {column.header}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...as.group}>
        {rows.map(row => (
          <Entry key={rowKey(row)} row={row} columns={columns as Column<unknown>[]} as={as} />
        ))}
      </tbody>
    </table>
  )
}

type EntryProps = { row: unknown; columns: Column<unknown>[]; as: Parts }

const Entry = memo(function Entry({ row, columns, as }: EntryProps) {
  return (
    <tr {...as.row}>
      {columns.map(column => (
        <Cell key={column.key} column={column} as={as}>
          {column.cell(row)}
        </Cell>
      ))}
    </tr>
  )
})

function Cell<Row>({ column, as, children }: { column: Column<Row>; as: Parts; children: ReactNode }) {
  if (column.role === 'title')
    return (
      <th {...as.name} className={style.title}>
        {children}
      </th>
    )
  return (
    <td
      {...as.cell}
      data-label={column.role || column.bare ? undefined : column.header}
      className={classes(column.role && style[column.role], column.figures && style.figures)}
    >
      {children}
    </td>
  )
}
