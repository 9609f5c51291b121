import { existsSync, realpathSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { archiveFolder } from '../../../../server/database/embedded/archive-folder.ts'
import { findBinaries } from '../../../../server/database/embedded/binaries.ts'
import { createSocketFolder, removeSocketFolder } from '../../../../server/database/embedded/socket.ts'
import { prepareFolder } from '../../../../server/database/embedded/start-embedded.ts'
import type { Log } from '../../../../server/platform/log.ts'
import { StartError } from '../../../../server/platform/start-error.ts'
import { syncFolder } from '../../../../server/storage/disk.ts'
import type { BackupPlace } from '../backup-place.ts'
import type { Route } from './choose-base.ts'
import { recover } from './recover.ts'
import { writeCluster } from './write-cluster.ts'

/**
 * Restores the embedded database from an archive into a data folder without one, all or nothing. The database is marked
 * as lacking its files (`public.unfinished_restore`), so that no site starts with it.
 * @param route from `findRoute`
 * @param dataDir see DATA_DIR; created if missing
 * @param moment where to stop; the route's end by default
 * @returns everything acknowledged before this moment is restored; later changes may be missing
 * @throws StartError if there is a database already, or PostgreSQL can't recover it
 */
export async function restoreArchive(
  place: BackupPlace,
  route: Route,
  dataDir: string,
  moment: Date | undefined,
  log: Log,
): Promise<Date> {
  if (hasDatabase(dataDir)) {
    throw new StartError(
      `There is a database in ${dataDir} already, and nothing is ever overwritten. Move it away, or choose another DATA_DIR.`,
    )
  }
  const user = prepareFolder(dataDir, log)
  const binaries = await findBinaries(user, log)
  if (binaries.major !== route.base.major) {
    throw new StartError(
      `The archive was made by PostgreSQL ${route.base.major}, and this version of the site includes PostgreSQL ${binaries.major}. Restore with the version of the site that made it, then update.`,
    )
  }
  const folder = realpathSync(dataDir)
  const [cluster, segmentFolder] = [join(folder, 'database.restored'), join(folder, 'log.restored')]
  const logFile = join(folder, 'restore.log')
  // An earlier attempt may have been interrupted, and the restored database starts an archive of its own.
  const remains = [cluster, segmentFolder, logFile, archiveFolder(folder)]
  for (const path of remains) await rm(path, { recursive: true, force: true })
  const until = moment && moment < route.until ? moment : route.until
  try {
    await writeCluster(place, route, { cluster, segmentFolder }, user)
    const recovery = { cluster, segmentFolder, socket: createSocketFolder(folder, user), logFile, binaries, user }
    await recover(recovery, moment, owner => noteUnfinished(owner, until))
    // PostgreSQL has flushed everything to disk, except for the name.
    await rename(cluster, join(folder, 'database'))
    await syncFolder(folder)
    return until
  } finally {
    for (const path of [cluster, segmentFolder]) await rm(path, { recursive: true, force: true })
    removeSocketFolder(folder)
  }
}

export const hasDatabase = (dataDir: string) => existsSync(join(dataDir, 'database'))

/** Prefix of the marker of an unfinished restore from an archive. */
const noted = 'until '

async function noteUnfinished(owner: pg.Client, until: Date): Promise<void> {
  await owner.query(`
    drop table if exists public.unfinished_restore;
    create table public.unfinished_restore (name text primary key, has_rows boolean not null default false);
    insert into public.unfinished_restore values (${pg.escapeLiteral(noted + until.toISOString())}, true)`)
}

/**
 * @param name of an unfinished restore
 * @returns the moment of its rows, if it is from an archive
 */
export function archiveUntil(name: string): Date | undefined {
  return name.startsWith(noted) ? new Date(name.slice(noted.length)) : undefined
}
