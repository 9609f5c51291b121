import { memo, type ReactNode } from 'react'
import { classes } from './classes.ts'
import style from './ledger.module.css'

export type Column<Row> = {
  /** The column's heading; on a phone, the label of each value. */
  header: string
  /** Where another column of its table has the same heading, or people choose columns. */
  key?: string
  cell: (row: Row) => ReactNode
  /**
   * `title` is the column that names the row (one per ledger), `actions`, the last, holds its buttons, `choice` its
   * checkbox. Only screen readers get the headings of the last two.
   */
  role?: 'title' | 'actions' | 'choice'
  /** Numbers, aligned at their last digits. */
  figures?: boolean
  /** Without a label on a phone. */
  bare?: boolean
  /** Class of each of its cells, including the heading. */
  className?: string | undefined
  /** The id of a row's `title` cell, for controls that it labels. */
  id?: (row: Row) => string | undefined
}

export type LedgerProps<Row> = {
  /** The table's name, for screen readers. */
  caption: string
  /** Pass a stable array, so that only changed rows render again. */
  columns: Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  className?: string
  /** Renders several table bodies, with the rows of each. */
  body?: (rowsOf: (rows: readonly Row[]) => ReactNode, as: TableAttributes) => ReactNode
  /** Only for styles that remove the table's layout, and with it its roles. */
  attributes?: TableAttributes
}

export type TableAttributes = Record<
  'table' | 'group' | 'row' | 'heading' | 'name' | 'cell',
  { role?: string; scope?: string }
>

const implicitRoles: TableAttributes = {
  table: {},
  group: {},
  row: {},
  heading: { scope: 'col' },
  name: { scope: 'row' },
  cell: {},
}

/** A table styled as a ledger: double hairlines, tabular numerals, no zebra stripes. */
export function Ledger<Row>(props: LedgerProps<Row>) {
  const { caption, columns, rows, rowKey, className, body, attributes: as = implicitRoles } = props
  const rowsOf = (some: readonly Row[]) =>
    some.map(row => <LedgerRow key={rowKey(row)} row={row} columns={columns as Column<unknown>[]} as={as} />)
  return (
    <table {...as.table} className={classes(style.ledger, className)}>
      <caption className="visually-hidden">{caption}</caption>
      <thead {...as.group}>
        <tr {...as.row}>
          {columns.map(column => (
            <th
              key={column.key ?? column.header}
              {...as.heading}
              className={classes(column.figures && style.figures, column.className)}
            >
              <span className={classes((column.role === 'actions' || column.role === 'choice') && 'visually-hidden')}>
                {column.header}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      {body ? body(rowsOf, as) : <tbody {...as.group}>{rowsOf(rows)}</tbody>}
    </table>
  )
}

type LedgerRowProps = { row: unknown; columns: Column<unknown>[]; as: TableAttributes }

const LedgerRow = memo(function LedgerRow({ row, columns, as }: LedgerRowProps) {
  return <tr {...as.row}>{columns.map(column => cellOf(row, column, as))}</tr>
})

/** Not a component: a long list has hundreds of cells, and a component costs the server as much as its element. */
function cellOf(row: unknown, column: Column<unknown>, as: TableAttributes) {
  if (column.role === 'title')
    return (
      <th key={column.key ?? column.header} {...as.name} id={column.id?.(row)} className={column.className}>
        {column.cell(row)}
      </th>
    )
  return (
    <td
      key={column.key ?? column.header}
      {...as.cell}
      data-label={column.role || column.bare ? undefined : column.header}
      className={classes(column.figures && style.figures, column.className) || undefined}
    >
      {column.cell(row)}
    </td>
  )
}
