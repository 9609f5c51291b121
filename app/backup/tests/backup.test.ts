import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { takeBackupLock } from '../../../server/database/backup-lock.ts'
import { settingsOf } from '../../../server/database/settings.ts'
import { assertRestored } from '../../../server/database/unfinished-restore.ts'
import { updateSchema } from '../../../server/database/update-schema.ts'
import { openFileStore } from '../../../server/storage/file-store.ts'
import { storage } from '../../../server/storage/storage.ts'
import { isKey } from '../../../server/storage/storage-port.ts'
import { testSecret } from '../../../tests/helpers/cluster.ts'
import { emptyDatabase } from '../../../tests/helpers/empty-database.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { allSent, runPendingJobs, type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { canMount, mountSmallDisk } from '../../../tests/helpers/small-disk.ts'
import { verifyChain } from '../../audit/server/verify-chain.ts'
import { deleteDocument } from '../../documents/server/deletion.ts'
import { openBackupPlace } from '../server/backup-place.ts'
import { getBackups, setNightlyPlace } from '../server/backup-state.ts'
import { createTables } from '../server/create-tables.ts'
import { assertEveryRowIsSeen, leftOut, readTables, schemas } from '../server/database-shape.ts'
import { compareDatabase, dumpDatabase } from '../server/dump-database.ts'
import { explainDamage } from '../server/explain-damage.ts'
import { loadDatabase } from '../server/load-database.ts'
import { openBackups, runNightlyBackup } from '../server/nightly-backup.ts'
import { mailOverdueBackup } from '../server/overdue-mail.ts'
import { restoreBackup } from '../server/restore-backup.ts'
import { findSnapshot, listSnapshots, readManifest } from '../server/snapshots.ts'
import { takeBackup } from '../server/take-backup.ts'
import { verifyBackup } from '../server/verify-backup.ts'

const slow = slowOf(test)
const key = Buffer.alloc(32, 7)

slow('a copied database is loaded row by row by an owner who is no superuser', async ({ portal, investor }) => {
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
  // Like each start.
  await updateSchema(target.owner)
  expect((await verifyChain(target.owner)).findings).toEqual([])
  expect(await definitions(target.owner)).toEqual(await definitions(portal.owner))
})

test('every table is part of a backup, and one whose rows are hidden stops it', async ({ portal }) => {
  const { rows } = await portal.owner.query(
    `select format('%I.%I', n.nspname, c.relname) as name, has_table_privilege('app_backup', c.oid, 'select') as seen
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname !~ '^(pg_|information_schema)' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  const tables = rows.filter(({ name }) => !leftOut.includes(name))
  expect((await readTables(portal.owner)).map(({ name }) => name)).toEqual(tables.map(({ name }) => name))
  expect(tables.filter(({ seen }) => !seen)).toEqual([])
  await assertEveryRowIsSeen(portal.owner)
  await portal.owner.query(
    'create table app.secrets (id int primary key); alter table app.secrets enable row level security',
  )
  onTestFinished(async () => void (await portal.owner.query('drop table app.secrets')))
  await expect(copyOf(portal)).rejects.toThrow('hides rows from backups in app.secrets.')
})

test('an encrypted backup is restored into an empty place, rows and files, and continues what was interrupted', async ({
  portal,
  admin,
  investor,
}) => {
  const { id, content } = await givenDocument(portal, investor, { filename: 'Note.pdf' })
  const place = await openBackupPlace({ folder: await newFolder() }, key)
  const first = await takeBackup({ ownerUrl: portal.ownerUrl, storage: storage(), place, secret: testSecret })
  await givenDocument(portal, investor, { filename: 'Later.pdf', content: '%PDF-1.4 later' })
  let rows: unknown
  const second = await takeBackup({
    ownerUrl: portal.ownerUrl,
    storage: storage(),
    place,
    secret: testSecret,
    onOpened: async ({ snapshot }) => {
      rows = await everything(portal.owner, snapshot)
    },
  })
  expect(second.files).toBe(first.files + 1)
  expect((await getBackups(admin)).newest.slice(0, 2)).toMatchObject([
    { files: second.files, damaged_files: 0, error: null },
    { files: first.files },
  ])
  const verified = await verifyBackup(place, await findSnapshot(place))
  expect(verified.files).toBe(second.files)

  await using target = await emptyDatabase(portal)
  const folder = await newFolder()
  const store = await openFileStore(folder, isKey)
  const restore = async (at?: Date, openStorage = async () => store) =>
    restoreBackup(place, await findSnapshot(place, at), {
      ownerUrl: target.url,
      isStorageEmpty: async () => (await store.list()).length === 0,
      openStorage,
    })
  const away = () => Promise.reject(new Error('the storage is away'))
  await expect(restore(undefined, away)).rejects.toThrow('the storage is away')
  await expect(assertRestored(target.owner)).rejects.toThrow("isn't finished")
  await expect(restore(new Date(first.moment))).rejects.toThrow("wasn't finished here")
  const { manifest } = await restore()
  await assertRestored(target.owner)
  expect(manifest.secret).toBe(testSecret)
  const { 'public.audit_log': log, 'audit.chain': chain, ...restored } = (await everything(target.owner)) as Rows
  expect(rows).toMatchObject(restored)
  // Only the entry about the restore.
  expect(log).toHaveLength(((rows as Rows)['public.audit_log'] ?? []).length + 1)
  expect(chain).toHaveLength(log?.length ?? 0)
  const { rows: documents } = await portal.owner.query('select file_path from documents where id = $1', [id])
  expect(await readFile(join(folder, documents[0].file_path))).toEqual(content)
  await expect(restore()).rejects.toThrow('is not empty')
})

slow('a backup that was changed is found, and one without a key has no secrets', async ({ portal, investor }) => {
  await givenDocument(portal, investor)
  const folder = await newFolder()
  const place = await openBackupPlace({ folder }, undefined)
  const { name } = await takeBackup({ ownerUrl: portal.ownerUrl, storage: storage(), place, secret: testSecret })
  const written = await filesIn(folder)
  const plain = await readManifest(place, name)
  expect(plain.secret).toBeUndefined()
  expect(plain.database.tables.map(table => table.name)).not.toContain('app.actor_keys')
  await expect(findSnapshot(await openBackupPlace({ folder }, key))).rejects.toThrow("isn't encrypted")
  const snapshot = await findSnapshot(place)
  const [file] = written.filter(path => /\/files\/.*pdf$/.test(path))
  if (!file) throw new Error('no file was backed up')
  const bytes = await readFile(file)
  await writeFile(file, Buffer.concat([bytes.subarray(0, -1), Buffer.from('!')]))
  await expect(verifyBackup(place, snapshot)).rejects.toThrow('is damaged')
  await writeFile(file, bytes)
  const [table] = written.filter(path => path.endsWith('public.documents.zst'))
  const rows = await readFile(table ?? '')
  rows[rows.length - 1] = (rows.at(-1) ?? 0) ^ 1
  await writeFile(table ?? '', rows)
  await expect(verifyBackup(place, snapshot).catch(error => Promise.reject(explainDamage(error)))).rejects.toThrow(
    /damaged|rows/,
  )
})

test('no file is removed while a backup is made', async ({ portal, admin, investor }) => {
  const { id } = await givenDocument(portal, investor)
  const { rows } = await portal.owner.query('select file_path from documents where id = $1', [id])
  const backup = new pg.Client(settingsOf(portal.ownerUrl))
  await backup.connect()
  expect(await takeBackupLock(backup)).toBe(true)
  const place = await openBackupPlace({ folder: await newFolder() }, undefined)
  await expect(
    takeBackup({ ownerUrl: portal.ownerUrl, storage: storage(), place, secret: testSecret }),
  ).rejects.toThrow('Another backup is being made.')
  await deleteDocument(admin, id)
  await eventually('the job to be put off', async () => {
    const found = await portal.owner.query("select from jobs.job where name = 'remove-file' and state = 'retry'")
    return found.rowCount === 1
  })
  expect(await storage().head(rows[0].file_path)).toBeDefined()
  await backup.end()
  await runPendingJobs(portal, 'remove-file')
  await eventually('the removal', async () => (await storage().head(rows[0].file_path)) === undefined)
})

slow(
  'a backup onto a full disk leaves earlier ones whole, and says why there is none',
  async ({ portal, admin, investor, skip }) => {
    if (!canMount) skip('this system lets tests mount no disks')
    const disk = await mountSmallDisk({ size: '8m' })
    onTestFinished(() => disk[Symbol.asyncDispose]())
    const place = await openBackupPlace({ folder: disk.folder }, undefined)
    const back = () => takeBackup({ ownerUrl: portal.ownerUrl, storage: storage(), place, secret: testSecret })
    const good = await back()
    await givenDocument(portal, investor, { content: Buffer.concat([Buffer.from('%PDF-1.4 '), randomBytes(9e6)]) })
    await expect(back()).rejects.toThrow('is full, so no backup was made.')
    expect((await listSnapshots(place)).map(({ name }) => name)).toEqual([good.name])
    const { newest, lastGood } = await getBackups(admin)
    expect(newest[0]?.error).toContain('is full')
    expect(lastGood?.moment?.toISOString()).toBe(good.moment)
    await disk.resize({ size: '40m' })
    await back()
    expect(await listSnapshots(place)).toHaveLength(2)
  },
)

test('the nightly backup runs in a process of its own, and says why it fails', async ({ portal }) => {
  const folder = await newFolder()
  const env = { ...process.env, DATABASE_URL: portal.ownerUrl, AUTH_SECRET: testSecret, BACKUP_URL: folder }
  const config = { ...portal.config, backupPlace: { folder } }
  openBackups(config, env)
  onTestFinished(() => openBackups(portal.config))
  await runNightlyBackup()
  expect(await listSnapshots(await openBackupPlace({ folder }, undefined))).toHaveLength(1)
  openBackups(config, { ...env, BACKUP_KEY: 'no key' })
  await expect(runNightlyBackup()).rejects.toThrow('BACKUP_KEY is not a key')
})

test('administrators are mailed once a day while the last good backup is older than promised', async ({
  portal,
  admin,
  investor,
}) => {
  setNightlyPlace({ folder: '/backups' })
  onTestFinished(() => setNightlyPlace(undefined))
  await portal.owner.query('delete from app.backups')
  await mailOverdueBackup()
  await portal.owner.query(
    `insert into app.backups (target, started_at, moment, name, finished_at)
    values ('/backups', now() - interval '27 hours', now() - interval '27 hours', 'then', now() - interval '27 hours')`,
  )
  await portal.owner.query(
    "insert into app.backups (target, finished_at, error) values ('/backups', now(), 'The disk is full.')",
  )
  expect(await getBackups(admin)).toMatchObject({ isNightly: true, isOverdue: true })
  const before = portal.mailbox.count(admin.email)
  await mailOverdueBackup()
  await mailOverdueBackup()
  const mail = await portal.mailbox.to(admin.email, before)
  expect(mail.subject).toContain('needs a backup')
  expect(mail.text).toContain('The last attempt failed: The disk is full.')
  await allSent(portal)
  expect(portal.mailbox.count(admin.email)).toBe(before + 1)
  expect(portal.mailbox.count(investor.email)).toBe(0)
})

type Rows = Record<string, string[]>

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'promissory-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function filesIn(folder: string): Promise<string[]> {
  const paths = (await readdir(folder, { recursive: true })).map(path => join(folder, path))
  const found = await Promise.all(paths.map(async path => ((await stat(path)).isFile() ? [path] : [])))
  return found.flat()
}

/** A copy in memory, and every row of that moment as read by `everything`, while the portal continues to write. */
async function copyOf({ owner: another, ownerUrl }: SharedPortal) {
  let rows: unknown
  const tables = new Map<string, Buffer>()
  const owner = new pg.Client(settingsOf(ownerUrl))
  await owner.connect()
  onTestFinished(() => owner.end())
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
  return { contents, tables, rows }
}

/** Every row of every table as JSON, read independently by a superuser. */
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

/** Everything that loading omits. */
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
  // The queue's statistics have a partition for each day, and a test may run through midnight.
  return rows.filter(({ of }) => !/queue_stats_\d{8}$/.test(of))
}
