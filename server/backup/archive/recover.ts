import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, fchownSync, openSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Binaries, bareEnvironment } from '../../database/embedded/binaries.ts'
import { lastLogLines } from '../../database/embedded/postmaster.ts'
import { ownerUrl, socketPort } from '../../database/embedded/socket.ts'
import { settingsOf } from '../../database/settings.ts'
import type { SystemUser } from '../../platform/data-folder.ts'
import { StartError } from '../../platform/start-error.ts'

export interface Recovery {
  /** Folder of the files of a base. */
  cluster: string
  /** Folder of the log behind it. */
  segmentFolder: string
  /** Where the server may create its socket; nobody else can enter it. */
  socket: string
  /** Gets what the server says. */
  logFile: string
  binaries: Binaries
  user: SystemUser | undefined
}

/** Answers of a database that is read-only while `read` runs. */
type Read<T> = (client: pg.Client) => Promise<T>

/**
 * Lets PostgreSQL repeat the log on a base's files, up to a moment or as far as the log goes, and stops it again.
 * @param read is called with the recovered database
 * @throws StartError with what PostgreSQL says, where it can't
 */
export async function recover<T>(recovery: Recovery, moment: Date | undefined, read: Read<T>): Promise<T> {
  await writeFile(join(recovery.cluster, 'recovery.signal'), '', { mode: 0o600 })
  const server = startRecovery(recovery, moment)
  try {
    const client = await connectWhenRecovered(recovery, server)
    const found = client && (await read(client).finally(() => client.end()))
    if (client) return found as T
  } finally {
    await stop(server)
  }
  // Nothing was committed after that moment, which PostgreSQL refuses to take for an answer.
  if (moment && hasReachedEnd(recovery.logFile)) return recover(recovery, undefined, read)
  throw new StartError(
    `The database cannot be recovered. PostgreSQL's log ${recovery.logFile} ends with: ${lastLogLines(recovery.logFile)}`,
  )
}

function startRecovery(
  { cluster, segmentFolder, socket, logFile, binaries, user }: Recovery,
  moment: Date | undefined,
) {
  const settings = {
    listen_addresses: '',
    port: String(socketPort),
    unix_socket_directories: socket,
    unix_socket_permissions: '0700',
    restore_command: 'cp "$SEGMENTS/%f" %p',
    recovery_target_timeline: 'current',
    recovery_target_action: 'promote',
    // Nobody reads it before it has recovered, so it needn't have the settings of the lost server.
    hot_standby: 'off',
    // Names of time zones aren't known yet when this is read.
    ...(moment && { recovery_target_time: moment.toISOString().replace('Z', '+00') }),
  }
  const out = openSync(logFile, 'a', 0o600)
  try {
    if (user) fchownSync(out, user.uid, user.gid)
    const server = spawn(
      binaries.postgres,
      ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      {
        ...(user && { uid: user.uid, gid: user.gid }),
        cwd: cluster,
        env: { ...bareEnvironment, SEGMENTS: segmentFolder },
        stdio: ['ignore', out, out],
      },
    )
    // Its exit code tells as much.
    server.on('error', () => {})
    return server
  } finally {
    closeSync(out)
  }
}

/** @returns undefined where the server ended instead */
async function connectWhenRecovered({ socket }: Recovery, server: ChildProcess): Promise<pg.Client | undefined> {
  while (server.pid !== undefined && server.exitCode === null && server.signalCode === null) {
    const client = new pg.Client({ ...settingsOf(ownerUrl(socket, 'promissory')), connectionTimeoutMillis: 10_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch {
      // Not before it has recovered, which takes as long as it takes.
      await client.end().catch(() => {})
      await sleep(50)
    }
  }
  return undefined
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise(resolve => server.once('exit', resolve))
  server.kill('SIGINT')
  await ended
}

function hasReachedEnd(logFile: string): boolean {
  return readFileSync(logFile, 'utf8').includes('recovery ended before configured recovery target was reached')
}
