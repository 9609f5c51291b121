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
import { dirname, join } from 'node:path'
import type { SystemUser } from '../../platform/data-folder.ts'
import { archiveFolder } from './archive-folder.ts'
import { type Binaries, bareEnvironment } from './binaries.ts'
import { socketPort } from './socket.ts'
import { tuning } from './tuning.ts'

/** Bytes of PostgreSQL's log before it is rotated; one older file is kept. */
const maxLogSize = 8e6

/**
 * Starts the server process in a session of its own, so that neither Ctrl-C in the terminal nor the death of this
 * process ends it before its data is safe.
 */
export function spawnPostmaster(
  { postgres }: Binaries,
  paths: { cluster: string; socket: string; logFile: string },
  user: SystemUser | undefined,
): ChildProcess {
  rotateLog(paths.logFile)
  const out = openSync(paths.logFile, 'a', 0o600)
  try {
    if (user) fchownSync(out, user.uid, user.gid)
    const child = spawn(
      postgres,
      ['-D', paths.cluster, ...asSetting('listen_addresses', ''), ...asSetting('port', String(socketPort))].concat(
        asSetting('unix_socket_directories', paths.socket),
        asSetting('unix_socket_permissions', '0700'),
        Object.entries(tuning(paths.cluster)).flatMap(([name, value]) => asSetting(name, value)),
      ),
      {
        ...(user && { uid: user.uid, gid: user.gid }),
        cwd: paths.cluster,
        env: { ...bareEnvironment, ARCHIVE: archiveFolder(dirname(paths.cluster)) },
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

/** @returns the process id of the server running on these files; undefined where there is none */
export function runningPostmaster(cluster: string): number | undefined {
  const pid = pidInLockFile(join(cluster, 'postmaster.pid'))
  return pid !== undefined && isPostmaster(pid, cluster) ? pid : undefined
}

/**
 * Removes lock files of a dead server after its process id has passed to another process, as happens after a machine
 * crash or in a container. PostgreSQL removes them itself in every other case. (If remains of a server still use its
 * shared memory, that has its own lock, and starting fails until they end.)
 */
export function clearStaleLocks(cluster: string, socket: string): void {
  for (const path of [join(cluster, 'postmaster.pid'), join(socket, `.s.PGSQL.${socketPort}.lock`)]) {
    const pid = pidInLockFile(path)
    if (pid === undefined || isPostmaster(pid, cluster)) continue
    const aside = `${path}.${randomBytes(4).toString('hex')}`
    try {
      renameSync(path, aside)
      // If another process has just started the server, this is its new file: put it back.
      if (pidInLockFile(aside) !== pid) linkSync(aside, path)
      unlinkSync(aside)
    } catch {
      // Another process removed it.
    }
  }
}

function pidInLockFile(path: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(path, 'utf8'), 10)
    // A standalone backend writes its process id as a negative number.
    return pid ? Math.abs(pid) : undefined
  } catch {
    return undefined
  }
}

/** @returns whether a process is the server on these files, and not a zombie or another program with the same id */
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
      // There is no /proc, or the process has just ended: ask `ps`.
    }
  }
  try {
    const command = execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return `${command.trim()} `.includes(` ${cluster} `)
  } catch {
    return false
  }
}

/** Limits PostgreSQL's log while a server is writing to it (it only appends). */
export async function truncateLog(logFile: string): Promise<void> {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) < maxLogSize) return
  await copyFile(logFile, `${logFile}.1`)
  truncateSync(logFile, 0)
}

function rotateLog(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  if (size >= maxLogSize) renameSync(logFile, `${logFile}.1`)
}

/** @returns the last lines of PostgreSQL's log, joined for an error message */
export function lastLogLines(logFile: string): string {
  try {
    return readFileSync(logFile, 'utf8').slice(-4000).trim().split('\n').slice(-3).join(' | ')
  } catch {
    return ''
  }
}
