import type { Insertable } from 'kysely'
import pg from 'pg'
import type { AuthDatabase, Database } from '../database/types.ts'

type Tables = Database & AuthDatabase

/** The columns of a new row. */
export type Row<Table extends keyof Tables> = Insertable<Tables[Table]>

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
export function asExpressions(values: Record<string, string | number | boolean>): Expressions {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? pg.escapeLiteral(value) : String(value),
    ]),
  )
}
