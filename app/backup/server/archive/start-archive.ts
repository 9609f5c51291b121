import { rm } from 'node:fs/promises'
import { archiveFolder, createArchiveFolder } from '../../../../server/database/embedded/archive-folder.ts'
import type { Config } from '../../../../server/platform/config.ts'
import { log } from '../../../../server/platform/log.ts'
import { describePlace } from '../../../../server/platform/place.ts'
import type { Storage } from '../../../../server/storage/storage-port.ts'
import type { Archiver } from './archiver.ts'

let archiving = false

/** @returns whether this site archives its database continuously: it is embedded, and BACKUP_URL is set */
export function isArchiving(): boolean {
  return archiving
}

type ArchiveConfig = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'backupPlace' | 'backupKey' | 'databaseUrl'>>

/** Continuous archiving that can be started, and ends with the site. */
export interface Archive {
  /** @param storage of the documents' files */
  start(storage: Storage): Promise<void>
  /** Copies the rest. Call it once nothing is written any more. */
  stop(): Promise<void>
}

/**
 * Prepares archiving, if the database is embedded and BACKUP_URL is set. Otherwise PostgreSQL stops copying its log.
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
      // Loaded only if needed; most sites don't.
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
