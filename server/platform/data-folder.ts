import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** The project's folder, where `package.json` is: two levels above this file, and above the bundled server in build/site. */
export const projectFolder = resolve(import.meta.dirname, '../..')

/** Root's folder for files that the database's user can't access inside the project. */
export const systemFolder = '/var/lib/promissory'

/** The account that runs the database server when root starts it. */
export interface SystemUser {
  name: string
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root. */
export const isRoot = () => process.getuid?.() === 0

/**
 * @returns the user that runs the database server when root starts it: the owner of the existing cluster, or the first
 * of `promissory`, `postgres` and `nobody` that exists. Undefined if the process isn't root, or none of them exists.
 */
export function databaseUser(dataDir: string): SystemUser | undefined {
  if (!isRoot()) return undefined
  const users = systemUsers()
  const owner = ownerOf(join(dataDir, 'database'))
  if (owner) return users.find(user => user.uid === owner.uid) ?? { name: String(owner.uid), ...owner }
  return ['promissory', 'postgres', 'nobody'].map(name => users.find(user => user.name === name)).find(Boolean)
}

function systemUsers(): SystemUser[] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map(line => line.split(':'))
      .filter(fields => fields.length > 3)
      .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
  } catch {
    return []
  }
}

function ownerOf(path: string): { uid: number; gid: number } | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat && stat.uid !== 0 ? { uid: stat.uid, gid: stat.gid } : undefined
}

/**
 * Whether `user` can enter a folder or run a file. Tried as that user, because permissions along the whole path, groups
 * and access lists all count.
 */
export function canReach(user: SystemUser, path: string): boolean {
  const { uid, gid } = user
  const test = spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { uid, gid, cwd: '/', stdio: 'ignore' })
  return test.status === 0
}

/**
 * The data folder if `DATA_DIR` isn't set: `data` in the project. When root starts the server and the database's user
 * can't access the project (for example a clone in root's home), it is a folder under `/var/lib/promissory`, named
 * after the project's folder, so that two clones don't share one.
 */
export function defaultDataDir(): string {
  const beside = join(projectFolder, 'data')
  const user = databaseUser(beside)
  if (!user || canReach(user, projectFolder)) return beside
  const path = realpathSync(projectFolder)
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 8)
  return join(systemFolder, `${basename(path)}-${hash}`)
}

/**
 * Creates the data folder if missing, readable only by its owner; for root, the database's user may pass through to its
 * own folder and see nothing else.
 * @throws errors of the file system
 */
export function createDataDir(dataDir: string): void {
  const mode = isRoot() ? 0o711 : 0o700
  const first = mkdirSync(dataDir, { recursive: true, mode })
  if (!first) return
  // The umask may have removed required permissions.
  for (let folder = dataDir; ; folder = dirname(folder)) {
    chmodSync(folder, mode)
    if (folder === first || folder === dirname(folder)) return
  }
}
