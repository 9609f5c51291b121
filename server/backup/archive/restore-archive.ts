import { existsSync, realpathSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { findBinaries } from '../../database/embedded/binaries.ts'
import { createSocketFolder, removeSocketFolder } from '../../database/embedded/socket.ts'
import { prepareFolder } from '../../database/embedded/start-embedded.ts'
import type { Log } from '../../platform/log.ts'
import { StartError } from '../../platform/start-error.ts'
import { syncFolder } from '../../storage/disk.ts'
import type { ArchivePlace } from './archive-place.ts'
import { findRoute } from './choose-base.ts'
import { recover } from './recover.ts'
import { writeCluster } from './restore-files.ts'

/** What was restored. */
export interface RestoredArchive<T> {
  /** When the copy of the database was made that recovery began with; an ISO date. */
  base: string
  /** Everything acknowledged before this moment is there; what was acknowledged later may be missing. */
  until: Date
  /** When the newest transaction that is there was committed; undefined where there is none behind the base. */
  lastCommit: Date | undefined
  /** The newest entry of the audit log; undefined where there is none. Later entries are missing. */
  lastEntry: { position: number; at: Date } | undefined
  /** What `read` returned. */
  found: T
}

/**
 * Restores the embedded database from an archive into a data folder that has none. It is there as a whole or not at all.
 * @param place where BACKUP_URL leads
 * @param dataDir see DATA_DIR; created if missing
 * @param moment the newest by default
 * @param read reads the restored database, before it counts as restored
 * @throws StartError where there is a database already, or the archive doesn't lead to that moment
 */
export async function restoreArchive<T>(
  place: ArchivePlace,
  dataDir: string,
  moment: Date | undefined,
  log: Log,
  read: (client: pg.Client) => Promise<T>,
): Promise<RestoredArchive<T>> {
  if (existsSync(join(dataDir, 'database'))) {
    throw new StartError(
      `There is a database in ${dataDir} already, and nothing is ever overwritten. Move it away, or choose another DATA_DIR.`,
    )
  }
  const route = await findRoute(place, moment)
  const user = prepareFolder(dataDir, log)
  const binaries = await findBinaries(user, log)
  if (binaries.major !== route.line.major) {
    throw new StartError(
      `The archive was made by PostgreSQL ${route.line.major}, and this version of the site includes PostgreSQL ${binaries.major}. Restore with the version of the site that made it, then update.`,
    )
  }
  const folder = realpathSync(dataDir)
  const cluster = join(folder, 'database.restored')
  const logFile = join(folder, 'restore.log')
  // An earlier attempt may have been interrupted.
  for (const path of [cluster, logFile]) await rm(path, { recursive: true, force: true })
  try {
    await writeCluster(place, route, cluster, user)
    const recovery = { cluster, socket: createSocketFolder(folder, user), logFile }
    const restored = await recover({ ...recovery, binaries, user }, moment, async client => ({
      ...(await describe(client)),
      found: await read(client),
    }))
    // PostgreSQL has written everything to the disk, but for the name.
    await rename(cluster, join(folder, 'database'))
    await syncFolder(folder)
    const until = moment && moment < route.until ? moment : route.until
    return { base: route.base.begun, until, ...restored }
  } finally {
    await rm(cluster, { recursive: true, force: true })
    removeSocketFolder(folder)
  }
}

async function describe(client: pg.Client): Promise<Pick<RestoredArchive<never>, 'lastCommit' | 'lastEntry'>> {
  const { rows } = await client.query('select pg_last_xact_replay_timestamp() as commit')
  const entries = await client.query(`
    select position::float8 as position, at from audit.chain join audit_log on id = entry_id order by 1 desc limit 1`)
  return { lastCommit: rows[0].commit ?? undefined, lastEntry: entries.rows[0] }
}
