import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { assertRestored } from '../../../server/database/unfinished-restore.ts'
import { prepareDatabase } from '../../../server/open-database.ts'
import { type Place, placeWithin, readPlace } from '../../../server/platform/place.ts'
import { openStore } from '../../../server/storage/open-store.ts'
import { isKey } from '../../../server/storage/storage-port.ts'
import { testSecret } from '../../../tests/helpers/cluster.ts'
import { emptyDatabase } from '../../../tests/helpers/empty-database.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { sharedS3Server } from '../../../tests/helpers/s3-server.ts'
import { type SharedPortal, testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { compareDatabase, dumpDatabase } from '../server/dump-database.ts'
import { drain } from '../server/streams.ts'

const test = testOnPortal().extend('backups', async ({ portal: _ }, { onCleanup }) => {
  const folder = await mkdtemp(join(tmpdir(), 'promissory-backups-'))
  onCleanup(() => rm(folder, { recursive: true }))
  return folder
})

/** Runs a command like an operator, with the site's settings. */
async function run(portal: SharedPortal, command: 'backup' | 'restore', ...args: string[]) {
  const path = new URL(`../../../server/commands/${command}.ts`, import.meta.url).pathname
  const env = { ...process.env, DATABASE_URL: portal.ownerUrl, DATA_DIR: portal.dataDir, AUTH_SECRET: testSecret }
  return promisify(execFile)(process.execPath, [path, ...args], { env })
}

test('a backup that is restored elsewhere moves a site to another database and store, row for row and byte for byte', async ({
  portal,
  investor,
  backups,
}) => {
  for (const filename of ['one.pdf', 'two.pdf', 'three.pdf']) {
    await givenDocument(portal, investor, { filename, content: `%PDF-1.4 ${filename}` })
  }
  const s3 = await sharedS3Server()
  const bucket = await s3.newBucket()
  await using destination = await emptyDatabase(portal)

  await run(portal, 'backup', backups)
  const before = await dumpDatabase(portal.owner, (_, rows) => drain(rows))
  const { stdout } = await run(portal, 'restore', backups, '--database', destination.url, '--storage', bucket)
  expect(stdout).toContain('Set DATABASE_URL to what you named here.\nSet STORAGE_URL to what you named here.')

  const differences = await compareDatabase(destination.owner, before)
  // The restore is logged in the new place, and the backup in the old one, where this test's queue continues.
  expect(differences.filter(difference => !/audit|app\.backups|jobs\./.test(difference))).toEqual([])
  const files = await contentsOf({ folder: join(portal.dataDir, 'files') })
  expect(files.size).toBeGreaterThanOrEqual(3)
  expect(await contentsOf(placeWithin(readPlace(bucket), 'documents'))).toEqual(files)
  await prepareDatabase(destination.url, testSecret, { assertUsable: assertRestored })
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

test('the command explains itself, and never restores over anything', async ({ portal, backups }) => {
  for (const args of [[], [backups, '--elsewhere'], [backups, '--to', 'now', '--storage', 'disk']]) {
    await expect(run(portal, 'restore', ...args)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Usage:'),
    })
  }
  await run(portal, 'backup', backups)
  await expect(run(portal, 'restore', backups, '--storage', join(backups, 'files'))).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is not empty'),
  })
})
