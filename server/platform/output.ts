import { writeSync } from 'node:fs'

/** Milliseconds until added lines are written, or a full pipe is retried. */
const pause = 10

/** Milliseconds that the end of the process waits for its reader. */
const longestEnd = 2000

/** Characters per write. Several processes may write to one pipe, and longer writes may be interleaved (PIPE_BUF in pipe(7)). */
const mostAtOnce = 4096

/** Writes that wait for a reader, some 4 MB. Then the oldest are dropped. */
const mostQueued = 1024

/** Also in a thread, whose `process.stdout` has none. */
const descriptor = 1

/**
 * Writes lines to standard output, in order. What a full pipe doesn't accept is queued, as in a Node stream, but isn't
 * lost at the process's end: the last lines before an uncaught error matter most.
 */
export class Output {
  /** Lines for one write: a write costs more than composing a line. */
  #batch = ''
  #queue: Buffer[] = []
  #timer: NodeJS.Timeout | undefined

  /** Writes a line within 10 ms; `end` must be called at the process's end. */
  add(line: string): void {
    if (this.#batch.length + line.length > mostAtOnce) this.#flush()
    this.#batch += line
    this.#timer ??= setTimeout(() => this.#flush(), pause).unref()
  }

  /** Writes a line now, after earlier ones, unless the pipe is full. */
  write(line: string): void {
    this.add(line)
    if (this.#queue.length === 0) this.#flush()
  }

  /** Writes what is queued, which may block the process briefly. */
  end(): void {
    const latest = Date.now() + longestEnd
    while (!this.#flush() && Date.now() < latest) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause)
  }

  /** @returns whether everything is written */
  #flush(): boolean {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#batch) this.#queue.push(Buffer.from(this.#batch))
    this.#batch = ''
    // The first may be written in part.
    if (this.#queue.length > mostQueued) this.#queue.splice(1, 1)
    try {
      for (let [first] = this.#queue; first; [first] = this.#queue) {
        const written = writeSync(descriptor, first)
        if (written < first.length) this.#queue[0] = first.subarray(written)
        else this.#queue.shift()
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') {
        this.#timer = setTimeout(() => this.#flush(), pause).unref()
        return false
      }
      // Such as a missing reader, which can't be reported.
      this.#queue = []
    }
    return true
  }
}
