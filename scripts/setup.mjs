// What every command does first, on a machine that may have only Node 20.19 and npm: install the locked packages and
// find Node 24. Plain JavaScript on Node's own modules, because nothing else is installed yet.

import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from './lock.mjs'

/** The folder of the project. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** Where npm puts packages' programs. */
export const bin = join(root, 'node_modules/.bin')
const stampOf = folder => join(folder, 'node_modules/.promissory-lock')

/** Tells a waiting person a sentence, separate from the program's own output. */
export const say = sentence => process.stderr.write(`${sentence}\n`)

/** Prints a sentence and exits with 1. */
export function fail(sentence) {
  say(sentence)
  process.exit(1)
}

/**
 * Makes sure that packages are installed as `package-lock.json` says. Does nothing, and needs no network,
 * when they are.
 * @param folder with a lock file of its own
 */
export async function ensureInstalled(folder = root) {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(
      `Node ${process.versions.node} is too old. Install Node 20.19 or newer, preferably 24, from https://nodejs.org.`,
    )
  }
  if (isInstalled(folder)) return
  await withLock('installing', async () => {
    if (isInstalled(folder)) return
    await task('Installing the locked packages (needed once, about a minute)', npm(), [
      'ci',
      `--prefix=${folder}`,
      // With NODE_ENV=production npm would leave out what builds the site.
      '--include=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
    ])
    stamp(folder)
  })
}

/** What an installation depends on: the lock file and the machine. */
function wanted(folder) {
  const lock = readFileSync(join(folder, 'package-lock.json'))
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`
}

function isInstalled(folder) {
  const stampFile = stampOf(folder)
  if (existsSync(stampFile)) {
    if (readFileSync(stampFile, 'utf8') === wanted(folder)) return true
  }
  if (!matchesLock(folder)) return false
  stamp(folder)
  return true
}

/** Whether exactly the locked packages were installed by hand, according to npm's own record. */
function matchesLock(folder) {
  try {
    const locked = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages
    const installed = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8')).packages
    const same = Object.keys(installed).every(path => installed[path].version === locked[path]?.version)
    const whole = Object.keys(locked).every(path => path === '' || installed[path] || locked[path].optional)
    const here = path => !path.endsWith(`/node-${process.platform}-${process.arch}`) || installed[path]
    return same && whole && Object.keys(locked).every(here)
  } catch {
    return false
  }
}

function stamp(folder) {
  const stampFile = stampOf(folder)
  try {
    writeFileSync(`${stampFile}.${process.pid}`, wanted(folder))
    renameSync(`${stampFile}.${process.pid}`, stampFile)
  } catch {
    // Without write access there is no stamp, and the locks are compared each time.
  }
}

/** npm, run by the machine's Node: the one among the packages is about to be replaced. */
function npm() {
  const path = (process.env.PATH ?? '').split(delimiter).filter(folder => folder !== bin)
  return { file: process.platform === 'win32' ? 'npm.cmd' : 'npm', env: { PATH: path.join(delimiter) } }
}

let foundNode

/** The path of a Node 24 or newer: the one among the packages, or the one that runs this. */
export function node24() {
  foundNode ??= findNode24()
  return foundNode
}

function findNode24() {
  const packaged = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
  if (existsSync(packaged) && spawnSync(packaged, ['--version']).status === 0) return packaged
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath
  return fail(
    `The site runs on Node 24, and this is ${process.versions.node}. There is no packaged Node 24 for ${process.platform}-${process.arch}; install it from https://nodejs.org.`,
  )
}

/** The environment for programs that are started here: `node` in it is the Node 24. */
export function environment(extra = {}) {
  const path = [dirname(node24()), bin, process.env.PATH].filter(Boolean).join(delimiter)
  return { ...process.env, PATH: path, ...extra }
}

/**
 * Runs a program while a person waits: says what it does and how long it took, and shows the program's own output
 * only if it fails, which ends this process with 1.
 * @param {string} what what it does, as the beginning of a sentence
 * @param {string | { file: string, env?: Record<string, string> }} program
 * @param {string[]} args
 */
export async function task(what, program, args) {
  const { file, env } = typeof program === 'string' ? { file: program, env: {} } : program
  const began = Date.now()
  const seconds = () => `${((Date.now() - began) / 1000).toFixed(1)} s`
  say(`${what} …`)
  const ticking = setInterval(() => say(`… still running after ${seconds()}`), 15_000)
  const child = spawn(file, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let words = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', text => {
      words += text
    })
  }
  const outcome = await ended(child)
  clearInterval(ticking)
  if (outcome === 0) return say(`… done in ${seconds()}.`)
  process.stderr.write(words.slice(-8000))
  if (typeof outcome === 'object') fail(`${file} could not be run (${outcome.message}). Is it installed?`)
  fail(`Failed after ${seconds()} for the reason above: ${what.charAt(0).toLowerCase()}${what.slice(1)}.`)
}

/**
 * Replaces this process with a program: its input and output are ours, signals are forwarded to it, and it ends
 * this process with its own exit code. It learns from the channel between them when this process is killed.
 * @param {string[]} args what to run with Node 24
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

/** npm forwards signals. If it is killed it can't, and the program it started would keep the port forever. */
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

/**
 * Waits for a child process to end, forwarding signals to it. Resolves to its exit code; rejects where it could not be
 * run.
 */
export function ended(child) {
  const pass = signal => child.kill(signal)
  const signals = ['SIGTERM', 'SIGINT']
  for (const signal of signals) process.on(signal, pass)
  return new Promise(resolve => {
    child.on('error', resolve)
    // With pipes, wait until all output has been read.
    child.on(child.stdout ? 'close' : 'exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  }).finally(() => {
    for (const signal of signals) process.off(signal, pass)
  })
}

/** A folder for files that can be recreated. */
export function cacheFolder() {
  const folder = join(root, '.cache')
  mkdirSync(folder, { recursive: true })
  return folder
}
