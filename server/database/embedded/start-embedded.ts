import { chmodSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  canReach,
  createDataDir,
  databaseUser,
  isRoot,
  type SystemUser,
  systemFolder,
} from '../../platform/data-folder.ts'
import type { Log } from '../../platform/log.ts'
import { StartError } from '../../platform/start-error.ts'
import { findBinaries } from './binaries.ts'
import { createCluster, requirePasswords } from './cluster.ts'
import { EmbeddedServer, millisecondsSince } from './server.ts'
import { ownerUrl } from './socket.ts'

export interface Embedded {
  /** Connection string of the cluster's owner, for `pg` or libpq. */
  url: string
  /** Disconnects, and stops the server unless another process uses it. Takes up to 30 s. */
  stop(): Promise<void>
}

/**
 * Runs PostgreSQL on the files in `dataDir`, creating them if missing, and resolves when the server responds. A server
 * that already runs on them, started by another process or left behind by a killed one, is adopted. If the server dies
 * it is restarted, however many attempts that takes.
 * @throws StartError with a sentence for the operator where the server can't run
 */
export async function startEmbedded({ dataDir, log }: { dataDir: string; log: Log }): Promise<Embedded> {
  if (process.platform === 'win32') {
    throw new StartError('There is no embedded PostgreSQL for Windows. Set DATABASE_URL, or use WSL.')
  }
  const started = performance.now()
  try {
    const user = prepareFolder(dataDir, log)
    const folder = realpathSync(dataDir)
    const binaries = await findBinaries(user, log)
    await createCluster(folder, binaries, user, log)
    await requirePasswords(folder, user)
    const server = new EmbeddedServer(folder, binaries, user, log)
    await server.start()
    log.info(server.adopted ? 'the database is already running' : 'the database is running', {
      ms: millisecondsSince(started),
    })
    return { url: ownerUrl(server.socket, 'promissory'), stop: () => server.stop() }
  } catch (error) {
    throw asStartError(error, dataDir)
  }
}

/**
 * Creates the data folder, accessible to the user that the database runs as.
 * @returns that user where the process is root
 */
export function prepareFolder(dataDir: string, log: Log): SystemUser | undefined {
  createDataDir(dataDir)
  const user = databaseUser(dataDir)
  if (!user) {
    if (!isRoot()) return undefined
    throw new StartError(
      'PostgreSQL refuses to run as root, and this system has none of the users promissory, postgres and nobody. Start the site as an ordinary user, or set DATABASE_URL.',
    )
  }
  log.info('PostgreSQL refuses to run as root, so it runs as another user', { user: user.name, folder: dataDir })
  if (dirname(dataDir) === systemFolder) {
    log.info('that user cannot open the project folder, so the data is kept elsewhere', { folder: dataDir })
  }
  const { mode } = statSync(dataDir)
  if (!canReach(user, dataDir) && !(mode & 0o001)) {
    log.info('letting that user pass through the data folder to its own part', { folder: dataDir })
    chmodSync(dataDir, mode | 0o001)
  }
  if (canReach(user, dataDir)) return user
  throw new StartError(
    `The user "${user.name}", which runs the database because you are root, cannot open ${dataDir}. Choose a DATA_DIR outside private folders, such as ${systemFolder}/data, or start the site as an ordinary user.`,
  )
}

function asStartError(error: unknown, dataDir: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return new StartError(
        `This user cannot use DATA_DIR ${dataDir} (${message}). Take ownership of it, choose another DATA_DIR, or start the site as the user who owns it.`,
      )
    case 'EROFS':
      return new StartError(`DATA_DIR ${dataDir} is on a read-only disk. Choose another DATA_DIR.`)
    case 'EEXIST':
    case 'ENOTDIR':
      return new StartError(`DATA_DIR ${dataDir} is not a folder (${message}). Choose another DATA_DIR.`)
    case 'ENOSPC':
    case 'EDQUOT':
      return new StartError(`The disk is full. Free up space for DATA_DIR ${dataDir}, then start again.`)
    default:
      return error
  }
}
