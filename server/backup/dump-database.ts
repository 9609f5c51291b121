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

/** A database as it was at one moment, however long reading it takes and whatever is written meanwhile. */
export interface Dump extends AsyncDisposable {
  shape: DatabaseShape
  /**
   * Reads a table's rows as `copy` writes them, in the order of its primary key. One table at a time.
   * @param table a name in `shape.tables`
   */
  read(table: string): Bytes
}

/**
 * Opens a database for copying, in a transaction that ends when it is disposed of. It needs no more than the owner's
 * rights, and blocks nobody but migrations.
 * @param owner a connection of the database's owner without a transaction, used for nothing else meanwhile
 * @throws StartError where row-level security would hide rows
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

/** Takes a table's rows. It must read to the end. */
export type Sink = (table: string, rows: Bytes) => Promise<void>

/**
 * Copies a database as it is now, table by table.
 * @param owner as for `openDump`
 * @param sink gets each table's rows, one table after another
 * @param onOpened hears what will be copied, before the first row
 * @returns what was copied, with the hash of each table's rows
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
 * Compares a database with what was copied.
 * @param owner as for `openDump`
 * @returns a sentence for each table that isn't the same; none where everything is
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
