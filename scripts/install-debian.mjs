// Finds programs that the tests need besides Node's packages, or installs them from Debian.

import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { say, task } from './task.mjs'

/**
 * Finds a program: the one that `{NAME}_PATH` names (such as `CLAMD_PATH`), the machine's, or Debian's (for root).
 * @param {string} name the program's file name
 * @param {string | string[]} packages the Debian packages that bring it and what belongs to it
 * @param {{ title?: string, folders?: string[], runs?: (path: string) => boolean }} options its name for people;
 *   folders to look in besides the usual ones; whether a file is it and works (by default: can be run)
 * @returns {Promise<string | undefined>} its path; undefined where it can't be installed, and the tests that need it fail
 */
export async function ensureProgram(name, packages, { title = name, folders = [], runs = isExecutable } = {}) {
  const variable = `${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_PATH`
  const find = () =>
    [
      process.env[variable],
      ...[...folders, ...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].map(folder => join(folder, name)),
    ].find(path => path && runs(path))
  const found = find()
  if (found) return found
  // One after the other, because apt can't run twice.
  installing = installing.then(() => (find() ? undefined : install(title, [packages].flat())))
  await installing
  const path = find()
  if (!path) say(`Some tests need ${title}. Install it, or set ${variable} to one that works.`)
  return path
}

/** For `runs`: whether a program starts and tells its version. */
export function tellsVersion(path) {
  return isExecutable(path) && spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

let installing = Promise.resolve()
let updated = false

async function install(title, packages) {
  if (spawnSync('apt-get', ['--version']).status !== 0 || process.getuid?.() !== 0) return
  const debian = { file: 'apt-get', env: { DEBIAN_FRONTEND: 'noninteractive' } }
  // Another machine's apt may be at work, such as its daily updates.
  const waiting = '-oDPkg::Lock::Timeout=300'
  if (!updated) await task('Updating the Debian package list', debian, ['update', waiting])
  updated = true
  const how = ['install', '-y', '--no-install-recommends', waiting]
  await task(`Installing ${title} for the tests (once, about 20 seconds)`, debian, [...how, ...packages])
}
