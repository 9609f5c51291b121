import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { sanctions } from '../../../content/sanctions.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { asAdministrator, requireAdministrator } from '../../../server/access/roles.ts'
import { schedules } from '../../../server/jobs/queues.ts'
import type { Config } from '../../../server/platform/config.ts'
import type { PasskeyRule } from '../../../server/platform/config-readers.ts'
import { projectFolder } from '../../../server/platform/data-folder.ts'
import { describePlace } from '../../../server/platform/place.ts'
import { documentsPlace, storage } from '../../../server/storage/storage.ts'
import { getLastHead, type LastHead } from '../../audit/server/send-audit.ts'
import { type ArchiveState, getArchive } from '../../backup/server/archive/archive-state.ts'
import { type BackupState, getBackups } from '../../backup/server/backup-state.ts'
import { getRegisterCheck, type RegisterCheck } from '../../register/server/compare-register.ts'
import { sealProblem } from '../../sealing/server/seal-certificates.ts'
import { getSweepReport, type SweepReport } from '../../upkeep/server/sweep-record.ts'
import { clockDifference, clockWeakness } from './clocks.ts'
import { type Weakness, weaknesses } from './known-vulnerabilities.ts'
import { missingSettings } from './missing-settings.ts'
import { nextRun } from './next-run.ts'
import { type PlainConnection, plainConnections } from './plain-connections.ts'

/** State of the site's data for administrators. Times are UTC, sizes bytes. */
export interface SystemState {
  backups: BackupState & {
    /** Next automatic backup, if any. */
    next: Date | undefined
  }
  /** Undefined without continuous archiving. */
  archive: ArchiveState | undefined
  files: StoredFiles
  /** The last comparison of the register with its ledger and the due list; undefined before the first. */
  register: RegisterCheck | undefined
  /** There is only one approver, although there are notes or pending requests. */
  decidesAlone: boolean
  /** The last signed proof of the audit log sent. */
  head: LastHead
  /** There are holders, and no sanctions list to compare their names with. */
  lacksSanctionsList: boolean
  /** The last comparison of documents with stored files. */
  sweep: SweepReport
  queues: QueueFigures[]
  /** What keeps signed files from being sealed, in a sentence. */
  sealProblem: string | null
  /** Whether administrators and approvers need a passkey, and why. */
  passkeyRule: PasskeyRule
  /** Unencrypted connections to other machines. */
  plainConnections: PlainConnection[]
  /** Weaknesses that the operator should fix. */
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
  /** Free bytes; undefined if it has no limit of its own, or doesn't answer. */
  free: number | undefined
}

export interface QueueFigures {
  name: string
  /** Jobs that could run now. */
  ready: number
  /** Jobs scheduled for later, or to be retried. */
  deferred: number
  active: number
  /** Jobs that failed for good recently. */
  failed: number
}

interface Versions {
  site: string
  node: string
  database: string
  /** Name of the newest migration. */
  migration: string
  /** Whether the database is embedded. */
  isEmbedded: boolean
  /** When the answering process started. */
  startedAt: Date
}

/** A slower store counts as unreachable. */
const storeTimeoutMs = 2000

let config: Config | undefined

export function openSystem(settings: Config): void {
  config = settings
}

function opened(): Config {
  if (!config) throw new Error('what the site is set to is not known yet')
  return config
}

/** @returns the state of the site's data */
export async function getSystemState(actor: Actor): Promise<SystemState> {
  requireAdministrator(actor)
  const [inDatabase, clocks, backups, archive, sweep, register, head, store, seal] = await Promise.all([
    readDatabase(actor),
    clockDifference(),
    getBackups(actor),
    getArchive(actor),
    getSweepReport(actor),
    getRegisterCheck(actor),
    getLastHead(actor),
    askStore(),
    sealProblem(),
  ])
  const { stored, queues, versions, decidesAlone, lacksSanctionsList } = inDatabase
  const nightly = backups.isNightly ? schedules['back-up'] : undefined
  return {
    backups: { ...backups, next: nightly ? nextRun(nightly, new Date()) : undefined },
    archive,
    files: { ...stored, ...store },
    sweep,
    register,
    decidesAlone,
    lacksSanctionsList,
    head,
    queues,
    sealProblem: seal,
    passkeyRule: opened().passkeyRule,
    plainConnections: plainConnections(opened()),
    weaknesses: [
      clockWeakness(clocks),
      // Missing backups have a section of their own.
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
    const [names] = await rowsOf<{ lack: boolean }>(
      `select (select id from holders limit 1) is not null
          and not exists (select from sanctions_lists where superseded_at is null) as lack`,
    )
    const [server] = await rowsOf<{ database: string; migration: string }>(
      "select current_setting('server_version') as database, app.newest_migration() as migration",
    )
    return {
      stored,
      queues,
      decidesAlone: deciders?.alone ?? false,
      lacksSanctionsList: sanctions.longestAge !== null && (names?.lack ?? false),
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
