import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, open, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SystemUser } from '../../platform/data-folder.ts'
import type { Log } from '../../platform/log.ts'
import { StartError } from '../../platform/start-error.ts'
import { type Binaries, bareEnvironment } from './binaries.ts'

/** Bytes for a new cluster and its first write-ahead log, with a margin. */
const requiredSpace = 150e6
/** Unfinished clusters older than this (ms) were left by a crash. */
const abandonedAfter = 10 * 60_000

/** Settings of a new cluster, written to its `postgresql.conf`, where an operator may change them. */
const settings = {
  max_connections: '100',
  shared_buffers: '128MB',
  wal_level: 'replica',
  // What PostgreSQL has with larger segments.
  min_wal_size: '80 MB',
  max_wal_size: '1 GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
}

/**
 * Creates the database's files in `database` in the data folder, unless they exist. They appear complete or not at all,
 * even when several processes do this at once or are killed in the middle.
 * @throws StartError where they can't be created, or the existing ones can't be used
 */
export async function createCluster(
  dataDir: string,
  { initdb, major }: Binaries,
  user: SystemUser | undefined,
  log: Log,
): Promise<void> {
  const cluster = join(dataDir, 'database')
  if (await isUsable(cluster, major, user)) return
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize < requiredSpace) {
    const megabytes = Math.round((bavail * bsize) / 1e6)
    throw new StartError(
      `The disk is almost full. ${dataDir} has ${megabytes} MB left, and a new database needs 150 MB.`,
    )
  }
  log.info('creating the database', { folder: cluster })
  await clearAbandoned(dataDir)
  const unfinished = join(dataDir, `database.new-${randomBytes(6).toString('hex')}`)
  try {
    await mkdir(unfinished, { mode: 0o700 })
    if (user) await chown(unfinished, user.uid, user.gid)
    await runInitdb(initdb, unfinished, user)
    await rename(unfinished, cluster).catch(error => {
      // Rename never replaces a non-empty folder: another process was faster, and its cluster is just as good.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
    const folder = await open(dataDir, 'r')
    await folder.sync().finally(() => folder.close())
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  await isUsable(cluster, major, user)
}

/**
 * The access line that initdb writes, which admits everyone who can open the socket, and ours, which admits only the
 * cluster's owner.
 */
const trustsEveryone = /^local\s+(all|replication)\s+all\s+trust\s*$/gm
const asksForPasswords = 'local $1 promissory trust\nlocal $1 all scram-sha-256'

/**
 * Asks the site's logins for their passwords also where the socket's folder is open to someone. A cluster that an earlier version
 * created is changed before its server starts; what an operator has written there stays.
 */
export async function requirePasswords(dataDir: string, user: SystemUser | undefined): Promise<void> {
  const path = join(dataDir, 'database', 'pg_hba.conf')
  const before = await readFile(path, 'utf8')
  const after = before.replace(trustsEveryone, asksForPasswords)
  if (after === before) return
  const unfinished = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(unfinished, after, { mode: 0o600 })
  if (user) await chown(unfinished, user.uid, user.gid)
  await rename(unfinished, path)
}

/**
 * @returns whether a cluster exists
 * @throws StartError where `major` can't run it as `user`
 */
async function isUsable(cluster: string, major: number, user: SystemUser | undefined): Promise<boolean> {
  let version: string
  try {
    version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
  if (version !== String(major)) {
    throw new StartError(
      `The database in ${cluster} was created by PostgreSQL ${version}, and this version of the site includes PostgreSQL ${major}. Start the version of the site that created it, or choose another DATA_DIR.`,
    )
  }
  const { uid, mode } = await stat(cluster)
  if (uid !== (user?.uid ?? process.getuid?.())) {
    throw new StartError(
      `The database in ${cluster} belongs to another user (uid ${uid}). Start the site as that user.`,
    )
  }
  // Copy tools tend to loosen the permissions, and PostgreSQL then refuses to start.
  if (mode & 0o077) await chmod(cluster, 0o700)
  return true
}

async function runInitdb(initdb: string, folder: string, user: SystemUser | undefined): Promise<void> {
  const child = spawn(
    initdb,
    [
      `--pgdata=${folder}`,
      '--username=promissory',
      '--encoding=UTF8',
      // The builtin provider sorts and folds the same everywhere, whatever locales the machine has.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--data-checksums',
      // In megabytes: what is archived twice a minute (tuning.ts) is mostly empty.
      '--wal-segsize=1',
      // The owner's access is controlled by the permissions of the socket's folder: see `socketFolder` and `requirePasswords`.
      '--auth-local=trust',
      '--auth-host=reject',
      '--no-instructions',
      ...Object.entries(settings).map(([name, value]) => `--set=${name}=${value}`),
    ],
    {
      ...(user && { uid: user.uid, gid: user.gid }),
      cwd: folder,
      env: bareEnvironment,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let errorOutput = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    errorOutput += text
  })
  const { promise: ended, resolve, reject } = Promise.withResolvers<number | null>()
  child.on('error', reject).on('close', resolve)
  const code = await ended.catch(error => {
    throw new StartError(
      `PostgreSQL's initdb cannot be run (${error.message}). Set DATABASE_URL to another PostgreSQL.`,
    )
  })
  if (code === 0) return
  if (/No space left on device/.test(errorOutput)) {
    throw new StartError(`The disk is full. Free up space on the disk that holds ${folder}, then start again.`)
  }
  const last = errorOutput.trim().split('\n').slice(-3).join(' ')
  throw new StartError(`The database cannot be created in ${folder} (${last || `initdb exited with ${code}`}).`)
}

async function clearAbandoned(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith('database.new-')) continue
    const path = join(dataDir, name)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > abandonedAfter) await rm(path, { recursive: true, force: true })
  }
}
