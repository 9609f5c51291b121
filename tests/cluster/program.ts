import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { eventually } from '../helpers/eventually.ts'

/** A program of the cluster, which ends when this process does. */
export interface Program {
  child: ChildProcess
  /** Sends a signal, and waits until the process has ended. */
  end(signal: NodeJS.Signals): Promise<void>
}

interface Options {
  file: string
  args: string[]
  /** Its output is appended to this file. */
  logFile: string
  /** Throws or returns something false until it answers. */
  answers: () => Promise<unknown>
  cwd?: string
  env?: NodeJS.ProcessEnv
  user?: { uid: number; gid: number }
  /** What it gets when this process ends. */
  signal?: 'KILL' | 'INT'
}

/** Starts a program, and waits until it answers. @throws Error with its output where it ends before that */
export async function startProgram(name: string, options: Options): Promise<Program> {
  const { file, args, logFile, answers, cwd, env = process.env, user, signal = 'KILL' } = options
  const log = openSync(logFile, 'a')
  const child = spawn('setpriv', [`--pdeathsig=${signal}`, file, ...args], {
    cwd,
    env,
    stdio: ['ignore', log, log],
    ...user,
  })
  closeSync(log)
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const state = await eventually(name, async () => (hasEnded() ? 'ended' : (await answers()) && 'answers'))
  if (state === 'ended') throw new Error(`${name} ended: ${readFileSync(logFile, 'utf8').slice(-4000)}`)
  return {
    child,
    async end(signal) {
      if (hasEnded()) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
  }
}
