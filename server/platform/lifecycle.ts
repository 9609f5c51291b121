import { Closers, closeInTime } from './closers.ts'
import { explainStartError } from './explain-start-error.ts'
import { log } from './log.ts'

/**
 * Runs a server until the process ends. `start` registers what it starts with `closers`; the process then runs until
 * SIGTERM, SIGINT, or the end of its launcher. An orderly end exits with 0. A failed start or an uncaught error closes
 * everything too and exits with 1; errors that an operator can correct are printed to standard error, one sentence
 * each.
 */
export function run(start: (closers: Closers) => Promise<void>): Promise<void> {
  return runProcess(start, false)
}

/** Runs a command: `run`, but ends with 0 when `work` is done. */
export function runOnce(work: (closers: Closers) => Promise<void>): Promise<void> {
  return runProcess(work, true)
}

/** A terminal and npm both forward a single Ctrl-C, so a second signal within this many ms is the same one. */
const repeatedSignalWindow = 1000

async function runProcess(work: (closers: Closers) => Promise<void>, once: boolean): Promise<void> {
  const closers = new Closers()
  const working = Promise.withResolvers<void>()
  const end = createEnding(closers, working.promise)
  // An interrupted command hasn't done its work.
  endOnSignals(() => void end(once ? 130 : 0))
  try {
    await work(closers)
    working.resolve()
    if (once) await end(0)
  } catch (error) {
    working.resolve()
    // Errors while closing are expected.
    if (!end.started) explain(error)
    // If it is already ending, the first cause decides the exit code.
    await end(end.started ? 0 : 1)
  }
}

interface Ending {
  (code: number): Promise<void>
  started: boolean
}

/** @returns a function that closes everything, once, and then ends the process with the highest exit code requested */
function createEnding(closers: Closers, working: Promise<void>): Ending {
  let exitCode = 0
  let ending: Promise<void> | undefined
  const end: Ending = code => {
    exitCode = Math.max(exitCode, code)
    end.started = true
    ending ??= (async () => {
      await closers.close()
      // Parts still starting, such as the database, must be closed as well.
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

  // A killed launcher can't forward a signal, but its channel closes. Without this, an orphan would occupy the port.
  if (process.channel) {
    process.on('disconnect', () => {
      log.info('stopping', { because: 'the process that started the site has ended' })
      end()
    })
    process.channel.unref()
  }
}

/** Prints why the program can't start: in sentences if an operator can help, else with the stack. */
function explain(error: unknown): void {
  const sentences = explainStartError(error)
  if (sentences) {
    for (const sentence of sentences) process.stderr.write(`${sentence}\n`)
  } else {
    process.stderr.write('Promissory could not start because of an internal error:\n')
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  }
}
