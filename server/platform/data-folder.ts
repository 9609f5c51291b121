import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** The folder of the project, where `package.json` is. */
export const projectFolder = resolve(import.meta.dirname, '../..')

/** Where root keeps what the database's own user cannot reach inside the project. */
export const systemFolder = '/var/lib/promissory'

/** Another account of the system, which the database server runs as when root starts it. */
export interface SystemUser {
  name: string
  uid: number
  gid: number
}

/** Whether this process is root, which PostgreSQL refuses to run as. */
export const isRoot = () => process.getuid?.() === 0

/**
 * The user that the database server runs as when root starts it: the owner of the cluster that is already
 * there, or else the first of `promissory`, `postgres` and `nobody` that the system has.
 * Answers undefined where nothing has to change (not root) or the system has none of them.
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
 * Whether `user` can enter a folder, or run a file, at `path`. Asked of the system itself, by trying it as
 * that user: permissions along the whole path, groups and access lists all have their say.
 */
export function canReach(user: SystemUser, path: string): boolean {
  const { uid, gid } = user
  const test = spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { uid, gid, cwd: '/', stdio: 'ignore' })
  return test.status === 0
}

/**
 * The folder for data where `DATA_DIR` says nothing: `data` in the project. When root starts the server and
 * the database's user cannot enter the project (a clone in root's own home, say), it is a folder under
 * `/var/lib/promissory`, named after the project's folder, so that two clones stay apart.
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
 * Makes the data folder if it is missing. Its owner alone may read it; when that is root, the database's
 * user may pass through it to its own folder, and see nothing else. Throws what the file system throws.
 */
export function createDataDir(dataDir: string): void {
  const mode = isRoot() ? 0o711 : 0o700
  const first = mkdirSync(dataDir, { recursive: true, mode })
  if (!first) return
  // The process's umask may have taken away more than it should.
  for (let folder = dataDir; ; folder = dirname(folder)) {
    chmodSync(folder, mode)
    if (folder === first || folder === dirname(folder)) return
  }
}
