import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import {
  assertEveryRowIsSeen,
  backupRole,
  type DatabaseContents,
  type DatabaseShape,
  orderOf,
  plainFormats,
  readShape,
} from './database-shape.ts'
import { type Bytes, drain, gather, Measure } from './streams.ts'

/** A database at one moment, however long reading takes and whatever is written meanwhile. */
export interface Dump extends AsyncDisposable {
  shape: DatabaseShape
  /**
   * Reads a table's rows as `copy` writes them, by primary key. One table at a time.
   * @param table a name in `shape.tables`
   */
  read(table: string): Bytes
}

/**
 * Opens a database for copying, in a transaction that ends on disposal. It needs only the owner's rights, and blocks
 * only migrations.
 * @param owner a connection of the database's owner without a transaction, used for nothing else meanwhile
 * @throws StartError if row-level security would hide rows
 */
export async function openDump(owner: pg.Client): Promise<Dump> {
  await owner.query('begin isolation level repeatable read read only')
  try {
    await owner.query(`set local role ${backupRole}; ${plainFormats}`)
    const shape = await readShape(owner)
    await assertEveryRowIsSeen(owner)
    const read = (table: string) => gather(rowsOf(owner, shape, table))
    return { shape, read, [Symbol.asyncDispose]: async () => void (await owner.query('rollback')) }
  } catch (error) {
    await owner.query('rollback').catch(() => {})
    throw error
  }
}

async function* rowsOf(owner: pg.Client, shape: DatabaseShape, table: string): AsyncGenerator<Uint8Array> {
  const columns = shape.tables.find(({ name }) => name === table)?.columns
  if (!columns) throw new Error(`the dump has no table ${table}`)
  const names = columns.map(({ name }) => owner.escapeIdentifier(name)).join()
  const order = await orderOf(owner, table)
  yield* owner.query(copyTo(`copy (select ${names} from ${table} order by ${order}) to stdout`))
}

/** Consumes a table's rows, to the end. */
export type Sink = (table: string, rows: Bytes) => Promise<void>

/**
 * Copies a database at this moment, table by table.
 * @param owner as for `openDump`
 * @param sink receives each table's rows, sequentially
 * @param onOpened receives the description, before the first row
 * @returns the description, with the hash of each table's rows
 */
export async function dumpDatabase(
  owner: pg.Client,
  sink: Sink,
  onOpened?: (shape: DatabaseShape) => unknown,
): Promise<DatabaseContents> {
  await using dump = await openDump(owner)
  await onOpened?.(dump.shape)
  const tables: DatabaseContents['tables'] = []
  for (const table of dump.shape.tables) {
    const measure = new Measure()
    await sink(table.name, measure.watch(dump.read(table.name)))
    tables.push({ ...table, ...measure.result() })
  }
  return { ...dump.shape, tables }
}

/**
 * Compares a database with a copy's description.
 * @param owner as for `openDump`
 * @returns a sentence for each table that differs
 */
export async function compareDatabase(owner: pg.Client, contents: DatabaseContents): Promise<string[]> {
  const found = await dumpDatabase(owner, (_, rows) => drain(rows))
  const differences: string[] = []
  for (const { name, rows, sha256 } of contents.tables) {
    const other = found.tables.find(table => table.name === name)
    if (other?.sha256 === sha256) continue
    differences.push(
      other?.rows === rows
        ? `The table ${name} has ${rows} rows, as it should, but not the same ones.`
        : `The table ${name} has ${other?.rows ?? 'no'} rows instead of ${rows}.`,
    )
  }
  for (const { name, last } of contents.sequences) {
    const other = found.sequences.find(sequence => sequence.name === name)
    if (!other || BigInt(other.last) < BigInt(last)) differences.push(`The sequence ${name} is behind.`)
  }
  return differences
}
