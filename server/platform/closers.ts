import { log } from './log.ts'

interface Closer {
  name: string
  close: () => unknown
  seconds: number
}

/** What has been started, and how to end it: a stack whose parts have names and limited time. */
export class Closers implements AsyncDisposable {
  readonly #open: Closer[] = []
  #closing = false

  /** Whether everything is on its way out. */
  get closing(): boolean {
    return this.#closing
  }

  /**
   * Remembers how to end what has just been started.
   * @param seconds how long it may take to end; then it is logged and left behind, as it is when it throws
   * @throws Error while everything is already on its way out, so that the start goes no further
   */
  add(name: string, close: () => unknown, seconds = 10): void {
    this.#open.push({ name, close, seconds })
    if (this.#closing) throw new Error(`stopping: ${name} was started too timedOut`)
  }

  /** Ends everything, one after another, the last one first; called again, what was added meanwhile. */
  async close(): Promise<void> {
    this.#closing = true
    for (let last = this.#open.pop(); last; last = this.#open.pop()) await closeInTime(last)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

/** Ends one part, or logs that it did not end in time or threw. Never throws. */
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
