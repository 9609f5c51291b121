import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from './ask.ts'
import type { Bench, BenchOptions } from './harness.ts'
import { figure, type Outcome } from './outcome.ts'
import { spreadOf } from './statistics.ts'

/**
 * Measures the time from `npm start` until a page is served, with a built site and installed packages: after an orderly
 * stop, and after a kill.
 */
export async function start(_: Bench, { turns }: BenchOptions): Promise<Outcome> {
  const dataDir = await mkdtemp(join(tmpdir(), 'promissory-start-'))
  try {
    // The first start creates the database, which isn't measured.
    await startOnce(dataDir, 'SIGTERM')
    const afterStop = await repeat(turns, () => startOnce(dataDir, 'SIGTERM'))
    await startOnce(dataDir, 'SIGKILL')
    const afterKill = await repeat(turns, () => startOnce(dataDir, 'SIGKILL'))
    return {
      findings: [
        {
          work: 'npm start until a page is answered',
          value: spreadOf(afterStop),
          unit: 's',
          goal: { atMost: 1.2 },
          behind: `after it was killed ${figure(spreadOf(afterKill).median)} s`,
        },
      ],
    }
  } finally {
    await startOnce(dataDir, 'SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * Runs `npm start` until `/login`, a rendered page, is served, and ends it.
 * @returns the seconds in between
 */
async function startOnce(dataDir: string, signal: 'SIGTERM' | 'SIGKILL'): Promise<number> {
  const port = 14_000 + Math.floor(Math.random() * 1000)
  // Not the packages' Node, which `npm run` puts first: a start finds that itself.
  const path = process.env.PATH?.split(delimiter).filter(folder => !folder.includes('node_modules'))
  const env = { ...process.env, PATH: path?.join(delimiter), DATA_DIR: dataDir, PORT: String(port) }
  const began = performance.now()
  const npm = spawn('npm', ['start'], { env, stdio: 'ignore' })
  const ended = new Promise(resolve => npm.once('exit', resolve))
  for (;;) {
    const isAnswered = await ask(`http://localhost:${port}/login`, { status: 200 }).then(
      () => true,
      () => false,
    )
    if (isAnswered) break
    if (npm.exitCode !== null) throw new Error(`npm start ended with ${npm.exitCode}`)
    await sleep(5)
  }
  const seconds = (performance.now() - began) / 1000
  process.kill(await serverOf(npm), signal)
  await ended
  return seconds
}

/** @returns the id of the server's process: the last in the chain of children */
async function serverOf({ pid }: ChildProcess): Promise<number> {
  let last = pid ?? 0
  for (;;) {
    const command = await readFile(`/proc/${last}/cmdline`, 'utf8')
    if (/server\/main\.ts|build\/site\//.test(command)) return last
    const children = await readFile(`/proc/${last}/task/${last}/children`, 'utf8')
    last = Number(children.trim().split(' ')[0])
    if (!last) throw new Error('the server has no process')
  }
}

async function repeat(times: number, once: () => Promise<number>): Promise<number[]> {
  const results: number[] = []
  for (let n = 0; n < times; n++) results.push(await once())
  return results
}
