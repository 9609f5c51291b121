import pg from 'pg'
import { settingsOf } from '../../../server/database/settings.ts'
import { findUnfinishedRestore } from '../../../server/database/unfinished-restore.ts'
import { updateSchema } from '../../../server/database/update-schema.ts'
import { StartError } from '../../../server/platform/start-error.ts'
import type { Storage } from '../../../server/storage/storage-port.ts'
import type { BackupPlace } from './backup-place.ts'
import { restoreFiles } from './copy-files.ts'
import { isDatabaseEmpty } from './create-tables.ts'
import { endRestore } from './end-restore.ts'
import { restoreDatabase } from './restore-database.ts'
import { type Manifest, readManifest, type Snapshot } from './snapshots.ts'
import { readFileList } from './verify-backup.ts'

/** An empty place for a site's data. */
export interface RestoreTarget {
  /** Connection string of the database's owner, to the server itself. */
  ownerUrl: string
  isStorageEmpty(): Promise<boolean>
  /** Migrates the restored database, and opens its storage. */
  openStorage(): Promise<Storage>
}

export interface Restored {
  manifest: Manifest
  rows: number
  files: number
  bytes: number
}

/**
 * Restores a backup into an empty place, and compares each row and each byte. After an interruption, the same restore
 * resumes; until it is complete, the site doesn't start there.
 * @throws StartError if the place isn't empty, or the backup was altered
 */
export async function restoreBackup(place: BackupPlace, snapshot: Snapshot, target: RestoreTarget): Promise<Restored> {
  const { name } = snapshot
  const manifest = await readManifest(place, name)
  const owner = new pg.Client({ ...settingsOf(target.ownerUrl), application_name: 'promissory restore' })
  await owner.connect()
  try {
    const isBegun = await beginRestore(owner, name, target)
    if (!isBegun) {
      await restoreDatabase(owner, place, name, manifest)
      await forgetVaultKeys(owner)
      await owner.query('update public.unfinished_restore set has_rows = true')
    }
    const storage = await target.openStorage()
    const { count, bytes } = await restoreFiles(readFileList(place, name, manifest), place, storage)
    await updateSchema(owner)
    await endRestore(owner, manifest.moment)
    return { manifest, rows: manifest.database.tables.reduce((sum, { rows }) => sum + rows, 0), files: count, bytes }
  } finally {
    await owner.end()
  }
}

/**
 * Marks a restore in progress in the database.
 * @returns whether an earlier attempt has restored the rows
 * @throws StartError if the place isn't empty
 */
async function beginRestore(owner: pg.Client, name: string, target: RestoreTarget): Promise<boolean> {
  const interrupted = await findUnfinishedRestore(owner)
  if (interrupted?.name === name) return interrupted.has_rows
  if (interrupted) {
    throw new StartError(
      `The restore of the backup ${interrupted.name} wasn't finished here. Run it again, or use an empty database and an empty storage.`,
    )
  }
  if (!(await isDatabaseEmpty(owner))) {
    throw new StartError(
      'The database is not empty, and nothing is ever overwritten. Choose an empty one to restore into.',
    )
  }
  if (!(await target.isStorageEmpty())) {
    throw new StartError(
      'There are stored files already, and nothing is ever overwritten. Choose an empty place for them.',
    )
  }
  await owner.query(
    'create table public.unfinished_restore (name text primary key, has_rows boolean not null default false)',
  )
  await owner.query('insert into public.unfinished_restore (name) values ($1)', [name])
  return false
}

/** The keys encrypt files in the backed-up place. Here, a new one encrypts all files. */
export async function forgetVaultKeys(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query("select to_regclass('app.vault_keys') is not null as is_there")
  if (rows[0].is_there) await owner.query('delete from app.vault_keys; delete from app.vault')
}
