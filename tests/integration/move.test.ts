import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { expect } from 'vitest'
import type { Actor } from '../../server/access/actor.ts'
import { compareDatabase, dumpDatabase } from '../../server/backup/dump-database.ts'
import { drain } from '../../server/backup/streams.ts'
import { assertUsable } from '../../server/database/assert-usable.ts'
import { settingsOf } from '../../server/database/settings.ts'
import { isReadOnly } from '../../server/database/watch-site-state.ts'
import { prepareDatabase } from '../../server/open-database.ts'
import { updateUserProfile } from '../../server/people/profiles.ts'
import { type Place, placeWithin, readPlace } from '../../server/platform/place.ts'
import { openStore } from '../../server/storage/open-store.ts'
import { isKey } from '../../server/storage/storage-port.ts'
import { testSecret } from '../helpers/cluster.ts'
import { eventually } from '../helpers/eventually.ts'
import { givenDocument } from '../helpers/insert-document.ts'
import { sharedS3Server } from '../helpers/s3-server.ts'
import { type SharedPortal, testOnPortal } from '../helpers/shared-portal.ts'
import { uploader } from '../helpers/uploads.ts'

const test = testOnPortal().extend('destination', async ({ portal }, { onCleanup }) => {
  const { rows } = await portal.owner.query('select current_database() as name')
  const name = `${rows[0].name}_moved`
  await portal.owner.query(`create database ${name}`)
  onCleanup(async () => {
    await portal.owner.query(`drop database ${name} with (force)`)
    await portal.owner.query(`drop role if exists ${['login', 'sign_in', 'jobs'].map(login => `${name}_${login}`)}`)
  })
  return portal.ownerUrl.replace(/\/test_\w+(?=\?)/, `/${name}`)
})

const command = new URL('../../server/commands/move.ts', import.meta.url).pathname

/** Runs the command as an operator does. @param killAt kills it as soon as it has said this */
async function move(portal: SharedPortal, args: string[], killAt?: string, more: Record<string, string> = {}) {
  const env = {
    ...process.env,
    DATABASE_URL: portal.ownerUrl,
    DATA_DIR: portal.dataDir,
    AUTH_SECRET: testSecret,
    ...more,
  }
  const child = spawn(process.execPath, [command, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const lines: string[] = []
  const reading = createInterface(child.stdout).on('line', line => {
    lines.push(line)
    if (killAt && line.includes(killAt)) child.kill('SIGKILL')
  })
  const [errors, [code, signal]] = await Promise.all([text(child.stderr), once(child, 'exit'), once(reading, 'close')])
  return { code, signal, errors, output: lines.join('\n') }
}

/** As if half a minute had passed since a move was killed. */
async function lapse({ owner }: SharedPortal): Promise<void> {
  await owner.query('update app.site_state set paused_until = now()')
  await eventually('this process', () => !isReadOnly())
}

const rename = (person: Actor, full_name: string) => updateUserProfile(person, person.id, { full_name })

test('a database moves while the site runs, even if the move is killed twice, and both are the same', {
  timeout: 180_000,
}, async ({ portal, investor, destination }) => {
  for (const filename of ['one.pdf', 'two.pdf', 'three.pdf']) await givenDocument(portal, investor, { filename })
  const go = (killAt?: string) => move(portal, ['--database', destination], killAt)
  expect(await go('Copying the database')).toMatchObject({ signal: 'SIGKILL' })
  await expect(prepareDatabase(destination, testSecret, { assertUsable })).rejects.toThrow('a move that isn’t done')
  await rename(investor, 'Changed Meanwhile')
  expect(await go('The site is read-only')).toMatchObject({ signal: 'SIGKILL' })
  await lapse(portal)
  await rename(investor, 'Changed Again')
  await givenDocument(portal, investor, { filename: 'four.pdf' })
  const { rows } = await portal.owner.query("delete from documents where filename = 'one.pdf' returning id")
  expect(rows).toHaveLength(1)

  const done = await go()
  expect(done).toMatchObject({ code: 0, errors: '' })
  expect(done.output).toMatch(/^Done: \d+ rows in \d+ tables are in .*_moved, and every one is the same\.$/m)
  expect(done.output).toContain('Now set DATABASE_URL to it')
  await eventually('this process', () => isReadOnly())
  await expect(rename(investor, 'Too Late')).rejects.toMatchObject({ code: 'READ_ONLY' })
  await expect(prepareDatabase(portal.ownerUrl, testSecret, { assertUsable })).rejects.toThrow('have moved to')
  const copy = new pg.Client(settingsOf(destination))
  await copy.connect()
  try {
    expect(await compareDatabase(copy, await dumpDatabase(portal.owner, (_, all) => drain(all)))).toEqual([])
    expect((await copy.query(shapeOf)).rows).toEqual((await portal.owner.query(shapeOf)).rows)
    await prepareDatabase(destination, testSecret, { assertUsable })
    await copy.query("update user_profiles set full_name = 'Goes On' where id = $1", [investor.id])
  } finally {
    await copy.end()
  }
  expect((await go()).output).toContain('had been moved')
  expect((await move(portal, ['--cancel'])).output).toContain('goes on with this database')
  await eventually('this process', () => !isReadOnly())
  await rename(investor, 'Back Here')
  expect((await go()).errors).toContain('is not empty')
  await move(portal, ['--cancel'])
})

/** What was set aside while rows were copied: keys, triggers, row-level security. */
const shapeOf = `select conrelid::regclass::text as of, conname::text as name, pg_get_constraintdef(oid) as how
  from pg_constraint where conrelid <> 0
  union all select tgrelid::regclass::text, tgname::text, tgenabled::text from pg_trigger where not tgisinternal
  union all select oid::regclass::text, 'row-level security', relforcerowsecurity::text from pg_class where relrowsecurity
  order by 1, 2, 3`

test('files move to S3 and back while the site runs, even if the move is killed, and only the new place takes more', {
  timeout: 180_000,
}, async ({ portal, investor }) => {
  const s3 = await sharedS3Server()
  const bucket = await s3.newBucket()
  const person = uploader(portal, await portal.sessionOf(investor))
  for (let count = 0; count < 30; count++) await givenDocument(portal, investor, { content: `%PDF-1.4 ${count}` })
  const go = (killAt?: string) => move(portal, ['--storage', bucket], killAt)
  const onDisk = () => contentsOf({ folder: join(portal.dataDir, 'files') })

  expect(await go('Copying files')).toMatchObject({ signal: 'SIGKILL' })
  expect((await person.upload({ filename: 'new.txt', content: 'new since' })).status).toBe(204)
  const { rows } = await portal.owner.query('select file_path from documents where filename <> $1 limit 1', ['new.txt'])
  await rm(join(portal.dataDir, 'files', rows[0].file_path))
  const done = await go()
  expect(done).toMatchObject({ code: 0, errors: '' })
  expect(done.output).toContain('1 document has no file in')
  expect(done.output).toContain(`Now set STORAGE_URL=${bucket} and restart the site.`)
  const moved = await onDisk()
  expect(moved.size).toBeGreaterThan(29)
  expect(await contentsOf(placeWithin(readPlace(bucket), 'documents'))).toEqual(moved)
  await eventually('this process', () => !isReadOnly())
  const refused = await person.upload({ filename: 'late.txt', content: 'too late' })
  expect([refused.status, (await refused.json()).code]).toEqual([503, 'STORAGE_UNAVAILABLE'])
  await rename(investor, 'Everything Else')
  expect((await go()).output).toContain('had been moved')

  const back = () => move(portal, ['--storage', 'disk'], undefined, { STORAGE_URL: bucket })
  expect((await back()).errors).toContain('is not empty')
  await move(portal, ['--cancel'])
  await rm(join(portal.dataDir, 'files'), { recursive: true })
  expect(await back()).toMatchObject({ code: 0, errors: '', output: expect.stringContaining('Now unset STORAGE_URL') })
  expect(await onDisk()).toEqual(moved)
  await eventually('this process', () => !isReadOnly())
  expect((await person.upload({ filename: 'again.txt', content: 'here again' })).status).toBe(204)
})

/** @returns the content of each file in a place, by key */
async function contentsOf(place: Place): Promise<Map<string, string>> {
  const store = await openStore(place, isKey)
  const contents = new Map<string, string>()
  for (const { key } of await store.list({ limit: 1000 })) {
    const chunks: Buffer[] = []
    for await (const chunk of (await store.read(key)) ?? []) chunks.push(Buffer.from(chunk))
    contents.set(key, Buffer.concat(chunks).toString('latin1'))
  }
  return contents
}

test('the command explains itself', async ({ portal }) => {
  for (const args of [[], ['--database', 'x', '--storage', 'y'], ['--elsewhere']]) {
    expect(await move(portal, args)).toMatchObject({ code: 1, errors: expect.stringContaining('Usage:') })
  }
  expect((await move(portal, ['--database', 'https://example.com'])).errors).toContain('takes a connection string')
})
