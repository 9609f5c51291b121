import type pg from 'pg'
import { getConstructionPlans, getRollbackPlans } from 'pg-boss'
import { createTables as createNewest } from '../../../server/database/apply-schema.ts'
import { readSchema } from '../../../server/database/schema-files.ts'
import { firstMigration, migrationNames, prepareRecords } from '../../../server/database/update-schema.ts'
import { StartError } from '../../../server/platform/start-error.ts'
import { type DatabaseShape, readTables, schemas, type TableShape } from './database-shape.ts'

const newer =
  'The copy was made by a newer version of the site than this one. Install that version, or the newest, and try again.'
const older = `The copy was made by a version of the site from before ${firstMigration}. Restore it with the last version that has the migrations 0001 to 0047, start that once, and take a new backup.`

/**
 * Creates a copied database's tables in an empty one, or resumes that. `loadDatabase` fills them, and the site's start
 * migrates them and adds everything that isn't a table.
 * @param owner a connection of a role that may create schemas and roles
 * @throws StartError if this version can't
 */
export async function createTables(owner: pg.Client, { migrations, queue, tables }: DatabaseShape): Promise<void> {
  const known = [firstMigration, ...(await migrationNames())]
  if (!migrations.every(name => name < firstMigration || known.includes(name))) throw new StartError(newer)
  if (!migrations.includes(firstMigration)) throw new StartError(older)
  await prepareRecords(owner)
  const { rowCount } = await owner.query('select from schema_migrations limit 1')
  if (rowCount === 0) {
    await owner.query('begin')
    try {
      await createNewest(owner, await readSchema())
      await makeAsThen(owner, tables)
      await owner.query('insert into schema_migrations (name) select unnest($1::text[])', [migrations])
      await owner.query('commit')
    } catch (error) {
      await owner.query('rollback').catch(() => {})
      throw error
    }
  }
  if (!(await createQueueTables(owner, queue))) throw new StartError(newer)
  const all = schemas.join()
  await owner.query(`grant usage on schema ${all} to app_backup; grant select on all tables in schema ${all} to app_backup;
    grant select on all sequences in schema ${all} to app_backup`)
}

/** Reverts the tables to their columns at the time of the copy; later migrations run once the rows are loaded. */
async function makeAsThen(owner: pg.Client, then: readonly TableShape[]): Promise<void> {
  const now = await readTables(owner)
  // The queue's own are made by createQueueTables.
  const gone = then.filter(table => !table.name.startsWith('jobs.') && !now.some(({ name }) => name === table.name))
  for (const { name, columns } of gone) {
    const list = columns.map(column => `${owner.escapeIdentifier(column.name)} ${column.type}`)
    await owner.query(`create table ${name} (${list.join()})`)
  }
  for (const { name, columns } of now) {
    const before = then.find(table => table.name === name)?.columns
    if (!before) await owner.query(`drop table ${name} cascade`)
    for (const column of before ? columns : []) {
      if (!before?.some(({ name }) => name === column.name))
        await changeColumn(owner, name, 'drop', column.name, 'cascade')
    }
    for (const column of before ?? []) {
      if (!columns.some(({ name }) => name === column.name))
        await changeColumn(owner, name, 'add', column.name, column.type)
    }
  }
}

async function changeColumn(owner: pg.Client, table: string, change: 'add' | 'drop', column: string, rest: string) {
  await owner.query(`alter table ${table} ${change} column ${owner.escapeIdentifier(column)} ${rest}`)
}

/** @returns whether a database has none of the site's tables */
export async function isDatabaseEmpty(owner: pg.Client): Promise<boolean> {
  const { rowCount } = await owner.query(
    `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any ($1) and c.relkind in ('r', 'p', 'v') and c.relname <> 'unfinished_restore'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`,
    [schemas],
  )
  return rowCount === 0
}

/**
 * Creates the queue's tables as in an earlier version of pg-boss, for rows copied from it. The next start migrates
 * them. Resumes after an interruption.
 * @param owner a connection that may create schemas
 * @param version of pg-boss's schema, at most this version's own
 * @returns whether that is possible
 */
export async function createQueueTables(owner: pg.Client, version: number): Promise<boolean> {
  const { rowCount } = await owner.query("select from pg_namespace where nspname = 'jobs'")
  if (rowCount === 0) await owner.query(getConstructionPlans('jobs'))
  for (;;) {
    const { rows } = await owner.query('select version::int as current from jobs.version')
    const { current } = rows[0]
    if (current <= version) return current === version
    await owner.query(getRollbackPlans('jobs', current))
  }
}
