import { expect } from 'vitest'
import { createQueueTables, createTables } from '../../app/backup/server/create-tables.ts'
import { updateSchema } from '../../server/database/update-schema.ts'
import { prepareDatabase } from '../../server/open-database.ts'
import { describeCatalog } from '../helpers/catalog.ts'
import { testSecret } from '../helpers/cluster.ts'
import {
  applyOldMigrations,
  fillWith,
  newDatabase,
  readSample,
  remainingTables,
  rowsOf,
} from '../helpers/database-0047.ts'
import { slowOf } from '../helpers/lane.ts'
import { test } from '../helpers/shared-portal.ts'

const slow = slowOf(test)

test('a database at the migration 0047 goes on, row for row, and is then made like a new one', async ({ portal }) => {
  const sample = await readSample()
  const kept = await remainingTables(sample, portal.owner)
  await using database = await newDatabase(portal)
  await applyOldMigrations(database.owner)
  await createQueueTables(database.owner, sample.shape.queue)
  await fillWith(database.owner, sample)
  const before = await rowsOf(database.owner, kept)
  expect(Object.values(before).filter(rows => rows.length > 0).length).toBeGreaterThan(30)
  await prepareDatabase(database.url, testSecret)
  expect(await rowsOf(database.owner, kept)).toEqual(before)
  expect(await describeCatalog(database.owner)).toEqual(await describeCatalog(portal.owner))
})

slow(
  'a backup made at the migration 0047 is restored, row for row, and is then made like a new one',
  async ({ portal }) => {
    const sample = await readSample()
    const kept = await remainingTables(sample, portal.owner)
    await using database = await newDatabase(portal)
    await createTables(database.owner, sample.shape)
    await fillWith(database.owner, sample)
    const before = await rowsOf(database.owner, kept)
    await prepareDatabase(database.url, testSecret)
    expect(await rowsOf(database.owner, kept)).toEqual(before)
    expect(await describeCatalog(database.owner)).toEqual(await describeCatalog(portal.owner))
  },
)

test('a database from before that is told what to do, and left as it is', async ({ portal }) => {
  await using database = await newDatabase(portal)
  await applyOldMigrations(database.owner, 12)
  const before = await describeCatalog(database.owner)
  await expect(prepareDatabase(database.url, testSecret)).rejects.toThrow(
    'Start the last version that has the migrations 0001 to 0047 on it once, then this one.',
  )
  expect(withoutRecords(await describeCatalog(database.owner))).toEqual(withoutRecords(before))
})

test('what the files say replaces what a database had before', async ({ portal }) => {
  await using database = await newDatabase(portal)
  await updateSchema(database.owner)
  const before = await describeCatalog(database.owner)
  await database.owner.query(`
    create function app.forgotten() returns int language sql as 'select 1';
    create or replace function app.is_active() returns boolean language sql as 'select true';
    grant execute on function app.is_active to public;
    grant select on vault_numbers to app_user; revoke insert on documents from app_user;
    create policy everyone_reads on vault_numbers for select to app_user using (true);
    drop policy active_only on documents; alter table documents no force row level security;
    insert into schema_parts values ('policy everyone_reads on vault_numbers', 'what was said before');
    delete from schema_versions`)
  expect(await updateSchema(database.owner)).toBe(false)
  expect(await describeCatalog(database.owner)).toEqual(before)
})

test('a version whose files a database had before leaves it as it is', async ({ portal }) => {
  await using database = await newDatabase(portal)
  expect(await updateSchema(database.owner)).toBe(false)
  await database.owner.query(`create function app.newer() returns int language sql as 'select 1';
    insert into schema_versions (fingerprint) values ('of a newer version')`)
  const before = await describeCatalog(database.owner)
  expect(await updateSchema(database.owner)).toBe(true)
  expect(await describeCatalog(database.owner)).toEqual(before)
})

test('a migration is applied that comes without other files', async ({ portal }) => {
  await using database = await newDatabase(portal)
  await updateSchema(database.owner)
  const migrations = async () => (await database.owner.query('select name from schema_migrations order by name')).rows
  const before = await migrations()
  await database.owner.query('delete from schema_migrations where name = $1', [before.at(-1)?.name])
  expect(await updateSchema(database.owner)).toBe(false)
  expect(await migrations()).toEqual(before)
})

/** Without the tables that record a database's version. */
function withoutRecords(catalog: Record<string, string>) {
  return Object.fromEntries(Object.entries(catalog).filter(([name]) => !/ schema_(parts|versions)/.test(name)))
}
