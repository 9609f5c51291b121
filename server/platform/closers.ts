import { log } from './log.ts'

interface Closer {
  name: string
  close: () => unknown
  seconds: number
}

/** A stack of started parts to close, each with a time limit. */
export class Closers implements AsyncDisposable {
  readonly #open: Closer[] = []
  #closing = false

  get closing(): boolean {
    return this.#closing
  }

  /**
   * Registers how to close a part.
   * @param seconds time limit; on timeout or error it is logged and abandoned
   * @throws Error while closing, so that starting stops
   */
  add(name: string, close: () => unknown, seconds = 10): void {
    this.#open.push({ name, close, seconds })
    if (this.#closing) throw new Error(`stopping: ${name} was started too late`)
  }

  /** Closes all parts sequentially, last started first. Called again, closes parts added since. */
  async close(): Promise<void> {
    this.#closing = true
    for (let last = this.#open.pop(); last; last = this.#open.pop()) await closeInTime(last)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

/** Closes one part, and logs a timeout or error. Never throws. */
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
