// The first step of every command, on a machine that may have only Node 20.19 and npm: install the locked packages and
// find Node 24. Plain JavaScript on Node's own modules, because nothing else is installed yet.

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { installPackages } from './install-packages.mjs'
import { withLock } from './lock.mjs'
import { ensureNode, findNode } from './packaged-node.mjs'
import { ended, fail, root } from './task.mjs'

/** npm's folder of the packages' programs. */
export const bin = join(root, 'node_modules/.bin')
const stampOf = folder => join(folder, 'node_modules/.promissory-lock')

/**
 * Ensures a Node 24 and the packages of `package-lock.json`. Does nothing, and needs no network, if both are present.
 * @param {string} folder with its own lock file
 * @param {boolean} whole whether to include packages for tests, checks and drawing; else only those for building and
 *   running
 */
export async function ensureInstalled(folder = root, whole = true) {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(
      `Node ${process.versions.node} is too old. Install Node 20.19 or newer, preferably 24, from https://nodejs.org.`,
    )
  }
  if (isInstalled(folder, whole) && findNode()) return
  await withLock('installing', async () => {
    // In parallel: one waits for the network while the other unpacks.
    const node = ensureNode()
    if (!isInstalled(folder, whole)) {
      await installPackages(folder, whole)
      stamp(folder, whole)
    }
    await node
  })
}

/** The inputs of an installation: the lock file, the machine, and its extent. */
function wanted(folder, whole) {
  const lock = readFileSync(join(folder, 'package-lock.json'))
  const machine = `${process.platform}-${process.arch}`
  return `${createHash('sha256').update(lock).digest('hex')} ${machine} ${whole ? 'whole' : 'to run'}\n`
}

function isInstalled(folder, whole) {
  const stampFile = stampOf(folder)
  if (existsSync(stampFile)) {
    const stamped = readFileSync(stampFile, 'utf8')
    if (stamped === wanted(folder, true) || (!whole && stamped === wanted(folder, false))) return true
  }
  if (!matchesLock(folder)) return false
  stamp(folder, true)
  return true
}

/** Whether exactly the locked packages were installed by hand, according to npm's own record. */
function matchesLock(folder) {
  try {
    const locked = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages
    const installed = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8')).packages
    const same = Object.keys(installed).every(path => installed[path].version === locked[path]?.version)
    return same && Object.keys(locked).every(path => path === '' || installed[path] || locked[path].optional)
  } catch {
    return false
  }
}

function stamp(folder, whole) {
  const stampFile = stampOf(folder)
  try {
    writeFileSync(`${stampFile}.${process.pid}`, wanted(folder, whole))
    renameSync(`${stampFile}.${process.pid}`, stampFile)
  } catch {
    // Without write access there is no stamp, and the locks are compared each time.
  }
}

let foundNode

/** The path of a supported Node, 24 or newer: the current one, or the downloaded one. */
export function node24() {
  foundNode ??= findNode() ?? fail('The site runs on Node 24. Run `npm start` first, which gets it.')
  return foundNode
}

/** The environment for child processes: `node` in it is the Node 24. */
export function environment(extra = {}) {
  const path = [dirname(node24()), bin, process.env.PATH].filter(Boolean).join(delimiter)
  return { ...process.env, PATH: path, ...extra }
}

/**
 * Replaces this process with a program: its input and output are shared, signals are forwarded to it, and this process
 * ends with its exit code. The channel between them lets it detect that this process was killed.
 * @param {string[]} args the arguments of Node 24
 * @param {{ env?: Record<string, string>, channel?: boolean }} options
 */
export async function become(args, { env = {}, channel = true } = {}) {
  const stdio = channel ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit'
  const child = spawn(node24(), args, { cwd: root, env: environment(env), stdio })
  stopWithNpm(child)
  const outcome = await ended(child)
  if (typeof outcome === 'object') fail(`Node 24 could not be run (${outcome.message}).`)
  process.exit(outcome)
}

/** npm forwards signals. If npm is killed it can't, and the program it started would hold the port forever. */
function stopWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return
  const npm = process.ppid
  const look = () => {
    if (process.ppid === npm) return
    clearInterval(looking)
    child.kill('SIGTERM')
  }
  const looking = setInterval(look, 500).unref()
}
