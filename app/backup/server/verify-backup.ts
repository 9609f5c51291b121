import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../../server/database/embedded/start-embedded.ts'
import { settingsOf } from '../../../server/database/settings.ts'
import { createLog } from '../../../server/platform/log.ts'
import { StartError } from '../../../server/platform/start-error.ts'
import type { BackupPlace } from './backup-place.ts'
import { type FileEntry, readEntry, restoreFiles } from './copy-files.ts'
import { restoreDatabase } from './restore-database.ts'
import { fileListOf, type Manifest, readManifest, type Snapshot } from './snapshots.ts'
import { type Bytes, decompressed, drain, linesOf, Measure } from './streams.ts'

export interface Verified {
  rows: number
  files: number
  bytes: number
}

/** A storage that discards bytes after reading, and so checking, them. */
const nowhere = {
  head: async () => undefined,
  put: async (_: string, source: unknown) => {
    await drain(source as Bytes)
    return { size: 0 }
  },
}

/**
 * Restores a backup into a temporary PostgreSQL of its own, without the site's data, and compares each row, each byte
 * of each file, and whether every document has its file.
 * @throws StartError with the differences; SealError, Error if the backup is damaged
 */
export async function verifyBackup(place: BackupPlace, { name }: Snapshot): Promise<Verified> {
  const manifest = await readManifest(place, name)
  const folder = await mkdtemp(join(tmpdir(), 'promissory-verify-'))
  try {
    const database = await startEmbedded({ dataDir: folder, log: createLog({ write: () => {} }) })
    try {
      const owner = new pg.Client(settingsOf(database.url))
      await owner.connect()
      try {
        await restoreDatabase(owner, place, name, manifest)
        await requireEveryFileListed(owner, place, name, manifest)
      } finally {
        await owner.end()
      }
    } finally {
      await database.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const { count, bytes } = await restoreFiles(readFileList(place, name, manifest), place, nowhere)
  return { rows: manifest.database.tables.reduce((sum, { rows }) => sum + rows, 0), files: count, bytes }
}

/**
 * Reads a backup's list of files.
 * @throws StartError at its end if it was altered
 */
export async function* readFileList(place: BackupPlace, name: string, { files }: Manifest): AsyncGenerator<FileEntry> {
  const measure = new Measure()
  for await (const line of linesOf(measure.watch(decompressed(place.read(fileListOf(name)))))) yield readEntry(line)
  if (measure.result().sha256 !== files.listHash) throw new StartError(`The list of files in ${name} is damaged.`)
}

async function requireEveryFileListed(
  owner: pg.Client,
  place: BackupPlace,
  name: string,
  manifest: Manifest,
): Promise<void> {
  const missing = new Map<string, string>()
  await owner.query('begin; set local role app_backup')
  const { rows } = await owner.query<FileEntry>(
    `select file_path as path, sha256 from documents where file_path <> '' and check_state <> 'infected'`,
  )
  await owner.query('rollback')
  for (const { path, sha256 } of rows) missing.set(path, sha256)
  for await (const { path, sha256 } of readFileList(place, name, manifest)) {
    if (missing.get(path) === sha256) missing.delete(path)
  }
  for (const path of manifest.damaged) missing.delete(path)
  const [first] = missing.keys()
  if (first !== undefined) throw new StartError(`The backup lacks ${missing.size} files, such as ${first}.`)
}
