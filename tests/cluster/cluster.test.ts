import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore } from '../../server/storage/open-store.ts'
import { isKey } from '../../server/storage/storage-port.ts'
import { newSignedInPerson } from '../helpers/api-person.ts'
import { asOwner } from '../helpers/owner.ts'
import { copyProject } from '../helpers/project-copy.ts'
import { checkStored, readPage, startLoad, uploadFile } from './load.ts'
import { type Cluster, type ClusterProcess, startCluster } from './start-cluster.ts'

let cluster: Cluster

beforeAll(async () => {
  cluster = await startCluster()
})

afterAll(() => cluster?.dispose())

test('processes that start at once on an empty database migrate it once', async () => {
  const { rows } = await asOwner(
    cluster,
    'select count(*)::int as applied, count(distinct name)::int as names from schema_migrations',
  )
  expect(rows[0].applied).toBe(rows[0].names)
  for (const { url } of cluster.processes) expect((await fetch(`${url}/readyz`)).status).toBe(200)
})

test('pages on all processes see what happens on one', async () => {
  const { id, api } = await newSignedInPerson(cluster)
  const pages = await Promise.all(
    cluster.processes.map(async ({ url }) => {
      const { body } = await fetch(`${url}/events`, { headers: { cookie: api.cookie } })
      return (body as ReadableStream<Uint8Array>).getReader()
    }),
  )
  const document = await api.upload({ filename: 'note.txt', content: Buffer.from('a note\n') })
  for (const page of pages) {
    let seen = ''
    while (!seen.includes(document)) seen += new TextDecoder().decode((await page.read()).value)
    expect(seen).toContain(id)
    await page.cancel()
  }
})

test('whatever is killed during uploads, what was acknowledged is there, and nothing else', async () => {
  const broken: string[] = []
  const victims = [
    ...cluster.processes.map(process => async () => {
      await process.program.end('SIGKILL')
      await pause(200)
      await process.start()
    }),
    async () => {
      await cluster.pooler.stop()
      await cluster.pooler.start()
    },
    async () => {
      await cluster.database.kill()
      await cluster.database.start()
    },
    async () => {
      await cluster.store.stop()
      await cluster.store.start()
    },
  ]
  for (let round = 0; round < 3 * victims.length; round++) {
    // A person each: an upload whose announcement was lost counts as unfinished for a day.
    const person = await newSignedInPerson(cluster)
    const uploads = Array.from({ length: 6 }, (_, each) => uploadFile(person.api, 100_000 * 2 ** each))
    await pause(Math.random() * 1000)
    await victims[round % victims.length]?.()
    broken.push(...(await checkStored(cluster, { person, stored: await Promise.all(uploads) })))
  }
  expect(broken).toEqual([])
  await expectNoOrphans()
})

test('an upgrade, one process after the other, is not noticed by anyone', async () => {
  await using newer = await copyProject()
  await makeNewer(newer.folder)
  await newer.build()
  const load = await startLoad(cluster)
  await pause(2000)
  for (const process of cluster.processes) {
    await process.program.end('SIGTERM')
    await process.start(newer.folder)
    await pause(2000)
  }
  // An older process starts beside newer ones, and each has the files of the other's pages.
  const [older, newest] = cluster.processes as [ClusterProcess, ClusterProcess]
  await older.program.end('SIGTERM')
  await older.start()
  for (const [page, files] of [
    [older, newest],
    [newest, older],
  ] as const) {
    expect(await readPage(`${page.url}/login`, files.url, { cookie: '' })).toBeGreaterThan(5)
  }
  await pause(2000)
  await load.stop()
  expect(load.failures).toEqual([])
  expect(load.counts.files).toBeGreaterThan(100)
  expect(load.counts.views).toBeGreaterThan(100)
  expect(await checkStored(cluster, load)).toEqual([])
  const { rows } = await asOwner(cluster, "select count(*)::int as mine from schema_migrations where name like '0999%'")
  expect(rows[0].mine).toBe(1)
})

/** Makes a copy of the project a newer version: other scripts and styles, and another migration. */
async function makeNewer(folder: string): Promise<void> {
  const styles = join(folder, 'app/shell/styles/index.css')
  await appendFile(styles, '\n.newer { color: inherit }\n')
  const script = join(folder, 'app/shell/session.tsx')
  await writeFile(script, `${await readFile(script, 'utf8')}\n;(globalThis as { newer?: boolean }).newer = true\n`)
  await writeFile(
    join(folder, 'server/database/migrations/0999_newer.sql'),
    'create table app.newer (id uuid primary key);\n',
  )
}

/** Every stored file belongs to a document, every document has its file, and nothing is left of uploads. */
async function expectNoOrphans(): Promise<void> {
  const { rows } = await asOwner(cluster, 'select file_path from documents where not is_external_link order by 1')
  const files = await openStore(cluster.files, isKey)
  const found = await files.list({ limit: 1000 })
  expect(found.map(({ key }) => key).sort()).toEqual(rows.map(row => row.file_path).sort())
}
