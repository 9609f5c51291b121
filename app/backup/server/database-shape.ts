import type pg from 'pg'
import { StartError } from '../../../server/platform/start-error.ts'

/** The schemas with the site's tables. */
export const schemas = ['public', 'auth', 'app', 'audit', 'jobs']

/**
 * Tables that a backup omits: the key that signs actors, which each start derives from AUTH_SECRET and which doesn't
 * belong in an unencrypted backup; the queue's own statistics, a partition a day; the version that made this database's
 * policies; and the marker of a restore in progress.
 */
export const leftOut = [
  'app.actor_keys',
  'jobs.queue_stats',
  'public.schema_parts',
  'public.schema_versions',
  'public.unfinished_restore',
]

/** The role that may read every row, which only the database's owner takes. */
export const backupRole = 'app_backup'

export interface Column {
  name: string
  /** As PostgreSQL writes it, such as `timestamp with time zone`. */
  type: string
}

export interface TableShape {
  /** With its schema, such as `public.documents`. */
  name: string
  /** Stored columns; generated ones follow from them. */
  columns: Column[]
}

/** A dump's description of a database, before its rows. */
export interface DatabaseShape {
  /** The moment of the rows: an ISO time. */
  moment: string
  /** Its snapshot, with which other transactions can see the same rows while the dump is open. */
  snapshot: string
  /** PostgreSQL's version, such as `18.4`. */
  server: string
  /** Names of the migrations that made its tables. */
  migrations: string[]
  /** Version of the queue's own schema. */
  queue: number
  tables: TableShape[]
  sequences: { name: string; last: string; called: boolean }[]
}

/** A table's rows, as `copy` writes them in the order of its key. */
export interface TableRows {
  rows: number
  /** Of the text, in bytes. */
  size: number
  sha256: string
}

/** A database, with the rows expected after a restore. */
export interface DatabaseContents extends Omit<DatabaseShape, 'tables'> {
  tables: (TableShape & TableRows)[]
}

/** Makes every server read and write values identically, for the current transaction. */
export const plainFormats = `set local client_encoding = 'UTF8'; set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres'; set local extra_float_digits = 1; set local bytea_output = 'hex';
  set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`

/** @returns the site's tables by name, partitioned ones as a whole */
export async function readTables(client: pg.Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `select format('%I.%I', n.nspname, c.relname) as name,
      (select coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
          order by a.attname collate "C"), '[]')
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any ($1) and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by 1`,
    [schemas],
  )
  return rows.filter(({ name }) => !leftOut.includes(name))
}

/**
 * Reads the database's description, in the role `app_backup`.
 * @param client in a transaction of isolation level repeatable read
 */
export async function readShape(client: pg.Client): Promise<DatabaseShape> {
  // The snapshot is taken for this statement, so nothing that commits later is part of it.
  const { rows } = await client.query(
    `select clock_timestamp() as moment, pg_export_snapshot() as snapshot, current_setting('server_version') as server,
      array(select name from public.schema_migrations order by name) as migrations,
      (select version from jobs.version)::int as queue`,
  )
  const [{ moment, snapshot, server, migrations, queue }] = rows
  const tables = await readTables(client)
  await client.query(`lock table ${tables.map(({ name }) => name).join()} in access share mode`)
  return {
    moment: moment.toISOString(),
    snapshot,
    server: server.split(' ')[0],
    migrations,
    queue,
    tables,
    sequences: await readSequences(client),
  }
}

/** @returns each sequence's position */
export async function readSequences(client: pg.Client): Promise<DatabaseShape['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname = any ($1) order by 1`,
    [schemas],
  )
  const sequences: DatabaseShape['sequences'] = []
  for (const { name } of rows) {
    const found = await client.query(`select last_value::text as last, is_called as called from ${name}`)
    sequences.push({ name, ...found.rows[0] })
  }
  return sequences
}

/**
 * Makes sure that `app_backup` sees every row: row-level security would otherwise silently omit rows.
 * @throws StartError with the tables where it doesn't
 */
export async function assertEveryRowIsSeen(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any ($1) and c.relrowsecurity and c.relkind in ('r', 'p')
      and (not exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('r', '*')
          and p.polroles @> array[(select oid from pg_roles where rolname = $2)] and pg_get_expr(p.polqual, c.oid) = 'true')
        or exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive
          and p.polroles && array[0::oid, (select oid from pg_roles where rolname = $2)]))
    order by 1`,
    [schemas, backupRole],
  )
  const hidden = rows.map(({ name }) => name).filter(name => !leftOut.includes(name))
  if (hidden.length === 0) return
  throw new StartError(
    `The database hides rows from backups in ${hidden.join(', ')}. Each table with row-level security needs a policy that shows all rows to ${backupRole}.`,
  )
}

/** @returns the columns of a table's primary key, or all, for `order by`, the same on every server */
export async function orderOf(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ order: string }>(
    `select string_agg(case when a.attcollation <> 0 then format('%I collate "C"', a.attname)
        when i.indrelid is null then format('%I::text collate "C"', a.attname) else quote_ident(a.attname) end, ', '
        order by coalesce(array_position(i.indkey::int2[], a.attnum), 0), a.attname collate "C") as order
    from pg_attribute a left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
    where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and (i.indrelid is null or a.attnum = any (i.indkey::int2[]))`,
    [table],
  )
  return rows[0]?.order ?? '1'
}
