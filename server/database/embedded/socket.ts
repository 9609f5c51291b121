import { createHash } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SystemUser } from '../../platform/data-folder.ts'
import { StartError } from '../../platform/start-error.ts'

/** Only part of the socket's name, as no server listens on a network port. */
export const socketPort = 5432
/** The longest path of a socket is 107 bytes on Linux and 103 on macOS; the socket's own name takes 14. */
const longestFolder = 103 - 14

/**
 * The folder that holds the database's socket, a function of the data folder alone, so that every process
 * finds the same one: inside the data folder, or, where that path is too long or PostgreSQL's list of folders
 * could not hold it, under `/tmp`.
 */
export function socketFolder(dataDir: string): string {
  const inside = join(dataDir, 'socket')
  if (Buffer.byteLength(inside) <= longestFolder && /^[\w./@+-]+$/.test(inside)) return inside
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  return `/tmp/promissory-${hash}`
}

/**
 * Makes the socket's folder. The database trusts whoever can open its socket, so nobody but its owner (and
 * root) may enter: a folder that someone else made in our place is refused with a StartError.
 */
export function makeSocketFolder(dataDir: string, user: SystemUser | undefined): string {
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

/** Removes the socket's folder of a server that has stopped, unless it lies in the data folder or is in use again. */
export function removeSocketFolder(dataDir: string): void {
  const folder = socketFolder(dataDir)
  if (folder === join(dataDir, 'socket')) return
  try {
    rmdirSync(folder)
  } catch {
    // Not empty: another process has started the server meanwhile.
  }
}

/**
 * @param folder the socket's folder
 * @param database the database to name
 * @returns a connection string for the owner of the cluster, which `pg` and libpq understand
 */
export function ownerUrl(folder: string, database: string): string {
  return `postgresql://promissory@localhost:${socketPort}/${database}?host=${encodeURIComponent(folder)}`
}
