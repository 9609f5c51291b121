import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { projectFolder } from '../platform/data-folder.ts'
import { log } from '../platform/log.ts'
import { StartError } from '../platform/start-error.ts'
import { applySchema, createTables } from './apply-schema.ts'
import { readSchema } from './schema-files.ts'

const migrationsFolder = join(projectFolder, 'server/database/migrations')

/** The last of the migrations that `schema/` has replaced: a database that has it is migrated from there. */
export const firstMigration = '0047_note_papers.sql'

const tooOld = `This database was last used by a version of the site from before ${firstMigration}, and this version can't change it that far. Start the last version that has the migrations 0001 to 0047 on it once, then this one.`

/**
 * Brings a database to this version: its tables by missing migrations, or by `schema/` if it is empty; everything else
 * by `schema/`. All or nothing.
 * @param owner a connection of a role that may create schemas and roles, without a transaction
 * @returns whether a newer version has prepared the database, which then stays as it is
 * @throws StartError if the database is too old
 */
export async function updateSchema(owner: pg.Client): Promise<boolean> {
  await prepareRecords(owner)
  const [schema, names] = [await readSchema(), await migrationNames()]
  const applied = await list(owner, 'select name from schema_migrations')
  const versions = await list(owner, 'select fingerprint from schema_versions order by applied_at')
  const isEmpty = applied.length === 0
  if (!isEmpty && !applied.includes(firstMigration)) throw new StartError(tooOld)
  const missing = names.filter(name => !applied.includes(name))
  if (missing.length === 0 && versions.at(-1) === schema.fingerprint) return false
  const isNewer =
    versions.includes(schema.fingerprint) || applied.some(name => name > firstMigration && !names.includes(name))
  if (missing.length === 0 && isNewer) {
    log.info('a newer version has prepared the database, so this one leaves it as it is')
    return true
  }
  await owner.query('begin')
  try {
    if (isEmpty) await createTables(owner, schema)
    else for (const name of missing) await owner.query(await readFile(join(migrationsFolder, name), 'utf8'))
    const done = isEmpty ? [firstMigration, ...missing] : missing
    await owner.query('insert into schema_migrations (name) select unnest($1::text[])', [done])
    await applySchema(owner, schema)
    // A version may bring a migration and no other files.
    await owner.query(
      `insert into schema_versions (fingerprint) values ($1)
        on conflict (fingerprint) do update set applied_at = clock_timestamp()`,
      [schema.fingerprint],
    )
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback').catch(() => {})
    throw error
  }
  for (const migration of isEmpty ? [] : missing) log.info('migrated the database', { migration })
  return false
}

/** Creates the tables with the schema's version: migrations, versions of `schema/`, and the parts of the last one. */
export async function prepareRecords(owner: pg.Client): Promise<void> {
  await owner.query(`
    create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now());
    create table if not exists schema_versions (fingerprint text primary key,
      applied_at timestamptz not null default clock_timestamp());
    create table if not exists schema_parts (name text primary key, statement text not null)`)
}

async function list(owner: pg.Client, statement: string): Promise<string[]> {
  return (await owner.query<[string]>({ text: statement, rowMode: 'array' })).rows.map(([first]) => first)
}

/** @returns the names of this version's migrations, in order */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(migrationsFolder)).filter(name => name.endsWith('.sql')).sort()
}
