import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { takeBackupLock } from '../../../server/database/backup-lock.ts'
import { settingsOf } from '../../../server/database/settings.ts'
import { log } from '../../../server/platform/log.ts'
import { StartError } from '../../../server/platform/start-error.ts'
import type { Storage } from '../../../server/storage/storage-port.ts'
import type { BackupPlace } from './backup-place.ts'
import { type Outcome, recordEnd, recordStart } from './backup-record.ts'
import { backUpFiles, readEntry, writeEntry } from './copy-files.ts'
import type { DatabaseContents, DatabaseShape } from './database-shape.ts'
import { dumpDatabase } from './dump-database.ts'
import { secretId } from './secret-id.ts'
import { fileListOf, type Manifest, manifestOf, readManifest, snapshotName, tableOf } from './snapshots.ts'
import { type Bytes, bytesOf, compressed, decompressed, drain, linesOf, Measure } from './streams.ts'
import { removeSnapshot, thinBackups } from './thin.ts'

/** Source and destination of a backup. */
export interface BackupTask {
  /** Connection string of the database's owner, to the server itself. */
  ownerUrl: string
  /** Storage of the documents' files. */
  storage: Storage
  place: BackupPlace
  /** AUTH_SECRET. Included only in an encrypted backup. */
  secret: string
  /** Receives the description before copying, while others can see the same rows by `shape.snapshot`. */
  onOpened?: (shape: DatabaseShape) => unknown
}

export interface FinishedBackup extends Outcome {
  /** Number of earlier backups removed, see `app/backup/backups.ts`. */
  thinned: number
}

/**
 * Backs up the database and the files of one moment, while the site runs. All or nothing: the manifest is written last,
 * after everything else has been read again. The outcome is recorded in `app.backups`.
 * @throws StartError if another backup is in progress, or an operator can correct the error; errors of the database,
 * the storage and the place
 */
export async function takeBackup(task: BackupTask): Promise<FinishedBackup> {
  const { ownerUrl, place } = task
  const owner = new pg.Client({ ...settingsOf(ownerUrl), application_name: 'promissory backup', keepAlive: true })
  // Users of the connection then fail by themselves.
  owner.on('error', () => {})
  await owner.connect()
  try {
    // It is idle while files are copied, for hours if there are many.
    await owner.query('set idle_session_timeout = 0')
    if (!(await takeBackupLock(owner))) throw new StartError('Another backup is being made. Try again when it is done.')
    const id = await recordStart(owner, place.description)
    try {
      const outcome = await writeBackup(owner, task)
      await recordEnd(ownerUrl, id, outcome)
      return { ...outcome, thinned: await thin(place) }
    } catch (error) {
      const explained = explain(error, place)
      await recordEnd(ownerUrl, id, { error: (explained as Error).message }).catch(() => {})
      throw explained
    }
  } finally {
    await owner.end().catch(() => {})
  }
}

async function writeBackup(owner: pg.Client, { place, storage, secret, onOpened }: BackupTask): Promise<Outcome> {
  let name = ''
  let added = 0
  const write = async (key: string, bytes: Bytes) => {
    added += await place.write(key, bytes)
  }
  try {
    let files: string[] = []
    const database = await dumpDatabase(
      owner,
      (table, rows) => write(tableOf(name, table), compressed(rows)),
      async shape => {
        name = snapshotName(new Date(shape.moment))
        files = await listFiles(owner)
        await onOpened?.(shape)
      },
    )
    const copied = await backUpFiles(files, storage, place)
    // Fails if the connection was lost, and with it the lock: then a file may have been removed before it was copied.
    await owner.query('select')
    added += copied.bytes
    const list = await writeFileList(write, name, files, new Set(copied.damaged))
    await requireAsWritten(place, name, database, list.listHash)
    const manifest: Manifest = {
      format: 1,
      moment: database.moment,
      finished: new Date().toISOString(),
      database,
      files: list,
      damaged: copied.damaged,
      secretId: secretId(secret),
      ...(place.ending && { secret }),
    }
    await write(manifestOf(name), bytesOf(JSON.stringify(manifest)))
    await readManifest(place, name)
    const { count } = list
    return { moment: database.moment, name, bytes: added, files: count, damagedFiles: copied.damaged.length }
  } catch (error) {
    // The place may be full or unreachable. A later backup removes the rest.
    if (name) await removeSnapshot(place, name).catch(() => {})
    throw error
  }
}

/** @returns a line for each file that a document needs, in the dump's transaction; infected ones were removed */
async function listFiles(owner: pg.Client): Promise<string[]> {
  const statement = `select file_path, file_size, sha256 from documents
    where file_path <> '' and check_state <> 'infected' order by file_path collate "C"`
  const lines: string[] = []
  for await (const line of linesOf(owner.query(copyTo(`copy (${statement}) to stdout`)))) lines.push(line)
  return lines
}

/** Writes the list of a backup's files, without those that couldn't be copied. */
async function writeFileList(
  write: (key: string, bytes: Bytes) => Promise<void>,
  name: string,
  files: readonly string[],
  damaged: ReadonlySet<string>,
): Promise<Manifest['files']> {
  let bytes = 0
  const measure = new Measure()
  async function* lines() {
    for (const line of files) {
      const file = readEntry(line)
      if (damaged.has(file.path)) continue
      bytes += file.size
      yield Buffer.from(`${writeEntry(file)}\n`)
    }
  }
  await write(fileListOf(name), compressed(measure.watch(lines())))
  const { rows, sha256 } = measure.result()
  return { count: rows, bytes, listHash: sha256 }
}

/** Reads back what was written. @throws Error if it differs */
async function requireAsWritten(
  place: BackupPlace,
  name: string,
  database: DatabaseContents,
  listHash: string,
): Promise<void> {
  const hashes = new Map(database.tables.map(table => [tableOf(name, table.name), table.sha256]))
  hashes.set(fileListOf(name), listHash)
  for (const [key, sha256] of hashes) {
    const measure = new Measure()
    await drain(measure.watch(decompressed(place.read(key))))
    if (measure.result().sha256 !== sha256) throw new Error(`${key} isn't as it was written to ${place.description}`)
  }
}

/** A backup is good, even if earlier ones can't be removed. */
async function thin(place: BackupPlace): Promise<number> {
  try {
    return await thinBackups(place)
  } catch (error) {
    log.error('earlier backups could not be removed', error)
    return 0
  }
}

function explain(error: unknown, place: BackupPlace): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new StartError(
      `${place.description} is full, so no backup was made. Earlier backups are unharmed. Free up space there, or choose another place.`,
    )
  }
  return error
}
