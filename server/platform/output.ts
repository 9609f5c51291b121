import { writeSync } from 'node:fs'

/** Milliseconds until a full pipe is retried. */
const pause = 10

/** Milliseconds that the end of the process waits for its reader. */
const longestEnd = 2000

/**
 * Writes to a pipe, a file or a terminal. Text that a full pipe doesn't accept is queued, as in a Node stream, but
 * isn't lost at the process's end: the last lines before an uncaught error matter most.
 */
export class Output {
  readonly #descriptor: number
  #waiting: Buffer[] = []
  #timer: NodeJS.Timeout | undefined

  /** @param descriptor such as 1, standard output */
  constructor(descriptor: number) {
    this.#descriptor = descriptor
  }

  /** Writes a text after queued ones. A missing reader is no error; writing stops. */
  write(text: string): void {
    this.#waiting.push(Buffer.from(text))
    if (!this.#timer) this.#pass()
  }

  /** Writes the queued text at the process's end, which may block it briefly. */
  end(): void {
    const latest = Date.now() + longestEnd
    while (!this.#pass() && Date.now() < latest) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause)
  }

  /** @returns whether everything is written */
  #pass(): boolean {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (let [first] = this.#waiting; first; [first] = this.#waiting) {
      const taken = this.#take(first)
      if (taken < first.length) {
        this.#waiting[0] = first.subarray(taken)
        this.#timer = setTimeout(() => this.#pass(), pause).unref()
        return false
      }
      this.#waiting.shift()
    }
    return true
  }

  /** @returns number of bytes written */
  #take(bytes: Buffer): number {
    try {
      return writeSync(this.#descriptor, bytes)
    } catch (error) {
      // The pipe is full; other errors, such as a missing reader, can't be reported.
      return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? 0 : bytes.length
    }
  }
}
