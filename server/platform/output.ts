import { writeSync } from 'node:fs'

/** Milliseconds until a reader that takes no more is tried again. */
const pause = 10

/** Milliseconds that the end of the process waits for its reader. */
const longestEnd = 2000

/**
 * Writes to a pipe, a file or a terminal. What a pipe's reader doesn't take at once waits, as in a stream of Node's, and isn't lost
 * when the process ends, as it is there: the last lines before an error that nobody caught are those that matter.
 */
export class Output {
  readonly #descriptor: number
  #waiting: Buffer[] = []
  #timer: NodeJS.Timeout | undefined

  /** @param descriptor such as 1, standard output */
  constructor(descriptor: number) {
    this.#descriptor = descriptor
  }

  /** Writes a text after those that wait. Where its reader is gone, nothing is written any more, which is no error. */
  write(text: string): void {
    this.#waiting.push(Buffer.from(text))
    if (!this.#timer) this.#pass()
  }

  /** Writes what waits, for the end of the process: it may keep that waiting a moment. */
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

  /** @returns how many bytes were taken */
  #take(bytes: Buffer): number {
    try {
      return writeSync(this.#descriptor, bytes)
    } catch (error) {
      // The pipe is full; of other errors, such as a reader that is gone, nobody could be told.
      return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? 0 : bytes.length
    }
  }
}
