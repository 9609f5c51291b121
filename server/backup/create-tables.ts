import type pg from 'pg'
import { migrate, migrationNames } from '../database/migrate.ts'
import { createQueueTables } from '../jobs/queue-schema.ts'
import { StartError } from '../platform/start-error.ts'
import { type DatabaseShape, schemas } from './database-shape.ts'

const newer =
  'The copy was made by a newer version of the site than this one. Install that version, or the newest, and try again.'

/**
 * Creates the tables that a copied database had, in an empty one or where that was interrupted. `loadDatabase` fills
 * them, and the start of the site then brings them up to date.
 * @param owner a connection of a role that may create schemas and roles
 * @throws StartError where this version doesn't know how
 */
export async function createTables(owner: pg.Client, { migrations, queue }: DatabaseShape): Promise<void> {
  const known = await migrationNames()
  if (!migrations.every(name => known.includes(name))) throw new StartError(newer)
  await migrate(owner, migrations)
  if (!(await createQueueTables(owner, queue))) throw new StartError(newer)
  await owner.query('grant usage on schema jobs to app_backup; grant select on all tables in schema jobs to app_backup')
  await owner.query('grant select on all sequences in schema jobs to app_backup')
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
