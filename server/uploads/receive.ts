import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/** Bytes written at a time: the cost of a call is spread over many of the 64 KB in which a request arrives. */
const pieceSize = 1024 * 1024
/** A request may also arrive byte by byte. */
const chunksInPiece = 256
/** What has arrived is written after this long (ms), even if it is little, so that a broken connection loses little. */
const longestWait = 100

/**
 * Hands over the chunks of a stream as they arrive.
 * @param signal ends it early, as if the stream had ended, and leaves the stream open
 * @param take gets each chunk; the stream pauses while a promise that it returns is pending
 * @throws errors of the stream, which includes its end without its last byte, and of `take`
 */
export function receive(
  stream: Readable,
  signal: AbortSignal,
  take: (chunk: Buffer) => Promise<void> | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let hasEnded = false
    const end = (error?: unknown) => {
      hasEnded = true
      stream.off('data', onData).off('end', onEnd).off('error', end).off('close', onClose)
      signal.removeEventListener('abort', onEnd)
      stream.pause()
      if (error) reject(error)
      else resolve()
    }
    const onEnd = () => end()
    const onClose = () => end(new Error('the stream closed before its end'))
    const onData = (chunk: Buffer) => {
      try {
        const full = take(chunk)
        if (!full) return
        stream.pause()
        full.then(() => !hasEnded && stream.resume(), end)
      } catch (error) {
        end(error)
      }
    }
    if (signal.aborted || stream.readableEnded) return resolve()
    if (stream.destroyed) return reject(stream.errored ?? new Error('the stream was closed'))
    signal.addEventListener('abort', onEnd, { once: true })
    stream.once('end', onEnd).once('error', end).once('close', onClose).on('data', onData)
  })
}

/** Writes chunks to a file in large pieces: while one is being written, the next is gathered. */
export class PieceWriter {
  readonly #file: FileHandle
  /** Where the next piece goes. */
  #position: number
  #gathered: Buffer[] = []
  #size = 0
  #writing: Promise<void> = Promise.resolve()
  #isWriting = false
  #timer: NodeJS.Timeout | undefined

  constructor(file: FileHandle, position: number) {
    this.#file = file
    this.#position = position
  }

  /**
   * @param chunk belongs to the writer from here on
   * @returns a promise to wait for before the next chunk, where writing is slower than this
   */
  take(chunk: Buffer): Promise<void> | undefined {
    this.#gathered.push(chunk)
    this.#size += chunk.length
    if (this.#size < pieceSize && this.#gathered.length < chunksInPiece) {
      this.#timer ??= setTimeout(() => this.#startNext().catch(() => {}), longestWait)
      return undefined
    }
    if (this.#isWriting) return this.#startNext()
    this.#start()
    return undefined
  }

  /**
   * Writes what is left.
   * @returns the position after the last byte
   * @throws errors of the disk, of any piece
   */
  async end(): Promise<number> {
    await this.#startNext()
    await this.#writing
    return this.#position
  }

  /** Starts to write what was gathered once the piece before is written. */
  async #startNext(): Promise<void> {
    await this.#writing
    this.#start()
  }

  #start(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#size === 0) return
    const [piece, position] = [this.#gathered, this.#position]
    this.#gathered = []
    this.#position += this.#size
    this.#size = 0
    this.#isWriting = true
    this.#writing = writeFully(this.#file, piece, position).finally(() => {
      this.#isWriting = false
    })
    // Reported by the next `take` or by `end`.
    this.#writing.catch(() => {})
  }
}

/** A write may be partial when the disk is nearly full. */
async function writeFully(file: FileHandle, chunks: Buffer[], position: number): Promise<void> {
  while (chunks.length > 0) {
    let { bytesWritten: written } = await file.writev(chunks, position)
    position += written
    while (chunks[0] && written >= chunks[0].length) written -= chunks.shift()?.length ?? 0
    if (chunks[0] && written > 0) chunks[0] = chunks[0].subarray(written)
  }
}
