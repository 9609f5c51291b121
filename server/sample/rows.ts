import { randomUUID } from 'node:crypto'
import type { Insertable, Selectable } from 'kysely'
import pg from 'pg'
import type { AuthDatabase, Database } from '../database/types.ts'

type Tables = Database & AuthDatabase

/** The columns of a new row. */
export type Row<Table extends keyof Tables> = Insertable<Tables[Table]>

/** The columns of a row that the owner adds: those that the database otherwise stamps, too. */
type OwnRow<Table extends keyof Tables> = Row<Table> & Partial<Omit<Selectable<Tables[Table]>, keyof Row<Table>>>

/** A usual value that is made for each row, and its SQL expression. */
export interface Fresh<Value> {
  make: () => Value
  sql: string
}

export const newId: Fresh<string> = { make: randomUUID, sql: 'gen_random_uuid()' }
/** By the database's clock, which is the machine's: a test may have set `Date` to another day. */
export const inTwelveHours: Fresh<Date> = {
  make: () => new Date(performance.timeOrigin + performance.now() + 12 * 60 * 60 * 1000),
  sql: "now() + interval '12 hours'",
}

type UsualValue<Value> = Value | Fresh<Value>

/** The columns that a table's builder takes: those without a usual value are required. */
type Given<Table extends keyof Tables, Usual> = Omit<OwnRow<Table>, keyof Usual> &
  Partial<Pick<OwnRow<Table>, keyof Usual & keyof OwnRow<Table>>>

/** A connection of the database's owner, who may insert into every table and backdate rows. */
export interface Owner {
  query(statement: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
}

/** SQL expressions, by column. */
export type Expressions = Record<string, string>

/**
 * @param rows all with the columns of the first; those without a value get the table's default
 * @returns an insert without parameters, so that it can be one of several statements
 */
export function insertOf(table: string, rows: object | readonly object[]): string {
  const all: readonly object[] = Array.isArray(rows) ? rows : [rows]
  const columns = Object.entries(all[0] ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name)
  const content = JSON.stringify(all, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  // Not pg.escapeLiteral, which goes through megabytes one character at a time.
  const literal = `'${content.replaceAll("'", "''")}'`
  return `insert into ${table} (${columns}) select ${columns}
    from jsonb_populate_recordset(null::${table}, ${literal})`
}

/** Inserts a row. @returns its id */
export async function insertRow(owner: Owner, table: string, row: object): Promise<string> {
  const { rows } = await owner.query(`${insertOf(table, row)} returning id`)
  return String(rows[0]?.id)
}

/**
 * @param from the end of a query, after `from`, with a row for each one to insert
 * @returns an insert of many rows
 */
export function insertFrom(table: string, columns: Expressions, from: string): string {
  return `insert into ${table} (${Object.keys(columns)}) select ${Object.values(columns)} from ${from}`
}

/** @returns usual values as expressions */
export function asExpressions(values: object): Expressions {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (isFresh(value)) return [name, value.sql]
      return [name, typeof value === 'string' ? pg.escapeLiteral(value) : String(value)]
    }),
  )
}

const isFresh = (value: unknown): value is Fresh<unknown> =>
  typeof value === 'object' && value !== null && 'sql' in value

/**
 * @param usual the values of columns where none are given
 * @returns how a table's rows are made: `row`, `insert` of one, which returns its id, and `from`, an insert of many with
 *   expressions for rows from the end of a query
 */
export function builderOf<
  Table extends keyof Tables,
  const Usual extends { [Name in keyof OwnRow<Table>]?: UsualValue<OwnRow<Table>[Name]> },
>(table: Table, usual: Usual) {
  type Columns = Given<Table, Usual>
  const row = (columns: Columns): Columns & Pick<OwnRow<Table>, keyof Usual & keyof OwnRow<Table>> => {
    const own = Object.entries(usual).map(([name, value]) => [name, isFresh(value) ? value.make() : value])
    return { ...Object.fromEntries(own), ...columns }
  }
  return {
    row,
    insert: (owner: Owner, columns: Columns) => insertRow(owner, table, row(columns)),
    from: (columns: { [Name in keyof Columns]: string }, from: string) =>
      insertFrom(table, { ...asExpressions(usual), ...columns }, from),
  }
}
