import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fchownSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  unlinkSync,
} from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SystemUser } from '../../platform/data-folder.ts'
import { type Binaries, bareEnvironment } from './binaries.ts'
import { socketPort } from './socket.ts'

/** Bytes of PostgreSQL's own log before it is set aside; one older file is kept. */
const longestLog = 8e6

/**
 * Starts the server process. It is not ours to lose: it leads a session of its own, so that neither a Ctrl-C
 * in the terminal nor the death of this process ends it before its work is safe.
 */
export function spawnPostmaster(
  { postgres }: Binaries,
  paths: { cluster: string; socket: string; logFile: string },
  user: SystemUser | undefined,
): ChildProcess {
  trimLog(paths.logFile)
  const out = openSync(paths.logFile, 'a', 0o600)
  try {
    if (user) fchownSync(out, user.uid, user.gid)
    const child = spawn(
      postgres,
      ['-D', paths.cluster, ...asSetting('listen_addresses', ''), ...asSetting('port', String(socketPort))].concat(
        asSetting('unix_socket_directories', paths.socket),
        asSetting('unix_socket_permissions', '0700'),
      ),
      {
        ...(user && { uid: user.uid, gid: user.gid }),
        cwd: paths.cluster,
        env: bareEnvironment,
        stdio: ['ignore', out, out],
        detached: true,
      },
    )
    child.unref()
    return child
  } finally {
    closeSync(out)
  }
}

const asSetting = (name: string, value: string) => ['-c', `${name}=${value}`]

/** The process id of the server that runs on these files, or undefined if none does. */
export function runningPostmaster(cluster: string): number | undefined {
  const pid = lockHolder(join(cluster, 'postmaster.pid'))
  return pid !== undefined && isPostmaster(pid, cluster) ? pid : undefined
}

/**
 * Sets aside lock files of a dead server whose process id belongs to some other process by now, as happens
 * after a crash of the machine or in a container. PostgreSQL clears them itself in every other case. (Should
 * a server's remains still use its memory, that has a lock of its own, and the start fails until they end.)
 */
export function clearStaleLocks(cluster: string, socket: string): void {
  for (const path of [join(cluster, 'postmaster.pid'), join(socket, `.s.PGSQL.${socketPort}.lock`)]) {
    const pid = lockHolder(path)
    if (pid === undefined || isPostmaster(pid, cluster)) continue
    const aside = `${path}.${randomBytes(4).toString('hex')}`
    try {
      renameSync(path, aside)
      // Another process may have started the server just now: then this file is a new one, and goes back.
      if (lockHolder(aside) !== pid) linkSync(aside, path)
      unlinkSync(aside)
    } catch {
      // Someone else has cleared it.
    }
  }
}

function lockHolder(path: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(path, 'utf8'), 10)
    // A standalone backend writes its number with a minus.
    return pid ? Math.abs(pid) : undefined
  } catch {
    return undefined
  }
}

/** Whether a process is the server on these files, and not a zombie or a stranger with its number. */
export function isPostmaster(pid: number, cluster: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(cluster)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
      // No /proc to ask, or the process ended meanwhile: `ps` knows.
    }
  }
  try {
    const command = execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return `${command.trim()} `.includes(` ${cluster} `)
  } catch {
    return false
  }
}

/** Keeps PostgreSQL's log within bounds, also while a server writes to it (it only ever appends). */
export async function boundLog(logFile: string): Promise<void> {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) < longestLog) return
  await copyFile(logFile, `${logFile}.1`)
  truncateSync(logFile, 0)
}

function trimLog(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  if (size >= longestLog) renameSync(logFile, `${logFile}.1`)
}

/** The last lines of PostgreSQL's log, in one, for a person to read. */
export function lastWords(logFile: string): string {
  try {
    return readFileSync(logFile, 'utf8').slice(-4000).trim().split('\n').slice(-3).join(' | ')
  } catch {
    return ''
  }
}
