import { Closers, closeInTime } from './closers.ts'
import { explainStartError } from './explain-start-error.ts'
import { log } from './log.ts'

/**
 * Runs a server from its start to the end of the process. `start` adds to `closers` what it starts, as soon
 * as it is started; the process then lives until SIGTERM, SIGINT, or the end of the program that launched
 * it. An orderly end exits with 0. A start that fails, or an error that nobody caught, closes everything too
 * and exits with 1; errors that an operator can put right are told in one sentence each on standard error.
 */
export function run(start: (closers: Closers) => Promise<void>): Promise<void> {
  return runProcess(start, false)
}

/** Runs a command: like `run`, but ends, with 0, when `work` has ended. */
export function runOnce(work: (closers: Closers) => Promise<void>): Promise<void> {
  return runProcess(work, true)
}

/** A terminal and npm both pass on one Ctrl-C: a second signal this soon (in ms) is the first one again. */
const repeatedSignalWindow = 1000

async function runProcess(work: (closers: Closers) => Promise<void>, once: boolean): Promise<void> {
  const closers = new Closers()
  const working = Promise.withResolvers<void>()
  const end = createEnding(closers, working.promise)
  // A command that was cut short has not done its work.
  endOnSignals(() => void end(once ? 130 : 0))
  try {
    await work(closers)
    working.resolve()
    if (once) await end(0)
  } catch (error) {
    working.resolve()
    // Whatever fails because it is being closed is no news.
    if (!end.started) explain(error)
    // While it ends already, the exit code is decided by what ended it.
    await end(end.started ? 0 : 1)
  }
}

interface Ending {
  (code: number): Promise<void>
  started: boolean
}

/** @returns what ends everything, once, and then the process. The gravest exit code that was asked for counts. */
function createEnding(closers: Closers, working: Promise<void>): Ending {
  let exitCode = 0
  let ending: Promise<void> | undefined
  const end: Ending = code => {
    exitCode = Math.max(exitCode, code)
    end.started = true
    ending ??= (async () => {
      await closers.close()
      // What was just being started, the database say, is to be closed as well.
      await closeInTime({ name: 'the start', close: () => working, seconds: 10 })
      await closers.close()
      process.exit(exitCode)
    })()
    return ending
  }
  end.started = false
  process.on('uncaughtException', error => {
    log.error('unhandled error; stopping', error)
    void end(1)
  })
  return end
}

function endOnSignals(end: () => void): void {
  let signalled = 0
  const onSignal = (signal: NodeJS.Signals) => {
    if (signalled === 0) {
      signalled = performance.now()
      log.info('stopping', { signal })
      end()
    } else if (performance.now() - signalled > repeatedSignalWindow) {
      log.warn('stopped immediately by a second signal', { signal })
      process.exit(130)
    }
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)

  // A launcher that is killed cannot pass on a signal. Its channel closes then, and an orphan would keep the port.
  if (process.channel) {
    process.on('disconnect', () => {
      log.info('stopping', { because: 'the process that started the site has ended' })
      end()
    })
    process.channel.unref()
  }
}

/** Tells why the program cannot start: in sentences if an operator can help, else with the stack. */
function explain(error: unknown): void {
  const sentences = explainStartError(error)
  if (sentences) {
    for (const sentence of sentences) process.stderr.write(`${sentence}\n`)
  } else {
    process.stderr.write('Promissory could not start because of an internal error:\n')
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  }
}
