import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { StartError } from '../../../server/platform/start-error.ts'
import { type DatabaseShape, plainFormats, readTables, schemas, type TableShape } from './database-shape.ts'
import type { Bytes } from './streams.ts'

/** Returns a table's rows, as `copy` writes them. */
export type Source = (table: string) => Bytes

/**
 * Fills a database from a copy, all or nothing, replacing its tables' rows. Triggers don't run, and foreign keys and
 * indexes are recreated afterward, which also checks them.
 * @param owner a connection of the database's owner, who need not be a superuser, without a transaction
 * @param shape of the copy; the database must have its tables, see `createTables`
 * @param source called once per table, sequentially
 * @throws StartError if the tables aren't those of the copy; errors of the source and of the database
 */
export async function loadDatabase(owner: pg.Client, shape: DatabaseShape, source: Source): Promise<void> {
  await owner.query('begin')
  try {
    await owner.query(`${plainFormats}; set local maintenance_work_mem = '256 MB'`)
    const tables = await readTables(owner)
    assertSameTables(tables, shape.tables)
    const names = tables.map(({ name }) => name)
    const finish = await setAside(owner, names)
    await owner.query(`truncate ${names.join()}`)
    for (const { name, columns } of shape.tables) {
      const listed = columns.map(column => owner.escapeIdentifier(column.name)).join()
      await pipeline(source(name), owner.query(copyFrom(`copy ${name} (${listed}) from stdin`)))
    }
    for (const { name, last, called } of shape.sequences) {
      await owner.query('select setval($1::regclass, $2::bigint, $3)', [name, last, called])
    }
    for (const statement of finish) await owner.query(statement)
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback').catch(() => {})
    throw error
  }
  await owner.query('analyze')
}

/** @throws StartError with the first difference */
function assertSameTables(found: TableShape[], expected: TableShape[]): void {
  const described = (tables: TableShape[]) =>
    new Map(tables.map(({ name, columns }) => [name, columns.map(column => `${column.name} ${column.type}`).join()]))
  const [here, there] = [described(found), described(expected)]
  const different = [...new Set([...here.keys(), ...there.keys()])].find(name => here.get(name) !== there.get(name))
  if (different === undefined) return
  throw new StartError(
    `The table ${different} is not the same here as in the copy. Use the version of the site that made the copy, then upgrade.`,
  )
}

/**
 * Drops what would refuse or act on rows that arrive table by table: triggers, foreign keys, the owner's row-level
 * security; and indexes, which are several times faster to build at the end.
 * @returns the statements that restore everything
 */
async function setAside(owner: pg.Client, tables: string[]): Promise<string[]> {
  const { rows } = await owner.query<{ before: string; after: string }>(setAsideStatements, [tables, schemas])
  for (const { before } of rows) await owner.query(before)
  return rows.map(({ after }) => after).reverse()
}

/**
 * In this order, and restored in reverse: foreign keys are checked while the owner still sees every row. For
 * partitioned tables, only the root's constraints and triggers; its partitions' follow. Indexes that a constraint needs
 * stay.
 */
const setAsideStatements = `
  select before, after from (
    select 1 as place, k.conname as name, format('alter table %s drop constraint %I', k.conrelid::regclass, k.conname) as before,
      format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) as after
    from pg_constraint k where k.contype = 'f' and k.conparentid = 0 and k.connamespace = any ($2::regnamespace[])
    union all
    select 2, c.relname, format('drop index %s', c.oid::regclass), pg_get_indexdef(c.oid)
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = any ($1::regclass[]) and c.relkind = 'i' and not c.relispartition
      and not exists (select from pg_constraint k where k.conindid = c.oid)
    union all
    select 3, t.tgname, format('alter table %s disable trigger %I', t.tgrelid::regclass, t.tgname),
      format('alter table %s enable %s trigger %I', t.tgrelid::regclass,
        case t.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, t.tgname)
    from pg_trigger t where t.tgrelid = any ($1::regclass[]) and not t.tgisinternal and t.tgenabled <> 'D'
    union all
    select 0, c.relname, format('alter table %s no force row level security', c.oid::regclass),
      format('alter table %s force row level security', c.oid::regclass)
    from pg_class c where c.oid = any ($1::regclass[]) and c.relforcerowsecurity
  ) aside order by place, name`
