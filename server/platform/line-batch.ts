/** Milliseconds that a line may wait for others. */
const longestWait = 10

/**
 * Characters that are written at once. Several processes may write to one pipe, and of longer texts the system would let
 * another process write between two parts (PIPE_BUF in pipe(7)).
 */
const mostAtOnce = 4096

/** Writes lines in their order, many at a time: each write costs more than composing a line. */
export class LineBatch {
  readonly #write: (text: string) => void
  #waiting = ''
  #timer: NodeJS.Timeout | undefined

  constructor(write: (text: string) => void) {
    this.#write = write
  }

  /** Writes a line soon, unless the process is killed first: `flush` has to be called at its end. */
  add(line: string): void {
    this.#append(line)
    this.#timer ??= setTimeout(() => this.flush(), longestWait).unref()
  }

  /** Writes a line now, after those that wait. */
  write(line: string): void {
    this.#append(line)
    this.flush()
  }

  #append(line: string): void {
    if (this.#waiting.length + line.length > mostAtOnce) this.flush()
    this.#waiting += line
  }

  /** Writes the lines that wait. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (!this.#waiting) return
    const text = this.#waiting
    this.#waiting = ''
    this.#write(text)
  }
}
