import type { Log } from '../../platform/log.ts'
import type { Storage } from '../../storage/storage-port.ts'
import type { BackupPlace } from '../backup-place.ts'

export interface ArchiveOptions {
  /** Connection string of the cluster's owner. */
  ownerUrl: string
  /** The database's folder. */
  cluster: string
  /** Opens the place that BACKUP_URL names. A site starts, too, while it can't be reached. */
  openPlace(): Promise<BackupPlace>
  /** The place, as administrators may see it. */
  target: string
  /** Where the documents' files are. */
  storage: Storage
  /** AUTH_SECRET. It becomes part of the archive only where that is encrypted. */
  secret: string
  log: Log
  /** Milliseconds between two rounds. */
  interval?: number
}
