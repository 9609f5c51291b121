import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, test } from 'vitest'
import { archiveFolder, createArchiveFolder } from '../../../server/database/embedded/archive-folder.ts'
import { runningPostmaster } from '../../../server/database/embedded/postmaster.ts'
import { type Embedded, startEmbedded } from '../../../server/database/embedded/start-embedded.ts'
import { settingsOf } from '../../../server/database/settings.ts'
import { createLog } from '../../../server/platform/log.ts'
import { addFile } from '../../../server/sample/documents.ts'
import { insertPerson } from '../../../server/sample/people.ts'
import { openStore } from '../../../server/storage/open-store.ts'
import { isKey } from '../../../server/storage/storage-port.ts'
import { testSecret } from '../../../tests/helpers/cluster.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { copyWithOwners, siteDataVariable } from '../../../tests/helpers/site-data.ts'
import { Archiver } from '../server/archive/archiver.ts'
import { prepareArchive } from '../server/archive/start-archive.ts'
import { openBackupPlace } from '../server/backup-place.ts'

const slow = slowOf(test)
const project = new URL('../../..', import.meta.url).pathname
/** Maximum wait (ms) for expected results; no time is measured here. */
const patience = 60_000
const quiet = createLog({ write: () => {} })

// `npm run test:archive` repeats this with whole sites.
slow(
  'a machine lost while it writes is restored up to the last finished part of the log, or to a moment before',
  async () => {
    await using given = await givenArchive()
    await given.archive()
    await given.add('first')
    await given.bases(1)
    await given.add('second')
    await pause(20)
    const between = new Date()
    await pause(20)
    await given.add('third')
    await given.archivedUntil(new Date())
    const written: { name: string; at: Date }[] = []
    const writing = (async () => {
      for (let n = 0; await given.add(`number ${n}`); n++) written.push({ name: `number ${n}`, at: new Date() })
    })()
    await given.archivedUntil(new Date())
    const { archived_until: noted } = await given.state()
    await given.loseMachine()
    await writing

    const newest = await given.restore('now')
    const until = new Date(/before (\S+) is there/.exec(newest.said)?.[1] ?? 0)
    expect(until.getTime()).toBeGreaterThanOrEqual(noted.getTime())
    expect(newest.names.slice(0, 3)).toEqual(['first', 'second', 'third'])
    const missing = written.filter(({ name }) => !newest.names.includes(name))
    expect(missing.filter(({ at }) => at < until)).toEqual([])
    expect(missing.length).toBeLessThan(written.length)
    await newest.expectFiles()

    const earlier = await given.restore(between.toISOString())
    expect(earlier.names).toEqual(['first', 'second'])
    expect(earlier.said).toContain(`before ${between.toISOString()} is there`)
    await earlier.expectFiles()

    await expect(given.restore('2020-01-01')).rejects.toThrow('The archive begins at')
    await expect(given.restore('now', newest.dataDir)).rejects.toThrow('nothing is ever overwritten')
    await expect(given.restore('now', undefined, randomBytes(32))).rejects.toThrow('the key in BACKUP_KEY')
  },
)

test('while the place is away the site goes on, administrators can see it, and nothing is lost when it is back', async () => {
  await using given = await givenArchive({ longestBacklog: 8 * 1024 ** 2 })
  await given.archive()
  await given.archivedUntil(new Date())
  await rename(given.backups, `${given.backups}-away`)
  await given.add('meanwhile')
  await eventually('the note', async () => (await given.state()).error, patience)
  expect(await given.state()).toMatchObject({ error: expect.stringContaining('ENOENT'), target: given.backups })
  await given.ask("update app.archive_state set archived_until = now() - interval '1 hour'")
  const [alarm] = await given.ask("select * from app.claim_archive_alarm('15 minutes')")
  expect(alarm).toMatchObject({ administrators: [], last_error: expect.stringContaining('ENOENT') })
  expect(await given.ask("select * from app.claim_archive_alarm('15 minutes')")).toEqual([])
  await rename(`${given.backups}-away`, given.backups)
  await given.archivedUntil(new Date())
  expect((await given.lines()).size).toBe(1)

  // The log waits for the place, but never fills the disk. Then a new line begins.
  await rename(given.backups, `${given.backups}-away`)
  await given.finishSegments(10)
  await eventually('the end of the line', async () => (await given.waiting()).length < 8, patience)
  await rename(`${given.backups}-away`, given.backups)
  await given.archivedUntil(new Date())
  expect((await given.lines()).size).toBe(2)
})

slow('the next process continues the line; where a part of the log is missing, another line begins', async () => {
  await using given = await givenArchive()
  await given.archive()
  await given.bases(1)
  await given.add('first')
  await given.stopArchive()
  // A process archives everything before it ends.
  expect((await given.restore('now')).names).toEqual(['first'])
  await given.finishSegments(1)
  await given.archive()
  await given.archivedUntil(new Date())
  expect((await given.lines()).size).toBe(1)

  await given.stopArchive()
  await given.finishSegments(2)
  await given.loseSegment()
  await given.archive()
  await given.add('second')
  await given.bases(2)
  await given.archivedUntil(new Date())
  expect((await given.lines()).size).toBe(2)
  expect((await given.restore('now')).names).toEqual(['first', 'second'])

  // Without BACKUP_URL, nothing is archived.
  await given.stopArchive()
  await given.start()
  await given.finishSegments(1)
  expect(await given.waiting()).toEqual([])
})

/** A database that can be archived every 200 ms, with documents of one person. */
async function givenArchive(limits: { longestBacklog?: number } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'promissory-archive-'))
  // When the tests run as root, the database runs as another user, who needs access to the folder.
  await chmod(folder, 0o711)
  const [dataDir, backups] = [join(folder, 'data'), join(folder, 'backups')]
  await copyWithOwners([process.env[siteDataVariable] as string], dataDir)
  const embedded = await startEmbedded({ dataDir, log: quiet })
  const client = new pg.Client(settingsOf(embedded.url))
  client.on('error', () => {})
  await client.connect()
  const ask = async (statement: string, values: unknown[] = []) => (await client.query(statement, values)).rows
  const key = randomBytes(32)
  const person = await insertPerson(client, { email: 'someone@example.com', full_name: 'Someone', accepted_at: null })
  const storage = await openStore({ folder: join(dataDir, 'files') }, isKey)
  const place = await openBackupPlace({ folder: backups }, key)
  const keysOf = async (prefix: string) => {
    const keys: string[] = []
    for await (const { key } of place.list(prefix)) keys.push(key)
    return keys
  }
  let archiver: Archiver | undefined
  let number = 1_764_000_000_000
  let restored = 0
  return {
    backups,
    ask,
    async archive() {
      const openPlace = () => openBackupPlace({ folder: backups }, key)
      const where = { ownerUrl: embedded.url, folder: await createArchiveFolder(dataDir), openPlace, target: backups }
      archiver = new Archiver({
        ...where,
        storage,
        secret: testSecret,
        log: quiet,
        interval: 200,
        longestSegment: 1000,
        ...limits,
      })
    },
    stopArchive: () => archiver?.stop(patience),
    /** Acts like a site without a place for backups. */
    start: () => prepareArchive({ dataDir }, embedded.url, testSecret).start(storage),
    state: async () => (await ask('select archived_until, error, target from app.archive_state'))[0],
    /** Completes segments of PostgreSQL's log, and queues them for the place. */
    async finishSegments(count: number) {
      for (let n = 0; n < count; n++) {
        await ask('select pg_current_xact_id()')
        const [segment] = await ask('select pg_walfile_name(pg_switch_wal()) as name')
        await eventually(
          'the segment',
          async () => {
            const [archived] = await ask('select last_archived_wal as name from pg_stat_archiver')
            return archived?.name >= segment?.name
          },
          patience,
        )
      }
    },
    waiting: async () =>
      (await readdir(archiveFolder(dataDir)).catch(() => [])).filter(name => /^[0-9A-F]+$/.test(name)),
    async loseSegment() {
      const [first] = (await this.waiting()).toSorted()
      await rm(join(archiveFolder(dataDir), first as string))
    },
    lines: async () => new Set((await keysOf('archive/log/')).map(key => key.split('/')[2])),
    archivedUntil: (moment: Date) =>
      eventually(
        'the archive',
        async () => {
          const [state] = await ask('select archived_until from app.archive_state')
          return state?.archived_until > moment
        },
        patience,
      ),
    /** Waits for bases, each with its files and metadata. */
    bases: (count: number) =>
      eventually('the base', async () => (await keysOf('archive/bases/')).length === 2 * count, patience),
    /** Adds a document with its file. @returns whether it was acknowledged */
    async add(name: string): Promise<boolean> {
      const file_path = `${person}/${number++}.txt`
      const columns = { user_id: person, filename: name, file_type: 'txt', mime_type: 'text/plain', file_path } as const
      try {
        await addFile(client, Buffer.from(name), columns, (path, bytes) =>
          storage.put(path, new Blob([new Uint8Array(bytes)]).stream()),
        )
        return true
      } catch {
        return false
      }
    },
    /** Ends the database at once and removes its files. */
    async loseMachine() {
      process.kill(runningPostmaster(join(dataDir, 'database')) as number, 'SIGKILL')
      await rename(dataDir, join(folder, 'lost'))
      await archiver?.stop()
    },
    /** Restores with the command, starts the database, and reads its documents. */
    async restore(to: string, target = join(folder, `restored-${restored++}`), by = key) {
      const env = { ...process.env, DATA_DIR: target, BACKUP_KEY: by.toString('base64') }
      const command = ['server/commands/restore.ts', backups, '--to', to]
      const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: project, env }).catch(error => {
        throw new Error(error.stderr)
      })
      const database = await startEmbedded({ dataDir: target, log: quiet })
      const found = await documentsIn(database).finally(() => database.stop())
      const expectFiles = async () => {
        for (const { filename, file_path } of found)
          expect(await readFile(join(target, 'files', file_path), 'utf8')).toBe(filename)
      }
      return { said: stdout, names: found.map(({ filename }) => filename), dataDir: target, expectFiles }
    },
    async [Symbol.asyncDispose]() {
      await client.end().catch(() => {})
      await archiver?.stop()
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function documentsIn({ url }: Embedded): Promise<{ filename: string; file_path: string }[]> {
  const owner = new pg.Client(settingsOf(url))
  await owner.connect()
  try {
    return (await owner.query('select filename, file_path from documents order by file_path')).rows
  } finally {
    await owner.end()
  }
}
