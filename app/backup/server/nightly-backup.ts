import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { actAsJobs } from '../../../server/database/act-as.ts'
import { repeatJob } from '../../../server/jobs/jobs.ts'
import type { Config } from '../../../server/platform/config.ts'
import { projectFolder } from '../../../server/platform/data-folder.ts'
import { log } from '../../../server/platform/log.ts'
import { isBackupNightly, setNightlyPlace } from './backup-state.ts'

/** Age (ms) of the last good backup beyond which a starting site makes one. */
const expectedAge = 24 * 60 * 60 * 1000
/** Seconds from the site's start until then. */
const startDelay = 300

let environment: NodeJS.ProcessEnv = {}
let running: ChildProcess | undefined

/**
 * Prepares nightly backups, if BACKUP_URL is set.
 * @param env source of `config`
 */
export function openBackups(config: Config, env: NodeJS.ProcessEnv = process.env): void {
  setNightlyPlace(config.backupPlace)
  environment = { ...env, DATA_DIR: config.dataDir }
}

/** Ends a backup in progress; the queue restarts it. */
export async function closeBackups(): Promise<void> {
  setNightlyPlace(undefined)
  if (!running) return
  running.kill('SIGTERM')
  await once(running, 'exit')
}

/** Queues a backup if the last good one is a day old, because the site was down at night. */
export async function catchUpOnBackups(): Promise<void> {
  if (!isBackupNightly()) return
  const { rows } = await actAsJobs(tx =>
    sql<{ at: Date | null }>`
      select max(moment) as at from app.backups
      where kind = 'snapshot' and finished_at is not null and error is null`.execute(tx),
  )
  const last = rows[0]?.at?.getTime() ?? 0
  if (Date.now() - last > expectedAge) await repeatJob('back-up', startDelay)
}

/**
 * Handler of the nightly queue `back-up`: makes a backup in a process of its own, which costs this one no memory.
 * @throws Error with its last output, if it fails
 */
export async function runNightlyBackup(): Promise<void> {
  if (!isBackupNightly()) return
  const started = performance.now()
  const child = spawn(process.execPath, [join(projectFolder, 'server/commands/backup.ts')], {
    cwd: projectFolder,
    env: environment,
    // It ends with this process, whose end closes the channel.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  running = child
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', text => {
      said = (said + text).slice(-4000)
    })
  }
  try {
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(`the backup failed: ${said.trim() || `it ended with ${code}`}`)
    log.info('made a backup', { seconds: Math.round((performance.now() - started) / 1000), said: said.trim() })
  } finally {
    running = undefined
  }
}
