import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { type DatabaseShape, readTables, type TableShape } from '../../app/backup/server/database-shape.ts'
import { loadDatabase } from '../../app/backup/server/load-database.ts'
import { settingsOf } from '../../server/database/settings.ts'
import type { SharedPortal } from './shared-portal.ts'

/** A database at migration 0047, filled by the sample fund, without its jobs: `copy` text by table. */
interface Sample {
  shape: DatabaseShape
  rows: Record<string, string>
}

async function unpack<T>(name: string): Promise<T> {
  return JSON.parse(
    gunzipSync(await readFile(new URL(`../fixtures/database-0047/${name}`, import.meta.url))).toString(),
  )
}

/** @returns the contents of a backup of that database */
export const readSample = () => unpack<Sample>('rows.json.gz')

/**
 * A new database of the tests' cluster.
 * @returns a connection of its owner, and its connection string
 */
export async function newDatabase(portal: SharedPortal) {
  const name = `schema_${randomBytes(6).toString('hex')}`
  await portal.owner.query(`create database ${name} template template0`)
  const address = new URL(portal.ownerUrl)
  address.pathname = `/${name}`
  const owner = new pg.Client(settingsOf(address.href))
  await owner.connect()
  return {
    owner,
    url: address.href,
    async [Symbol.asyncDispose]() {
      await owner.end()
      await portal.owner.query(`drop database ${name} with (force)`)
      const { rows } = await portal.owner.query('select rolname from pg_roles where starts_with(rolname, $1)', [name])
      for (const { rolname } of rows) await portal.owner.query(`drop role ${rolname}`)
    },
  }
}

/** Applies the migrations 0001 to 0047, or the first of them. */
export async function applyOldMigrations(owner: pg.Client, howMany = 47): Promise<void> {
  const migrations = await unpack<[name: string, statements: string][]>('migrations.json.gz')
  await owner.query(
    'create table schema_migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  for (const [name, statements] of migrations.slice(0, howMany)) {
    await owner.query('begin')
    await owner.query(statements)
    await owner.query('insert into schema_migrations (name) values ($1)', [name])
    await owner.query('commit')
  }
}

/** Fills the tables with the sample's rows. Tables without any, omitted from backups, are empty then. */
export async function fillWith(owner: pg.Client, { shape, rows }: Sample): Promise<void> {
  const others = (await readTables(owner)).filter(({ name }) => !shape.tables.some(table => table.name === name))
  await loadDatabase(owner, { ...shape, tables: [...shape.tables, ...others] }, async function* (table) {
    yield Buffer.from(rows[table] ?? '')
  })
}

/**
 * @param newest a database of this version
 * @returns the sample's tables and columns that still exist, without the queue and the records of migrations
 */
export async function remainingTables({ shape }: Sample, newest: pg.Client): Promise<TableShape[]> {
  const now = new Map((await readTables(newest)).map(({ name, columns }) => [name, columns.map(column => column.name)]))
  return shape.tables
    .filter(({ name }) => now.has(name) && name !== 'public.schema_migrations' && !name.startsWith('jobs.'))
    .map(({ name, columns }) => ({ name, columns: columns.filter(column => now.get(name)?.includes(column.name)) }))
}

/** @returns all rows of these tables, in these columns */
export async function rowsOf(owner: pg.Client, tables: TableShape[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const { name, columns } of tables) {
    const listed = columns.map(column => owner.escapeIdentifier(column.name)).join()
    const { rows } = await owner.query(`select row(${listed})::text as row from ${name} order by 1`)
    found[name] = rows.map(({ row }) => row)
  }
  return found
}
