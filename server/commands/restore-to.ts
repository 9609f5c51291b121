import pg from 'pg'
import { findRoute } from '../../app/backup/server/archive/choose-base.ts'
import { archiveUntil, hasDatabase, restoreArchive } from '../../app/backup/server/archive/restore-archive.ts'
import { type LostFile, restoreArchivedFiles } from '../../app/backup/server/archive/restore-files.ts'
import type { BackupPlace } from '../../app/backup/server/backup-place.ts'
import { endRestore } from '../../app/backup/server/end-restore.ts'
import { forgetVaultKeys } from '../../app/backup/server/restore-backup.ts'
import { connect, disconnect } from '../database/connection.ts'
import { settingsOf } from '../database/settings.ts'
import { findUnfinishedRestore } from '../database/unfinished-restore.ts'
import { prepareDatabase } from '../open-database.ts'
import { readOrCreateAuthSecret } from '../platform/auth-secret.ts'
import type { Closers } from '../platform/closers.ts'
import type { Config } from '../platform/config.ts'
import type { Log } from '../platform/log.ts'
import { openSeal } from '../platform/seal.ts'
import { StartError } from '../platform/start-error.ts'
import { startDatabase } from '../start-database.ts'
import { openStore } from '../storage/open-store.ts'
import { closeStorage, documentsPlace, openStorage, storage } from '../storage/storage.ts'
import { isKey } from '../storage/storage-port.ts'
import { seconds } from './words.ts'

/** How many lost files are named. */
const named = 20

interface RestoreTo {
  config: Config
  place: BackupPlace
  /** Where to stop; as far as the archive goes by default. */
  moment: Date | undefined
  closers: Closers
  log: Log
  /** Finds the AUTH_SECRET of the restored site, and what to say of it. */
  findSecret(from: { secretId: string; secret?: string }): Promise<{ note: string | undefined }>
}

/** Restores the embedded database from a continuous archive, with its files, and says what is missing. */
export async function restoreTo({ config, place, moment, closers, log, findSecret }: RestoreTo): Promise<void> {
  if (config.databaseUrl) {
    throw new StartError(
      'Only the embedded database is archived continuously. Unset DATABASE_URL to restore it, or restore a backup without --to.',
    )
  }
  const began = performance.now()
  let note: string | undefined
  if (!hasDatabase(config.dataDir)) {
    const route = await findRoute(place, moment)
    note = (await findSecret(route.base)).note
    await restoreArchive(place, route, config.dataDir, moment, log)
    console.log(`Restored the database from the copy of ${route.base.begun} and its log, ${seconds(began)}.`)
  }
  const ownerUrl = await startDatabase(config, closers, log)
  const owner = new pg.Client(settingsOf(ownerUrl))
  await owner.connect()
  closers.add('the connection', () => owner.end())
  const until = await findUntil(owner, config)
  // Surviving files are encrypted with the keys in the database; copied ones get new keys.
  const kept = await openStore(documentsPlace(config), isKey)
  if ((await kept.list({ limit: 1 })).length === 0) await forgetVaultKeys(owner)
  await openSite(config, ownerUrl, closers)
  const { count, lost } = await restoreArchivedFiles(owner, place, storage())
  const last = await finish(owner, until)
  console.log(`Restored ${count - lost.length} of ${count} files, each compared, ${seconds(began)} in all.`)
  sayLost(lost)
  if (moment && until < moment) console.log(`The archive ends before ${moment.toISOString()}.`)
  console.log(
    `Everything acknowledged before ${until.toISOString()} is there. What was acknowledged later is missing${last}.`,
  )
  if (note) console.log(note)
  console.log('Start the site with npm start.')
}

/** @throws StartError where the database isn't one that a restore from an archive has left unfinished */
async function findUntil(owner: pg.Client, { dataDir }: Config): Promise<Date> {
  const until = archiveUntil((await findUnfinishedRestore(owner))?.name ?? '')
  if (until) return until
  throw new StartError(
    `There is a database in ${dataDir} already, and nothing is ever overwritten. Move it away, or choose another DATA_DIR.`,
  )
}

/** Brings the tables up to date, and opens the storage. */
async function openSite(config: Config, ownerUrl: string, closers: Closers): Promise<void> {
  const secret = config.authSecret ?? (await readOrCreateAuthSecret(config.dataDir))
  openSeal(secret)
  connect(await prepareDatabase(ownerUrl, secret))
  closers.add('the database connections', disconnect)
  await openStorage(config)
  closers.add('the storage', closeStorage)
}

/** Lets the site start. @returns how the audit log states what is missing */
async function finish(owner: pg.Client, until: Date): Promise<string> {
  const { rows } = await owner.query(
    'select position::float8 as position, at from audit.chain join audit_log on id = entry_id order by 1 desc limit 1',
  )
  await endRestore(owner, until.toISOString())
  if (!rows[0]) return ''
  const { position, at } = rows[0]
  return `: entries of the audit log after number ${position}, of ${at.toISOString()}, which AUDIT_SINK may have`
}

function sayLost(lost: LostFile[]): void {
  if (lost.length === 0) return
  console.log(`${lost.length} files are not in the place; their documents are there, but can't be opened:`)
  for (const { id, filename } of lost.slice(0, named)) console.log(`  ${filename} (${id})`)
  if (lost.length > named) console.log(`  and ${lost.length - named} more`)
}
