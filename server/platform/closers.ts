import { log } from './log.ts'

interface Closer {
  name: string
  close: () => unknown
  seconds: number
}

/** What has been started and how to end it: a stack of named parts, each with a time limit. */
export class Closers implements AsyncDisposable {
  readonly #open: Closer[] = []
  #closing = false

  /** Whether everything is being closed. */
  get closing(): boolean {
    return this.#closing
  }

  /**
   * Registers how to end what has just been started.
   * @param seconds how long it may take; after that it is logged and abandoned, as it is when it throws
   * @throws Error while everything is already being closed, so that starting goes no further
   */
  add(name: string, close: () => unknown, seconds = 10): void {
    this.#open.push({ name, close, seconds })
    if (this.#closing) throw new Error(`stopping: ${name} was started too late`)
  }

  /** Ends everything, one after another, last started first. Called again, ends what was added since. */
  async close(): Promise<void> {
    this.#closing = true
    for (let last = this.#open.pop(); last; last = this.#open.pop()) await closeInTime(last)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

/** Ends one part, or logs that it took too long or threw. Never throws. */
export async function closeInTime({ name, close, seconds }: Closer): Promise<void> {
  const timedOut = Symbol('timed out')
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise(resolve => {
    timer = setTimeout(resolve, seconds * 1000, timedOut)
  })
  try {
    const result = await Promise.race([Promise.resolve().then(close), timeout])
    if (result === timedOut) log.warn(`${name} did not stop within ${seconds} s, so we stopped waiting for it`)
  } catch (error) {
    log.error(`${name} did not stop cleanly`, error)
  } finally {
    clearTimeout(timer)
  }
}
