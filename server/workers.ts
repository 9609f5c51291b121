import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Closers } from './platform/closers.ts'
import { log } from './platform/log.ts'
import { StartError } from './platform/start-error.ts'
import { assignmentVariables } from './worker.ts'

/** Seconds that workers may take to end; then they are killed. */
const endSeconds = 45
/** A worker that has served this long (ms) was sound: when it ends, another one starts without delay. */
const soundAfter = 5000
/** Milliseconds until another attempt where the attempts before failed one after the other. */
const retry = { first: 1000, longest: 30_000 }

/**
 * Starts worker processes, which share the site's port and serve it, while this process owns the database and replaces
 * workers that end. The first one starts alone, because it prepares what the others find.
 * @param count how many
 * @param database connection string of the database's owner
 * @param closers get the function that ends them
 * @throws StartError where the first one can't start; it has said why
 */
export async function startWorkers(count: number, database: string, closers: Closers): Promise<void> {
  const workers = new Workers(database)
  closers.add('the workers', () => workers.end(), endSeconds + 5)
  await workers.start(count)
}

/** A worker process that has been started. */
interface Started {
  worker: Worker
  /** When it began to accept connections, from `performance.now()`; undefined before. */
  readyAt?: number
  ended: Promise<void>
}

class Workers {
  readonly #database: string
  readonly #running = new Set<Started>()
  readonly #ending = new AbortController()

  constructor(database: string) {
    this.#database = database
  }

  async start(count: number): Promise<void> {
    const first = this.#fork(true)
    await Promise.race([new Promise(resolve => first.worker.once('listening', resolve)), first.ended])
    if (this.#ending.signal.aborted) return
    if (first.worker.isDead()) throw new StartError('The site could not start, for the reason above.')
    void this.#keep(first)
    for (let more = 1; more < count; more++) void this.#keep(this.#fork(false))
  }

  /** Asks all workers to end, and waits for them. */
  async end(): Promise<void> {
    this.#ending.abort()
    const started = [...this.#running]
    for (const { worker } of started) worker.process.kill('SIGTERM')
    const killing = setTimeout(() => {
      for (const { worker } of this.#running) {
        log.warn('a worker did not end in time, so it was killed', { pid: worker.process.pid })
        worker.process.kill('SIGKILL')
      }
    }, endSeconds * 1000)
    await Promise.all(started.map(({ ended }) => ended))
    clearTimeout(killing)
  }

  /** Starts another worker each time one has ended, until all end. */
  async #keep(first: Started): Promise<void> {
    const { signal } = this.#ending
    let failures = 0
    for (let current = first; ; current = this.#fork(false)) {
      await current.ended
      if (signal.aborted) return
      const { readyAt = Number.POSITIVE_INFINITY, worker } = current
      failures = performance.now() - readyAt > soundAfter ? 0 : failures + 1
      const { pid, exitCode, signalCode } = worker.process
      log.warn('a worker ended; starting another', { pid, exit: signalCode ?? exitCode })
      const delay = failures < 2 ? 0 : Math.min(retry.first * 2 ** (failures - 2), retry.longest)
      await sleep(delay, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
    }
  }

  #fork(isFirst: boolean): Started {
    const worker = cluster.fork(assignmentVariables({ database: this.#database, isFirst }))
    const started: Started = { worker, ended: new Promise(resolve => worker.once('exit', () => resolve())) }
    this.#running.add(started)
    worker.once('listening', () => {
      started.readyAt = performance.now()
    })
    worker.once('exit', () => this.#running.delete(started))
    // The channel to a worker that has just died; its exit follows.
    worker.on('error', error => log.warn('a worker cannot be reached', { reason: error.message }))
    closeUntaken(worker)
    return started
  }
}

/**
 * Node gives a worker one connection after the other, and waits until it has taken it. A connection on its way to a
 * worker that dies would stay open, and its client would wait: closed, it tries again.
 */
function closeUntaken(worker: Worker): void {
  const { process } = worker
  const send = process.send.bind(process) as (...values: unknown[]) => boolean
  let connection: { close(): void } | undefined
  process.send = (...values: unknown[]) => {
    const [, handle] = values
    if (handle) connection = handle as typeof connection
    return send(...values)
  }
  // Closing it a second time does nothing.
  process.once('exit', () => connection?.close())
}
