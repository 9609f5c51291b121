/** Longest delay of a line, in milliseconds. */
const longestWait = 10

/** Characters per write. Several processes may write to one pipe, and longer writes may be interleaved (PIPE_BUF in pipe(7)). */
const mostAtOnce = 4096

/** Writes lines in order and in batches: a write costs more than composing a line. */
export class LineBatch {
  readonly #write: (text: string) => void
  #waiting = ''
  #timer: NodeJS.Timeout | undefined

  constructor(write: (text: string) => void) {
    this.#write = write
  }

  /** Queues a line; `flush` must be called at the process's end. */
  add(line: string): void {
    this.#append(line)
    this.#timer ??= setTimeout(() => this.flush(), longestWait).unref()
  }

  /** Writes a line now, after queued ones. */
  write(line: string): void {
    this.#append(line)
    this.flush()
  }

  #append(line: string): void {
    if (this.#waiting.length + line.length > mostAtOnce) this.flush()
    this.#waiting += line
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (!this.#waiting) return
    const text = this.#waiting
    this.#waiting = ''
    this.#write(text)
  }
}
