// Runs programs while a person waits, on Node's own modules, because nothing else may be installed yet.

import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the project. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Prints a sentence for a waiting person, separate from the program's own output. */
export const say = sentence => process.stderr.write(`${sentence}\n`)

/** Prints a sentence and exits with 1. */
export function fail(sentence) {
  say(sentence)
  process.exit(1)
}

/**
 * Runs a program while a person waits: prints its purpose and duration, and shows the program's own output only if it
 * fails, which ends this process with 1.
 * @param {string} what its purpose, as the start of a sentence
 * @param {string | { file: string, env?: Record<string, string>, cwd?: string }} program
 * @param {string[]} args
 * @param {number} [saidAll] its exit code if its own output needs no further message
 */
export async function task(what, program, args, saidAll) {
  const { outcome, words, seconds } = await attempt(what, program, args)
  if (outcome === 0) return
  process.stderr.write(words.slice(-8000))
  if (typeof outcome === 'object')
    fail(`${program.file ?? program} could not be run (${outcome.message}). Is it installed?`)
  if (outcome === saidAll) process.exit(1)
  fail(`Failed after ${seconds} s for the reason above: ${what.charAt(0).toLowerCase()}${what.slice(1)}.`)
}

/** The same for a program that may fail. @returns its exit code, or why it could not run; its output; its duration */
export async function attempt(what, program, args) {
  const { file, env, cwd = root } = typeof program === 'string' ? { file: program } : program
  const began = Date.now()
  const seconds = () => ((Date.now() - began) / 1000).toFixed(1)
  say(`${what} …`)
  const ticking = setInterval(
    () => say(`… still ${what.charAt(0).toLowerCase()}${what.slice(1)} after ${seconds()} s`),
    15_000,
  )
  const child = spawn(file, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let words = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', text => {
      words += text
    })
  }
  const outcome = await ended(child)
  clearInterval(ticking)
  if (outcome === 0) say(`${what}: done in ${seconds()} s.`)
  return { outcome, words, seconds: seconds() }
}

/**
 * Waits for a child process to end, forwarding signals to it. Resolves to its exit code; rejects if it could not be
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
