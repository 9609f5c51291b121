// Finds programs that the tests need besides Node's packages, or installs them from Debian.

import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { say, task } from './task.mjs'

/**
 * @typedef {object} Program
 * @property {string} title its name for people
 * @property {string[]} packages the Debian packages that provide it
 * @property {() => string | undefined} find its path, if installed
 */

/**
 * @param {string} name the program's file name; `{NAME}_PATH` (such as `CLAMD_PATH`) may name another file
 * @param {string[]} packages
 * @param {{ title?: string, folders?: string[], runs?: (path: string) => boolean }} options folders to search besides
 *   the usual ones; a test whether a file works (by default: executable)
 * @returns {Program}
 */
export function program(name, packages, { title = name, folders = [], runs = isExecutable } = {}) {
  const usual = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  const find = () =>
    [process.env[pathVariable(name)], ...[...folders, ...usual].map(folder => join(folder, name))].find(
      path => path && runs(path),
    )
  return { title, packages, find }
}

function pathVariable(name) {
  return `${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_PATH`
}

/** For `runs`: whether a program starts and prints its version. */
export function reportsVersion(path) {
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

/**
 * Installs the missing programs, all at once, if apt is available (as root); elsewhere they stay missing.
 * @param {Program[]} programs
 */
export async function installMissing(programs) {
  const missing = programs.filter(({ find }) => !find())
  if (missing.length === 0 || spawnSync('apt-get', ['--version']).status !== 0 || process.getuid?.() !== 0) return
  const debian = { file: 'apt-get', env: { DEBIAN_FRONTEND: 'noninteractive' } }
  // Another process may hold apt's lock, such as daily updates.
  const waiting = '-oDPkg::Lock::Timeout=300'
  await task('Updating the Debian package list', debian, ['update', waiting])
  const titles = new Intl.ListFormat('en').format(missing.map(({ title }) => title))
  await task(`Installing ${titles} for the tests (once, about a minute)`, debian, [
    ...['install', '-y', '--no-install-recommends', waiting],
    ...missing.flatMap(({ packages }) => packages),
  ])
}

/**
 * @param {Program} program
 * @returns {string | undefined} its path; undefined if it is missing, which is reported and fails its tests
 */
export function pathOf({ title, packages, find }) {
  const path = find()
  if (!path) say(`Some tests need ${title} (Debian: ${packages.join(', ')}). Install it, so that they find it.`)
  return path
}
