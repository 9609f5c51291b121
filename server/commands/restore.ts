import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openBackupPlace } from '../../app/backup/server/backup-place.ts'
import { explainDamage } from '../../app/backup/server/explain-damage.ts'
import { type RestoreTarget, restoreBackup } from '../../app/backup/server/restore-backup.ts'
import { secretId } from '../../app/backup/server/secret-id.ts'
import { findSnapshot, type Manifest, readManifest } from '../../app/backup/server/snapshots.ts'
import { connect, disconnect } from '../database/connection.ts'
import { prepareDatabase } from '../open-database.ts'
import { readOrCreateAuthSecret } from '../platform/auth-secret.ts'
import type { Closers } from '../platform/closers.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { createDataDir } from '../platform/data-folder.ts'
import { runOnce } from '../platform/lifecycle.ts'
import { createLog } from '../platform/log.ts'
import { readPlace } from '../platform/place.ts'
import { openSeal } from '../platform/seal.ts'
import { StartError } from '../platform/start-error.ts'
import { startDatabase } from '../start-database.ts'
import { openStore } from '../storage/open-store.ts'
import { closeStorage, documentsPlace, openStorage, storage } from '../storage/storage.ts'
import { isKey } from '../storage/storage-port.ts'
import usages from './usages.json' with { type: 'json' }
import { readMoment, seconds, sizeWords } from './words.ts'

const usage = usages.restore.join('\n')

// The command's output is its own sentences; the database's start matters only if it fails.
const quiet = createLog({ write: () => {} })

await runOnce(async closers => {
  const began = performance.now()
  const { text, at, to, moved } = readArguments()
  const config = readConfig({ ...process.env, ...moved })
  const place = await openBackupPlace(readPlace(text, 'The place'), config.backupKey, { mustExist: true })
  if (to) {
    const { restoreTo } = await import('./restore-to.ts')
    const moment = to === 'now' ? undefined : to
    return restoreTo({ config, place, moment, closers, log: quiet, findSecret: from => findSecret(config, from) })
  }
  const snapshot = await findSnapshot(place, at)
  try {
    const manifest = await readManifest(place, snapshot.name)
    const { secret, note } = await findSecret(config, manifest)
    const ownerUrl = await startDatabase(config, closers, quiet)
    const { rows, files, bytes } = await restoreBackup(place, snapshot, targetOf(config, ownerUrl, secret, closers))
    console.log(
      `Restored the portal as of ${manifest.moment}: ${rows} rows and ${files} files of ${sizeWords(bytes)}, each compared, ${seconds(began)}.`,
    )
    if (manifest.damaged.length > 0) {
      console.log(`The backup lacks ${manifest.damaged.length} files that were missing or damaged when it was made.`)
    }
    if (note) console.log(note)
    for (const [name, value] of Object.entries(moved)) {
      if (value) console.log(`Set ${name} to what you named here.`)
      else if (process.env[name]) console.log(`Unset ${name}.`)
    }
    console.log('Start the site with npm start.')
  } catch (error) {
    throw explainDamage(error)
  }
})

interface Arguments {
  text: string
  at: Date | undefined
  to: Date | 'now' | undefined
  /** The settings that are others from now on; empty for those that are unset. */
  moved: Record<string, string>
}

function readArguments(): Arguments {
  try {
    const text = { type: 'string' } as const
    const options = { at: text, to: text, database: text, storage: text }
    const { positionals, values } = parseArgs({ allowPositionals: true, options })
    const [place, ...rest] = positionals
    if (!place) throw new StartError(`PLACE is missing. Name it, as in npm run restore -- PLACE.\n\n${usage}`)
    const moved = {
      ...(values.database !== undefined && {
        DATABASE_URL: values.database.replace(/^embedded$/, ''),
        // It leads to where the database was.
        DATABASE_DIRECT_URL: '',
      }),
      ...(values.storage !== undefined && { STORAGE_URL: values.storage.replace(/^disk$/, '') }),
    }
    const isAlone = values.to === undefined || (values.at === undefined && Object.keys(moved).length === 0)
    const to = values.to === 'now' ? 'now' : readMoment('to', values.to)
    if (rest.length === 0 && isAlone) return { text: place, at: readMoment('at', values.at), to, moved }
  } catch (error) {
    if (error instanceof StartError) throw error
    // An unknown option.
  }
  throw new StartError(usage)
}

/**
 * Finds the AUTH_SECRET that the restored site will have: the one that is set, the one in the data folder, the one in the
 * backup, which is then written to the data folder, or a new one.
 * @returns it, and what to say where it isn't the one that the backup's site had
 */
async function findSecret(config: Config, { secret: kept, secretId: id }: Pick<Manifest, 'secret' | 'secretId'>) {
  const path = join(config.dataDir, 'auth-secret')
  const isSet = config.authSecret !== undefined || existsSync(path)
  if (!isSet && kept) {
    createDataDir(config.dataDir)
    await writeFile(path, `${kept}\n`, { flag: 'wx', mode: 0o600 })
  }
  const secret = config.authSecret ?? (await readOrCreateAuthSecret(config.dataDir))
  if (secretId(secret) === id) return { secret, note: undefined }
  const where = config.authSecret === undefined ? path : 'AUTH_SECRET'
  const what = kept ? 'The backup has the right one: unset it, and restore again.' : 'Put the old one there.'
  return {
    secret,
    note: `${where} isn’t the secret that this site had. Everyone has to sign in again, e-mail that waited to be sent is lost, and links in earlier e-mail no longer work. ${what}`,
  }
}

function targetOf(config: Config, ownerUrl: string, secret: string, closers: Closers): RestoreTarget {
  return {
    ownerUrl,
    async isStorageEmpty() {
      const store = await openStore(documentsPlace(config), isKey)
      return (await store.list({ limit: 1 })).length === 0
    },
    async openStorage() {
      openSeal(secret)
      connect(await prepareDatabase(ownerUrl, secret))
      closers.add('the database connections', disconnect)
      await openStorage(config)
      closers.add('the storage', closeStorage)
      return storage()
    },
  }
}
