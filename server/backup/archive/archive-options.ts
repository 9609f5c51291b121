import type pg from 'pg'
import type { Log } from '../../platform/log.ts'
import type { ArchivePlace } from './archive-place.ts'
import type { FileCopies } from './new-files.ts'

export interface ArchiveOptions {
  /** Connection string of the cluster's owner. */
  ownerUrl: string
  /** The database's folder. */
  cluster: string
  place: ArchivePlace
  files: FileCopies
  log: Log
  /** Hears, after each round, until when everything is in the place, or why it isn't. */
  report(client: pg.Client | undefined, state: ArchiveState): Promise<void>
  /** Milliseconds between two rounds. */
  interval?: number
}

export interface ArchiveState {
  /** Everything acknowledged before this moment is in the place; undefined while that isn't known. */
  until: Date | undefined
  error: Error | undefined
}
