import { createHash } from 'node:crypto'
import pg from 'pg'
import { openBackupPlace } from '../../app/backup/server/backup-place.ts'
import { leftOut, schemas } from '../../app/backup/server/database-shape.ts'
import { takeBackup } from '../../app/backup/server/take-backup.ts'
import { connect, disconnect } from '../../server/database/connection.ts'
import { settingsOf } from '../../server/database/settings.ts'
import { type OpenDatabase, openDatabase } from '../../server/open-database.ts'
import { Closers } from '../../server/platform/closers.ts'
import { readConfig } from '../../server/platform/config.ts'
import { createLog } from '../../server/platform/log.ts'
import { readPlace } from '../../server/platform/place.ts'
import { openSeal } from '../../server/platform/seal.ts'
import { closeStorage, openStorage, storage } from '../../server/storage/storage.ts'
import type { TestServer } from '../helpers/server.ts'

/** A table's rows, as a superuser hashes them in SQL: what a backup must equal, found in another way. */
type Truth = Map<string, { rows: number; hash: string }>

/** A backup, with what was there at its moment. */
export interface Witnessed {
  began: number
  moment: string
  files: number
  bytes: number
  tables: Truth
  /** SHA-256 by path. */
  hashes: Map<string, string>
}

/** Backs up in this process, and reads every row at that very moment on a connection of its own. */
export async function backUpWithWitness({ dataDir }: TestServer, target: string, key: Buffer): Promise<Witnessed> {
  const began = Date.now()
  await using closers = new Closers()
  const { ownerUrl, secret } = await openParts(dataDir, closers)
  const witness = new pg.Client(settingsOf(ownerUrl))
  await witness.connect()
  closers.add('the witness', () => witness.end())
  const place = await openBackupPlace(readPlace(target), key)
  let tables: Truth = new Map()
  const hashes = new Map<string, string>()
  const made = await takeBackup({
    ownerUrl,
    storage: storage(),
    place,
    secret,
    async onOpened({ snapshot }) {
      await witness.query('begin isolation level repeatable read')
      await witness.query(`set transaction snapshot '${snapshot}'`)
      tables = await truthOf(witness)
      const { rows } = await witness.query("select file_path, sha256 from documents where file_path <> ''")
      for (const { file_path, sha256 } of rows) hashes.set(file_path, sha256)
      await witness.query('commit')
    },
  })
  return { ...made, began, tables, hashes }
}

/** The database and the storage in a data folder, as a command opens them. */
async function openParts(dataDir: string, closers: Closers): Promise<OpenDatabase> {
  const config = readConfig({ ...process.env, DATA_DIR: dataDir })
  const database = await openDatabase(config, closers, createLog({ write: () => {} }))
  openSeal(database.secret)
  connect(database.access)
  closers.add('the connections', disconnect)
  await openStorage(config)
  closers.add('the storage', closeStorage)
  return database
}

/** What the restore itself adds or the start of a site changes. */
const except: Record<string, string> = {
  'public.audit_log': "where t.action <> 'backup.restored'",
  'audit.chain': "where t.entry_id not in (select id from audit_log where action = 'backup.restored')",
}
const changedByStart = ['jobs.queue', 'jobs.schedule', 'jobs.version', 'app.vault', 'app.vault_keys']

async function truthOf(superuser: pg.Client): Promise<Truth> {
  const { rows } = await superuser.query(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any ($1) and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
    [schemas],
  )
  const truth: Truth = new Map()
  for (const { name } of rows) {
    if (leftOut.includes(name) || changedByStart.includes(name)) continue
    const found = await superuser.query(
      `select count(*)::int as rows, coalesce(sum(hashtextextended(to_jsonb(t)::text, 1)), 0)::text || ' ' ||
        coalesce(sum(hashtextextended(to_jsonb(t)::text, 2)), 0)::text as hash from ${name} t ${except[name] ?? ''}`,
    )
    truth.set(name, found.rows[0])
  }
  return truth
}

/** @returns a sentence for each table and file that isn't as it was */
export async function compareRestored({ tables, hashes }: Witnessed, dataDir: string): Promise<string[]> {
  const problems: string[] = []
  await using closers = new Closers()
  const { ownerUrl } = await openParts(dataDir, closers)
  const superuser = new pg.Client(settingsOf(ownerUrl))
  await superuser.connect()
  closers.add('the connection', () => superuser.end())
  const found = await truthOf(superuser)
  for (const [name, { rows, hash }] of tables) {
    const other = found.get(name)
    if (other?.hash !== hash) problems.push(`${name} has ${other?.rows} rows, not the ${rows} that it had`)
  }
  if (found.size !== tables.size) problems.push(`there are ${found.size} tables, not ${tables.size}`)
  for (let after = ''; ; ) {
    const files = await storage().list({ after, limit: 1000 })
    for (const { key } of files) {
      if (!hashes.has(key)) problems.push(`${key} was not there`)
      else if ((await hashOf(key)) !== hashes.get(key)) problems.push(`${key} has other bytes`)
      hashes.delete(key)
    }
    after = files.at(-1)?.key ?? ''
    if (files.length < 1000) break
  }
  for (const path of hashes.keys()) problems.push(`${path} is missing`)
  return problems.slice(0, 20)
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await using stored = await storage().read(path)
  for await (const piece of stored ?? []) hash.update(piece)
  return hash.digest('hex')
}
