import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { queryAsAdministrator } from '../../../server/access/roles.ts'
import type { Place } from '../../../server/platform/place.ts'
import { promisedBackupAge } from '../backups.ts'

/** A recorded backup. */
export interface BackupRow {
  id: string
  kind: 'snapshot' | 'base'
  /** Its place, without credentials. */
  target: string
  started_at: Date
  /** The moment it captures. */
  moment: Date | null
  finished_at: Date | null
  /** Bytes added to the place. */
  bytes: number | null
  files: number | null
  /** Documents whose file was missing from the storage, or damaged. */
  damaged_files: number | null
  /** Reason of a failure. */
  error: string | null
  /** When it was last restored for verification, and was complete. */
  verified_at: Date | null
}

/** Backups as administrators see them. */
export interface BackupState {
  /** Whether backups are nightly: `BACKUP_URL` is set. */
  isNightly: boolean
  /** The newest good one. */
  lastGood: BackupRow | undefined
  /** Whether it is older than promised (`app/backup/backups.ts`), or missing though due. */
  isOverdue: boolean
  /** The newest ten, good or not. */
  newest: BackupRow[]
}

const shown = 10
const columns = sql`id, kind, target, started_at, moment, finished_at, bytes, files, damaged_files, error, verified_at`
const isGood = sql`kind = 'snapshot' and finished_at is not null and error is null`

/** The place that BACKUP_URL names, set by `openBackups`. */
let nightlyPlace: Place | undefined

export function setNightlyPlace(place: Place | undefined): void {
  nightlyPlace = place
}

export function isBackupNightly(): boolean {
  return nightlyPlace !== undefined
}

/** @returns the newest backups */
export function getBackups(actor: Actor): Promise<BackupState> {
  return queryAsAdministrator(actor, async tx => {
    const find = async (rest: RawBuilder<unknown>) =>
      (await sql<BackupRow>`select ${columns} from app.backups ${rest}`.execute(tx)).rows
    const [lastGood] = await find(sql`where ${isGood} order by moment desc limit 1`)
    const newest = await find(sql`order by started_at desc limit ${shown}`)
    const since = lastGood?.moment ?? newest.at(-1)?.started_at
    const isOverdue = isBackupNightly() && since !== undefined && Date.now() - since.getTime() > promisedBackupAge
    return { isNightly: isBackupNightly(), lastGood, isOverdue, newest }
  })
}
