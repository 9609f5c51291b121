// Installs the packages of package-lock.json, like npm ci, in a fraction of its time.

import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { attempt, cacheFolder, task } from './task.mjs'

const file = process.platform === 'win32' ? 'npm.cmd' : 'npm'
/** Unused optional packages, a tenth of all files: alternative stores of @tus/server. */
const unused = ['@redis/client', 'ioredis']
const options = ['--include=optional', '--no-audit', '--no-fund']

/**
 * Installs the locked packages into `node_modules`.
 * @param {string} folder with package.json and package-lock.json
 * @param {boolean} whole whether to include packages for tests, checks and drawing
 */
export async function installPackages(folder, whole) {
  const what = `Installing the locked packages${whole ? ', those of the tests, too' : ''} (needed once)`
  const staging = join(cacheFolder(), 'install')
  rmSync(staging, { recursive: true, force: true })
  mkdirSync(staging)
  writeLock(folder, staging, whole)
  // With NODE_ENV=production npm would omit development packages.
  const { outcome } = await attempt(what, { file, cwd: staging }, ['ci', '--include=dev', ...options])
  if (outcome === 0 && moveInto(folder, staging)) return
  const which = whole ? '--include=dev' : '--omit=dev'
  await task(`${what}, again without shortcuts`, file, ['ci', `--prefix=${folder}`, which, ...options])
}

/** Replaces the packages in one step. @returns false if that is impossible, as on another file system */
function moveInto(folder, staging) {
  const [packages, old] = [join(folder, 'node_modules'), join(staging, 'old')]
  try {
    if (existsSync(packages)) renameSync(packages, old)
    renameSync(join(staging, 'node_modules'), packages)
  } catch {
    return false
  }
  rmSync(staging, { recursive: true, force: true })
  return true
}

/** Writes the reduced lock, and its manifest. */
function writeLock(folder, staging, whole) {
  const [manifest, locked] = ['package.json', 'package-lock.json'].map(name =>
    JSON.parse(readFileSync(join(folder, name))),
  )
  const lock = lockFor(locked, whole)
  const { devDependencies } = lock.packages['']
  writeFileSync(join(staging, 'package.json'), JSON.stringify({ ...manifest, devDependencies }))
  writeFileSync(join(staging, 'package-lock.json'), JSON.stringify(lock))
  const settings = join(folder, '.npmrc')
  if (existsSync(settings)) copyFileSync(settings, join(staging, '.npmrc'))
}

/**
 * The lock to install from: package-lock.json with the address of each package, which npm would otherwise look up one
 * by one. npm's own registry stands for the configured one. Unless `whole`, it also omits development packages,
 * optional peers, and `unused`.
 */
export function lockFor({ packages: { '': root, ...packages }, ...lock }, whole) {
  const entries = Object.entries(packages).map(([path, entry]) => {
    const name = entry.name ?? path.split('node_modules/').at(-1)
    const resolved = `https://registry.npmjs.org/${name}/-/${name.split('/').at(-1)}-${entry.version}.tgz`
    return [path, { resolved, ...(whole ? entry : withoutUnused(entry)) }]
  })
  const needs = whole ? root : { ...root, devDependencies: undefined }
  return { ...lock, packages: { '': needs, ...Object.fromEntries(entries) } }
}

function withoutUnused({ peerDependencies = {}, peerDependenciesMeta = {}, optionalDependencies = {}, ...entry }) {
  const keep = (needs, isKept) => Object.fromEntries(Object.entries(needs).filter(([name]) => isKept(name)))
  return {
    ...entry,
    peerDependencies: keep(peerDependencies, name => !peerDependenciesMeta[name]?.optional),
    optionalDependencies: keep(optionalDependencies, name => !unused.includes(name)),
  }
}
