import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect } from 'vitest'
import { verifyChain } from '../../server/audit/verify-chain.ts'
import { createTables } from '../../server/backup/create-tables.ts'
import { leftOut, schemas } from '../../server/backup/database-shape.ts'
import { compareDatabase, dumpDatabase } from '../../server/backup/dump-database.ts'
import { loadDatabase } from '../../server/backup/load-database.ts'
import { settingsOf } from '../../server/database/settings.ts'
import { givenDocument } from '../helpers/insert-document.ts'
import { type SharedPortal, test } from '../helpers/shared-portal.ts'

test('a copied database is loaded row by row by an owner who is no superuser', async ({ portal, investor }) => {
  await givenDocument(portal, investor)
  await portal.sessionOf(investor)
  const { contents, tables, rows } = await copyOf(portal)
  expect(contents.tables.map(({ name }) => name)).toContain('jobs.job')
  await using target = await emptyDatabase(portal)
  await createTables(target.owner, contents)
  await loadDatabase(target.owner, contents, async function* (table) {
    yield tables.get(table) as Buffer
  })
  expect(await compareDatabase(target.owner, contents)).toEqual([])
  expect(await everything(target.owner)).toEqual(rows)
  expect((await verifyChain(target.owner)).findings).toEqual([])
  expect(await definitions(target.owner)).toEqual(await definitions(portal.owner))
})

/** A copy in memory, and every row of that moment as `everything` reads it, while the portal goes on writing. */
async function copyOf({ owner: another, ownerUrl }: SharedPortal) {
  let rows: unknown
  const tables = new Map<string, Buffer>()
  const owner = new pg.Client(settingsOf(ownerUrl))
  await owner.connect()
  const contents = await dumpDatabase(
    owner,
    async (table, rows) => {
      const pieces: Uint8Array[] = []
      for await (const piece of rows) pieces.push(piece)
      tables.set(table, Buffer.concat(pieces))
    },
    async ({ snapshot }) => {
      rows = await everything(another, snapshot)
    },
  )
  await owner.end()
  return { contents, tables, rows }
}

/** A database of a role that may create roles and nothing else, in the same cluster. */
async function emptyDatabase(portal: SharedPortal) {
  const name = `copy_${randomBytes(6).toString('hex')}`
  const { rows } = await portal.owner.query("select rolname from pg_roles where rolname like 'app\\_%'")
  await portal.owner.query(`create role ${name} login createrole`)
  await portal.owner.query(`grant ${rows.map(({ rolname }) => rolname).join()} to ${name} with admin option`)
  await portal.owner.query(`create database ${name} owner ${name} template template0`)
  const owner = new pg.Client({ ...settingsOf(portal.ownerUrl), user: name, database: name })
  await owner.connect()
  return {
    owner,
    async [Symbol.asyncDispose]() {
      await owner.end()
      await portal.owner.query(`drop database ${name} with (force)`)
      await portal.owner.query(`drop role ${name}`)
    },
  }
}

/** Every row of every table as JSON, read by a superuser in a way of its own. */
async function everything(owner: pg.Client, snapshot?: string) {
  await owner.query('begin isolation level repeatable read')
  if (snapshot) await owner.query(`set transaction snapshot '${snapshot}'`)
  const { rows } = await owner.query(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any ($1) and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
    [schemas],
  )
  const found: Record<string, unknown> = {}
  await owner.query("set local role app_backup; set local timezone = 'UTC'")
  for (const { name } of rows.filter(({ name }) => !leftOut.includes(name))) {
    const all = await owner.query(`select to_jsonb(t)::text as row from ${name} t`)
    found[name] = all.rows.map(({ row }) => row).sort()
  }
  await owner.query('rollback')
  return found
}

/** Everything that loading sets aside. */
async function definitions(owner: pg.Client) {
  const { rows } = await owner.query(
    `select pg_get_constraintdef(oid) as definition, conrelid::regclass::text as of from pg_constraint
      where connamespace = any ($1::regnamespace[])
    union all select pg_get_indexdef(indexrelid), indrelid::regclass::text from pg_index
      where indrelid in (select oid from pg_class where relnamespace = any ($1::regnamespace[]))
    union all select pg_get_triggerdef(oid) || tgenabled::text, tgrelid::regclass::text from pg_trigger where not tgisinternal
    union all select relrowsecurity::text || relforcerowsecurity, oid::regclass::text from pg_class
      where relnamespace = any ($1::regnamespace[]) and relkind in ('r', 'p')
    order by 2, 1`,
    [schemas],
  )
  return rows
}
