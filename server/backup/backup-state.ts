import { type RawBuilder, sql } from 'kysely'
import { promisedBackupAge } from '../../rules/backups.ts'
import type { Actor } from '../access/actor.ts'
import { queryAsAdministrator } from '../access/roles.ts'
import type { Place } from '../platform/place.ts'

/** A backup as the site noted it. */
export interface BackupRow {
  id: string
  kind: 'snapshot' | 'base'
  /** Where it is, without credentials. */
  target: string
  started_at: Date
  /** The moment that it shows. */
  moment: Date | null
  finished_at: Date | null
  /** What it added to the place. */
  bytes: number | null
  files: number | null
  /** Documents whose file wasn't in the storage, or not as it was uploaded. */
  damaged_files: number | null
  /** Why there is none. */
  error: string | null
  /** When it was last restored into a throw-away place, and everything was there. */
  verified_at: Date | null
}

/** What administrators see of backups. */
export interface BackupState {
  /** Whether the site makes one every night: `BACKUP_URL` is set. */
  isNightly: boolean
  /** The newest good one. */
  lastGood: BackupRow | undefined
  /** Whether it is older than promised (`rules/backups.ts`), or there is none though one should have been made. */
  isOverdue: boolean
  /** The newest ten, good or not. */
  newest: BackupRow[]
}

const shown = 10
const columns = sql`id, kind, target, started_at, moment, finished_at, bytes, files, damaged_files, error, verified_at`
const isGood = sql`kind = 'snapshot' and finished_at is not null and error is null`

/** What BACKUP_URL names, as `openBackups` was told. */
let nightlyPlace: Place | undefined

/** Tells whether the site makes backups by itself. */
export function setNightlyPlace(place: Place | undefined): void {
  nightlyPlace = place
}

export function isBackupNightly(): boolean {
  return nightlyPlace !== undefined
}

/**
 * @returns what became of the last backups
 * @throws PortalError FORBIDDEN unless the actor is an administrator
 */
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
