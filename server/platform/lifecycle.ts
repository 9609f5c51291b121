import { ConfigError } from './config.ts'
import { log } from './log.ts'

/** The program cannot start or go on, and its operator can put that right: `message` is the sentence to show. */
export class StartError extends Error {
  override name = 'StartError'
}

/** What has been started, and how to end it. */
export interface Closers {
  /**
   * Remembers how to end what has just been started. On the way out the closers run one after another, the
   * last one first; one that takes longer than `seconds` (10) or throws is logged and left behind. While the
   * program is already on its way out, this throws, so that the start goes no further.
   */
  add(name: string, close: () => unknown, seconds?: number): void
  /** Whether the program is on its way out. */
  readonly closing: boolean
}

/**
 * Runs a server from its start to the end of the process. `start` adds to `closers` what it starts, as soon
 * as it is started; the process then lives until SIGTERM, SIGINT, or the end of the program that launched
 * it. An orderly end exits with 0. A start that fails, or an error that nobody caught, closes everything too
 * and exits with 1; errors that an operator can put right are told in one sentence each on standard error.
 */
export function run(start: (closers: Closers) => Promise<void>): Promise<void> {
  return live(start, false)
}

/** Runs a command: like `run`, but ends, with 0, when `work` has ended. */
export function runOnce(work: (closers: Closers) => Promise<void>): Promise<void> {
  return live(work, true)
}

/** A terminal and npm both pass on one Ctrl-C: a second signal this soon (in ms) is the first one again. */
const sameSignal = 1000

async function live(work: (closers: Closers) => Promise<void>, once: boolean): Promise<void> {
  const open: { name: string; close: () => unknown; seconds: number }[] = []
  let ending: Promise<void> | undefined
  let exitCode = 0
  const working = Promise.withResolvers<void>()
  const closers: Closers = {
    add(name, close, seconds = 10) {
      open.push({ name, close, seconds })
      if (ending) throw new Error(`stopping: ${name} comes too late`)
    },
    get closing() {
      return ending !== undefined
    },
  }

  /** Ends everything, once, and then the process. The gravest exit code that was asked for counts. */
  const end = (code: number): Promise<void> => {
    exitCode = Math.max(exitCode, code)
    ending ??= (async () => {
      const closeAll = async () => {
        for (let last = open.pop(); last; last = open.pop()) await closeInTime(last)
      }
      await closeAll()
      // What was just being started, the database say, is to be closed as well.
      await closeInTime({ name: 'the start', close: () => working.promise, seconds: 10 })
      await closeAll()
      process.exit(exitCode)
    })()
    return ending
  }

  let signalled = 0
  const onSignal = (signal: NodeJS.Signals) => {
    if (signalled === 0) {
      signalled = performance.now()
      log.info('stopping', { signal })
      // A command that was cut short has not done its work.
      void end(once ? 130 : 0)
    } else if (performance.now() - signalled > sameSignal) {
      log.warn('stopped at once by a second signal', { signal })
      process.exit(130)
    }
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)

  // A launcher that is killed cannot pass on a signal. Its channel closes then, and an orphan would keep the port.
  if (process.channel) {
    process.on('disconnect', () => {
      log.info('stopping', { because: 'the launcher has ended' })
      void end(once ? 130 : 0)
    })
    process.channel.unref()
  }

  process.on('uncaughtException', error => {
    log.error('an error that nobody caught: stopping', error)
    void end(1)
  })

  try {
    await work(closers)
    working.resolve()
    if (once) await end(0)
  } catch (error) {
    working.resolve()
    // Whatever fails because it is being closed is no news.
    if (!ending) tell(error)
    await (ending ?? end(1))
  }
}

async function closeInTime({ name, close, seconds }: { name: string; close: () => unknown; seconds: number }) {
  const late = Symbol('late')
  let timer: NodeJS.Timeout | undefined
  const time = new Promise(resolve => {
    timer = setTimeout(resolve, seconds * 1000, late)
  })
  try {
    const answer = await Promise.race([Promise.resolve().then(close), time])
    if (answer === late) log.warn(`${name} did not stop in ${seconds} s and is left behind`)
  } catch (error) {
    log.error(`${name} did not stop cleanly`, error)
  } finally {
    clearTimeout(timer)
  }
}

/** Tells why the program cannot start: in sentences if an operator can help, else with the stack. */
function tell(error: unknown): void {
  const sentences = explain(error)
  if (sentences) {
    for (const sentence of sentences) process.stderr.write(`${sentence}\n`)
  } else {
    process.stderr.write('Promissory could not start because of an error of its own:\n')
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  }
}

/**
 * The sentences that tell an operator what is wrong and what to do, or undefined for an error that no
 * operator can put right.
 */
export function explain(error: unknown): readonly string[] | undefined {
  if (error instanceof ConfigError) return error.problems
  if (error instanceof StartError) return [error.message]
  if (!(error instanceof Error)) return undefined
  const { code, syscall, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number }
  const place = [address, port].filter(part => part !== undefined).join(' port ') || 'the database'
  if (syscall === 'listen') {
    if (code === 'EADDRINUSE') {
      const other = port === undefined ? 'another PORT' : `another with PORT=${port + 1}`
      return [`Port ${port} is taken by another program: stop that one, or choose ${other}.`]
    }
    if (code === 'EACCES')
      return [`Port ${port} needs more rights than this user has: choose one above 1023 with PORT.`]
    if (code === 'EADDRNOTAVAIL') return [`HOST ${address} is no address of this machine: choose another with HOST.`]
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return ['HOST is no name this machine knows: give an IP address.']
  }
  switch (code) {
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return [`No database answers at ${place} (${code}): check DATABASE_URL, and that the database runs.`]
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return [`The database's host name is unknown (${code}): check DATABASE_URL, and the network.`]
    case '28P01':
    case '28000':
      return [`The database refuses the login (${error.message}): check user and password in DATABASE_URL.`]
    case '3D000':
      return [`The database in DATABASE_URL does not exist (${error.message}): create it, or name another.`]
    case '42501':
      return [`The database user may not do what is needed (${error.message}): let DATABASE_URL name the owner.`]
    case '53300':
      return ['The database has no connection left: raise its max_connections, or end other programs that use it.']
    case 'ENOSPC':
      return ['The disk is full: make room where DATA_DIR is, and start again.']
    case 'EROFS':
    case 'EPERM':
    case 'EACCES':
      return [`This user may not do what is needed (${error.message}): check who owns DATA_DIR.`]
    default:
      return undefined
  }
}
