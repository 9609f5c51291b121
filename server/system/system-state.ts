import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { asAdministrator, requireAdministrator } from '../access/roles.ts'
import { getLastHead, type LastHead } from '../audit/send-audit.ts'
import { type ArchiveState, getArchive } from '../backup/archive/archive-state.ts'
import { type BackupState, getBackups } from '../backup/backup-state.ts'
import { schedules } from '../jobs/queues.ts'
import type { Config } from '../platform/config.ts'
import type { PasskeyRule } from '../platform/config-readers.ts'
import { projectFolder } from '../platform/data-folder.ts'
import { describePlace } from '../platform/place.ts'
import { getRegisterCheck, type RegisterCheck } from '../register/compare-register.ts'
import { documentsPlace, storage } from '../storage/storage.ts'
import { getSweepReport, type SweepReport } from '../upkeep/sweep-record.ts'
import { clockDifference, clockWeakness } from './clocks.ts'
import { type Weakness, weaknesses } from './known-vulnerabilities.ts'
import { missingSettings } from './missing-settings.ts'
import { nextRun } from './next-run.ts'
import { type PlainConnection, plainConnections } from './plain-connections.ts'

/** What administrators need to know about how the site's data is kept. Times are UTC, sizes bytes. */
export interface SystemState {
  backups: BackupState & {
    /** When the next one is made; undefined where none is made by itself. */
    next: Date | undefined
  }
  /** Undefined where the database isn't archived continuously. */
  archive: ArchiveState | undefined
  files: StoredFiles
  /** What comparing the register with its ledger and the due list has found; undefined before the first time. */
  register: RegisterCheck | undefined
  /** Only one person decides, where something takes two: there are notes, or requests that wait. */
  decidesAlone: boolean
  /** When a proof of the audit log last left the site. */
  head: LastHead
  /** What comparing documents with stored files has found. */
  sweep: SweepReport
  queues: QueueFigures[]
  /** Whether administrators and approvers need a passkey, and why. */
  passkeyRule: PasskeyRule
  /** Connections to other machines that aren't encrypted. */
  plainConnections: PlainConnection[]
  /** What the operator should change about how the site runs. */
  weaknesses: Weakness[]
  versions: Versions
}

interface StoredFiles {
  /** Such as a folder's path, or `s3://bucket at https://…`. */
  place: string
  /** Whether the place answers. */
  isReachable: boolean
  files: number
  bytes: number
  /** How many more bytes it can take; undefined where it has no limit of its own, or doesn't answer. */
  free: number | undefined
}

export interface QueueFigures {
  name: string
  /** Jobs that could run now. */
  ready: number
  /** Jobs that wait for their time, or to be tried again. */
  deferred: number
  active: number
  /** Jobs that were given up recently. */
  failed: number
}

interface Versions {
  site: string
  node: string
  database: string
  /** Name of the newest migration. */
  migration: string
  /** Whether the database is the one that comes with the site. */
  isEmbedded: boolean
  /** When the process that answers started. */
  startedAt: Date
}

/** A store that takes longer doesn't answer. */
const storeTimeoutMs = 2000

let config: Config | undefined

/** Tells what the site is set to. */
export function openSystem(settings: Config): void {
  config = settings
}

function opened(): Config {
  if (!config) throw new Error('what the site is set to is not known yet')
  return config
}

/**
 * @returns how the site's data is kept, for administrators
 * @throws PortalError FORBIDDEN unless the actor is an administrator
 */
export async function getSystemState(actor: Actor): Promise<SystemState> {
  requireAdministrator(actor)
  const [inDatabase, clocks, backups, archive, sweep, register, head, store] = await Promise.all([
    readDatabase(actor),
    clockDifference(),
    getBackups(actor),
    getArchive(actor),
    getSweepReport(actor),
    getRegisterCheck(actor),
    getLastHead(actor),
    askStore(),
  ])
  const { stored, queues, versions, decidesAlone } = inDatabase
  const nightly = backups.isNightly ? schedules['back-up'] : undefined
  return {
    backups: { ...backups, next: nightly ? nextRun(nightly, new Date()) : undefined },
    archive,
    files: { ...stored, ...store },
    sweep,
    register,
    decidesAlone,
    head,
    queues,
    passkeyRule: opened().passkeyRule,
    plainConnections: plainConnections(opened()),
    weaknesses: [
      clockWeakness(clocks),
      // What is missing of backups has a section of its own.
      ...missingSettings(opened()).filter(({ key }) => key !== 'backups'),
      ...weaknesses(opened(), { database: versions.database }),
    ].filter(weakness => weakness !== undefined),
    versions,
  }
}

function readDatabase(actor: Actor) {
  return asAdministrator(actor, async tx => {
    const rowsOf = async <Row>(statement: string) => (await sql.raw<Row>(statement).execute(tx)).rows
    const [stored = { files: 0, bytes: 0 }] = await rowsOf<Pick<StoredFiles, 'files' | 'bytes'>>(
      'select files, bytes from app.count_stored_files()',
    )
    const queues = await rowsOf<QueueFigures>('select name, ready, deferred, active, failed from app.queue_figures()')
    const [deciders] = await rowsOf<{ alone: boolean }>(
      `select count(*) < 2 and ((select id from holders limit 1) is not null
          or (select id from approvals where decision is null limit 1) is not null) as alone
        from user_profiles where (is_admin or is_approver) and disabled_at is null and accepted_at is not null`,
    )
    const [server] = await rowsOf<{ database: string; migration: string }>(
      "select current_setting('server_version') as database, app.newest_migration() as migration",
    )
    return {
      stored,
      queues,
      decidesAlone: deciders?.alone ?? false,
      versions: {
        site: siteVersion(),
        node: process.versions.node,
        database: server?.database.split(' ')[0] ?? '',
        migration: server?.migration ?? '',
        isEmbedded: !opened().databaseUrl,
        startedAt: new Date(Date.now() - process.uptime() * 1000),
      },
    }
  })
}

async function askStore(): Promise<Pick<StoredFiles, 'place' | 'isReachable' | 'free'>> {
  const place = describePlace(documentsPlace(opened()))
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(reject, storeTimeoutMs, new Error('the store does not answer'))
  try {
    const [free] = await Promise.race([Promise.all([storage().freeSpace(), storage().ping()]), late])
    return { place, isReachable: true, free }
  } catch {
    return { place, isReachable: false, free: undefined }
  } finally {
    clearTimeout(timer)
  }
}

let version: string | undefined

function siteVersion(): string {
  version ??= String(JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')).version)
  return version
}
