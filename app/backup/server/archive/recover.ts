import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, fchownSync, openSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Binaries, bareEnvironment } from '../../../../server/database/embedded/binaries.ts'
import { lastLogLines } from '../../../../server/database/embedded/postmaster.ts'
import { ownerUrl, socketPort } from '../../../../server/database/embedded/socket.ts'
import { settingsOf } from '../../../../server/database/settings.ts'
import type { SystemUser } from '../../../../server/platform/data-folder.ts'
import { StartError } from '../../../../server/platform/start-error.ts'

export interface Recovery {
  /** Folder of the base's files. */
  cluster: string
  /** Folder of the log after it. */
  segmentFolder: string
  /** Folder of the server's socket, closed to other users. */
  socket: string
  /** The server's output. */
  logFile: string
  binaries: Binaries
  user: SystemUser | undefined
}

/** Reads the recovered database, which is read-only meanwhile. */
type Read<T> = (client: pg.Client) => Promise<T>

/**
 * Replays the log on a base's files with PostgreSQL, up to a moment or the log's end, and stops it again.
 * @param read is called with the recovered database
 * @throws StartError with PostgreSQL's message, if it fails
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
  // Nothing was committed after that moment, which PostgreSQL treats as an error.
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
    // No one reads before recovery ends, so the lost server's settings aren't required.
    hot_standby: 'off',
    // Time zone names aren't available yet when this is read.
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
    // Its exit code says as much.
    server.on('error', () => {})
    return server
  } finally {
    closeSync(out)
  }
}

/** @returns undefined if the server ended instead */
async function connectWhenRecovered({ socket }: Recovery, server: ChildProcess): Promise<pg.Client | undefined> {
  while (server.pid !== undefined && server.exitCode === null && server.signalCode === null) {
    const client = new pg.Client({ ...settingsOf(ownerUrl(socket, 'promissory')), connectionTimeoutMillis: 10_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch {
      // Not before recovery ends, without a limit.
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
