import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { assertEveryRowIsSeen, backupRole, plainFormats, readSequences, readTables } from '../backup/database-shape.ts'
import { setAside } from '../backup/load-database.ts'
import { compareTable, type DealtTable, dealTable } from './compare-tables.ts'

export interface CaughtUp {
  tables: number
  /** All rows of these tables, which are the same in both databases. */
  rows: number
  /** Tables in which something had changed. */
  changed: string[]
}

/**
 * Makes a copy of a database the same as the database is at this moment: compares every table by hash, and copies what
 * differs. All or nothing.
 * @param source a connection of the database's owner without a transaction
 * @param copy the same for its copy, which has the same tables and is used by nobody else
 */
export async function catchUp(source: pg.Client, copy: pg.Client): Promise<CaughtUp> {
  await source.query('begin isolation level repeatable read read only')
  await copy.query('begin')
  try {
    await source.query(`set local role ${backupRole}; ${plainFormats}`)
    await copy.query(plainFormats)
    await assertEveryRowIsSeen(source)
    const tables = await readTables(source)
    const finish = await setAside(
      copy,
      tables.map(({ name }) => name),
      false,
    )
    const caughtUp: CaughtUp = { tables: tables.length, rows: 0, changed: [] }
    for (const table of tables) {
      const dealt = await dealTable(source, table)
      const { different, rows } = await compareTable(source, copy, dealt)
      caughtUp.rows += rows
      if (different.length === 0) continue
      caughtUp.changed.push(table.name)
      await copyBuckets(source, copy, dealt, different)
      const left = (await compareTable(source, copy, dealt)).different.length
      if (left > 0) throw new Error(`the copy of ${table.name} differs in ${left} places after it was made`)
    }
    for (const { name, last, called } of await readSequences(source)) {
      await copy.query('select setval($1::regclass, $2::bigint, $3)', [name, last, called])
    }
    for (const statement of finish) await copy.query(statement)
    await copy.query('commit')
    return caughtUp
  } finally {
    await source.query('rollback').catch(() => {})
    // After a commit there is nothing to roll back.
    await copy.query('rollback').catch(() => {})
  }
}

/** Replaces the rows of these buckets. */
async function copyBuckets(source: pg.Client, copy: pg.Client, table: DealtTable, buckets: number[]): Promise<void> {
  const where = `${table.bucket} = any ('{${buckets.join()}}'::integer[])`
  await copy.query(`delete from ${table.name} where ${where}`)
  await pipeline(
    source.query(copyTo(`copy (select ${table.list} from ${table.name} where ${where}) to stdout`)),
    copy.query(copyFrom(`copy ${table.name} (${table.list}) from stdin`)),
  )
}
