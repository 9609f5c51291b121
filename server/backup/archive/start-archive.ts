import { join } from 'node:path'
import type { Config } from '../../platform/config.ts'
import { log } from '../../platform/log.ts'
import { describePlace } from '../../platform/place.ts'
import type { Storage } from '../../storage/storage-port.ts'
import type { Archiver } from './archiver.ts'

let archiving = false

/** @returns whether this site archives its database continuously: it has its own, and BACKUP_URL is set */
export function isArchiving(): boolean {
  return archiving
}

/** Continuous archiving that may start, and ends with the site. */
export interface Archive {
  /** @param storage where the documents' files are */
  start(storage: Storage): Promise<void>
  /** Copies what is left. Call it once nothing is written any more. */
  stop(): Promise<void>
}

/**
 * Prepares for archiving, where there is an embedded database and BACKUP_URL is set. Where that was unset, PostgreSQL is
 * told to keep its log no longer.
 * @param ownerUrl connection string of the database's owner
 * @param secret AUTH_SECRET
 */
export function prepareArchive(config: Config, ownerUrl: string, secret: string): Archive {
  const { backupPlace, backupKey, databaseUrl, dataDir } = config
  let archiver: Archiver | undefined
  return {
    async start(storage) {
      if (databaseUrl) return
      if (!backupPlace) {
        const { forgetArchive } = await import('./forget-archive.ts')
        forgetArchive(ownerUrl).catch(error => log.error('the slot of an earlier archive could not be removed', error))
        return
      }
      // What most sites don't need isn't loaded.
      const [{ Archiver }, { openBackupPlace }] = await Promise.all([
        import('./archiver.ts'),
        import('../backup-place.ts'),
      ])
      const openPlace = () => openBackupPlace(backupPlace, backupKey)
      const cluster = join(dataDir, 'database')
      const target = describePlace(backupPlace)
      archiving = true
      archiver = new Archiver({ ownerUrl, cluster, openPlace, target, storage, secret, log })
    },
    async stop() {
      archiving = false
      await archiver?.stop()
    },
  }
}
