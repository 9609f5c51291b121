import { rm } from 'node:fs/promises'
import { archiveFolder, createArchiveFolder } from '../../database/embedded/archive-folder.ts'
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

type ArchiveConfig = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'backupPlace' | 'backupKey' | 'databaseUrl'>>

/** Continuous archiving that may start, and ends with the site. */
export interface Archive {
  /** @param storage where the documents' files are */
  start(storage: Storage): Promise<void>
  /** Copies what is left. Call it once nothing is written any more. */
  stop(): Promise<void>
}

/**
 * Prepares for archiving, where there is an embedded database and BACKUP_URL is set. Where that was unset, PostgreSQL
 * is told to copy its log no longer.
 * @param ownerUrl connection string of the database's owner
 * @param secret AUTH_SECRET
 */
export function prepareArchive(config: ArchiveConfig, ownerUrl: string, secret: string): Archive {
  const { backupPlace, backupKey, databaseUrl, dataDir } = config
  let archiver: Archiver | undefined
  return {
    async start(storage) {
      if (databaseUrl) return
      if (!backupPlace) return await rm(archiveFolder(dataDir), { recursive: true, force: true, maxRetries: 3 })
      // What most sites don't need isn't loaded.
      const [{ Archiver }, { openBackupPlace }] = await Promise.all([
        import('./archiver.ts'),
        import('../backup-place.ts'),
      ])
      const openPlace = () => openBackupPlace(backupPlace, backupKey)
      const folder = await createArchiveFolder(dataDir)
      const target = describePlace(backupPlace)
      archiving = true
      archiver = new Archiver({ ownerUrl, folder, openPlace, target, storage, secret, log })
    },
    async stop() {
      archiving = false
      await archiver?.stop()
    },
  }
}
