import { createHash } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SystemUser } from '../../platform/data-folder.ts'
import { StartError } from '../../platform/start-error.ts'

/** Only part of the socket's file name: no server listens on a network port. */
export const socketPort = 5432
/** Paths of sockets may have 107 bytes on Linux and 103 on macOS; the socket's file name takes 14. */
const maxFolderLength = 103 - 14

/**
 * The folder of the database's socket, derived from the data folder alone, so that every process finds the same one:
 * inside the data folder, or under `/tmp` where that path is too long or has characters that PostgreSQL's setting can't
 * contain.
 */
export function socketFolder(dataDir: string): string {
  const inside = join(dataDir, 'socket')
  if (Buffer.byteLength(inside) <= maxFolderLength && /^[\w./@+-]+$/.test(inside)) return inside
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  return `/tmp/promissory-${hash}`
}

/**
 * Creates the socket's folder. The database trusts its owner on its socket, and asks everyone else for a password, so only its owner
 * (and root) may enter the folder.
 * @throws StartError where the folder belongs to another user
 */
export function createSocketFolder(dataDir: string, user: SystemUser | undefined): string {
  const folder = socketFolder(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const made = lstatSync(folder)
  const self = process.getuid?.()
  const owner = user?.uid ?? self
  if (!made.isDirectory() || (made.uid !== owner && made.uid !== self)) {
    throw new StartError(`${folder} blocks the database's socket and belongs to another user. Remove it.`)
  }
  if (user) chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o700)
  return folder
}

/** Removes the socket's folder of a stopped server, unless it is in the data folder or in use again. */
export function removeSocketFolder(dataDir: string): void {
  const folder = socketFolder(dataDir)
  if (folder === join(dataDir, 'socket')) return
  try {
    rmdirSync(folder)
  } catch {
    // Not empty: another process has started the server since.
  }
}

/**
 * @param folder the socket's folder
 * @param database the database's name
 * @returns a connection string for the owner of the cluster, for `pg` and libpq
 */
export function ownerUrl(folder: string, database: string): string {
  return `postgresql://promissory@localhost:${socketPort}/${database}?host=${encodeURIComponent(folder)}`
}
