import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { type BackupPlace, openBackupPlace } from '../../app/backup/server/backup-place.ts'
import { recordVerified } from '../../app/backup/server/backup-record.ts'
import { explainDamage } from '../../app/backup/server/explain-damage.ts'
import { findSnapshot, listSnapshots, readManifest } from '../../app/backup/server/snapshots.ts'
import { takeBackup } from '../../app/backup/server/take-backup.ts'
import { verifyBackup } from '../../app/backup/server/verify-backup.ts'
import { connect, disconnect } from '../database/connection.ts'
import { settingsOf } from '../database/settings.ts'
import { openDatabase } from '../open-database.ts'
import type { Closers } from '../platform/closers.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { runOnce } from '../platform/lifecycle.ts'
import { createLog } from '../platform/log.ts'
import { readPlace } from '../platform/place.ts'
import { openSeal } from '../platform/seal.ts'
import { StartError } from '../platform/start-error.ts'
import { closeStorage, openStorage, storage } from '../storage/storage.ts'
import usages from './usages.json' with { type: 'json' }
import { readMoment, seconds, sizeWords } from './words.ts'

const usage = usages.backup.join('\n')

// The command's output is its own sentences; the database's start matters only if it fails.
const quiet = createLog({ write: () => {} })

await runOnce(async closers => {
  const { verb, place: text, at } = readArguments()
  const config = readConfig(process.env)
  const place = text === undefined ? config.backupPlace : readPlace(text, 'The place')
  if (!place) {
    const typed = verb === 'backup' ? '' : `${verb} `
    throw new StartError(
      `PLACE is missing. Name it, as in npm run backup -- ${typed}PLACE, or set BACKUP_URL.\n\n${usage}`,
    )
  }
  const opened = await openBackupPlace(place, config.backupKey, { mustExist: verb !== 'backup' })
  if (verb === 'backup') await backUp(config, opened, closers)
  else if (verb === 'list') await list(opened)
  else await verify(config, opened, at, closers)
})

function readArguments(): { verb: 'backup' | 'list' | 'verify'; place: string | undefined; at: Date | undefined } {
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options: { at: { type: 'string' } } })
    const isVerb = positionals[0] === 'list' || positionals[0] === 'verify'
    const [verb, place, ...rest] = isVerb ? positionals : ['backup', ...positionals]
    const isAllowed = values.at === undefined || verb === 'verify'
    if (rest.length === 0 && isAllowed) return { verb: verb as 'backup', place, at: readMoment('at', values.at) }
  } catch (error) {
    if (error instanceof StartError) throw error
    // An unknown option.
  }
  throw new StartError(usage)
}

async function backUp(config: Config, place: BackupPlace, closers: Closers): Promise<void> {
  const began = performance.now()
  if (!isPortalHere(config))
    throw new StartError(`There is no portal in ${config.dataDir} yet. Set DATA_DIR to its folder.`)
  const { ownerUrl, access, secret } = await openDatabase(config, closers, quiet)
  openSeal(secret)
  connect(access)
  closers.add('the database connections', disconnect)
  await openStorage(config)
  closers.add('the storage', closeStorage)
  const made = await takeBackup({ ownerUrl, storage: storage(), place, secret })
  console.log(
    `Backed up ${made.files} files and the database as of ${made.moment} to ${place.description}: ${sizeWords(made.bytes)} new, ${seconds(began)}.`,
  )
  if (made.damagedFiles > 0) {
    console.log(`${made.damagedFiles} files are missing from the storage or damaged there, so the backup lacks them.`)
  }
  if (made.thinned > 0) console.log(`Removed ${made.thinned} earlier backups that needn’t be kept.`)
  if (!place.ending) {
    console.log('Without BACKUP_KEY it isn’t encrypted and doesn’t contain AUTH_SECRET: keep that one elsewhere.')
  }
}

async function list(place: BackupPlace): Promise<void> {
  const all = await listSnapshots(place)
  for (const { name, moment, ending } of all) {
    if (ending !== place.ending) {
      console.log(`${moment.toISOString()}  ${ending ? 'encrypted with another key' : 'not encrypted'}`)
      continue
    }
    const { files, database } = await readManifest(place, name)
    const people = database.tables.find(table => table.name === 'public.user_profiles')?.rows ?? 0
    console.log(`${moment.toISOString()}  ${people} people, ${files.count} files of ${sizeWords(files.bytes)}`)
  }
  if (all.length === 0) console.log(`There is no backup in ${place.description}.`)
}

async function verify(config: Config, place: BackupPlace, at: Date | undefined, closers: Closers): Promise<void> {
  const began = performance.now()
  const snapshot = await findSnapshot(place, at)
  try {
    const { rows, files, bytes } = await verifyBackup(place, snapshot)
    console.log(
      `The backup of ${snapshot.moment.toISOString()} is whole: ${rows} rows and ${files} files of ${sizeWords(bytes)} are as they were, ${seconds(began)}.`,
    )
  } catch (error) {
    throw explainDamage(error)
  }
  // A backup can be verified where the site has never been.
  if (!isPortalHere(config)) return
  const { ownerUrl } = await openDatabase(config, closers, quiet)
  const owner = new pg.Client(settingsOf(ownerUrl))
  await owner.connect()
  closers.add('the connection', () => owner.end())
  await recordVerified(owner, snapshot.name)
}

/** Otherwise opening the database would create an empty one. */
function isPortalHere({ databaseUrl, dataDir }: Config): boolean {
  return databaseUrl !== undefined || existsSync(join(dataDir, 'database'))
}
