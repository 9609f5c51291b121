import type { FileHandle } from 'node:fs/promises'
import { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { giveBack, takeBuffer } from '../platform/buffers.ts'

/** What has arrived is written after this long (ms), even if it is little, so that a broken connection loses little. */
const longestWait = 100

/**
 * Hands over the chunks of a stream as they arrive.
 * @param signal ends it early, as if the stream had ended, and leaves the stream open, so that another call can go on
 * @param take gets each chunk and is done with it when it returns; the stream pauses while a promise that it returns is
 *   pending
 * @throws errors of the stream, which includes its end without its last byte, and of `take`
 */
export function receive(
  stream: Readable,
  signal: AbortSignal,
  take: (chunk: Buffer) => Promise<void> | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let hasEnded = false
    let taking = Promise.resolve()
    const end = (error?: unknown) => {
      hasEnded = true
      stream.off('data', onData).off('end', onEnd).off('error', end).off('close', onClose)
      signal.removeEventListener('abort', onEnd)
      stream.pause()
      // The last chunk counts whole or not at all.
      taking.then(() => (error ? reject(error) : resolve()), reject)
    }
    const onEnd = () => end()
    const onClose = () => end(new Error('the stream closed before its end'))
    const onData = (chunk: Buffer) => {
      try {
        const full = take(chunk)
        if (!full) return free(chunk)
        stream.pause()
        taking = full.then(() => {
          free(chunk)
          if (!hasEnded) stream.resume()
        })
        taking.catch(end)
      } catch (error) {
        end(error)
      }
    }
    // Node gives each chunk of a request memory of its own. Detaching frees it at once and without a garbage collection,
    // of which 40 MB would cost two; the next chunk then gets the same memory, which is still in the processor's cache.
    const free = (chunk: Buffer) => {
      const isOwn = stream instanceof IncomingMessage && chunk.length === chunk.buffer.byteLength
      if (isOwn) (chunk.buffer as ArrayBuffer).transfer(0)
    }
    if (signal.aborted || stream.readableEnded) return resolve()
    if (stream.destroyed) return reject(stream.errored ?? new Error('the stream was closed'))
    signal.addEventListener('abort', onEnd, { once: true })
    stream.once('end', onEnd).once('error', end).once('close', onClose).on('data', onData)
    // It stays paused where an earlier call has left it so.
    stream.resume()
  })
}

/** Writes chunks to a file in large pieces: while one is being written, the next is gathered. */
export class PieceWriter {
  readonly #file: FileHandle
  /** Where the next piece goes. */
  #position: number
  #piece: Buffer | undefined
  /** Bytes gathered in it. */
  #size = 0
  #writing: Promise<void> = Promise.resolve()
  #isWriting = false
  #timer: NodeJS.Timeout | undefined

  constructor(file: FileHandle, position: number) {
    this.#file = file
    this.#position = position
  }

  /**
   * Copies a chunk.
   * @returns a promise to wait for where writing is slower than this; the chunk is needed until then
   */
  take(chunk: Buffer): Promise<void> | undefined {
    for (let copied = this.#copy(chunk); copied < chunk.length; copied += this.#copy(chunk, copied)) {
      if (this.#isWriting) return this.#takeLater(chunk.subarray(copied))
      this.#start()
    }
    this.#timer ??= setTimeout(() => this.#startNext().catch(() => {}), longestWait)
    return undefined
  }

  /**
   * Writes what is left.
   * @throws errors of the disk, of any piece
   */
  async end(): Promise<void> {
    try {
      await this.#startNext()
      await this.#writing
    } finally {
      clearTimeout(this.#timer)
      if (this.#piece) giveBack(this.#piece)
      this.#piece = undefined
    }
  }

  /** @returns how many bytes of a chunk, from `start` on, found room in the piece */
  #copy(chunk: Buffer, start = 0): number {
    this.#piece ??= takeBuffer()
    const copied = chunk.copy(this.#piece, this.#size, start)
    this.#size += copied
    return copied
  }

  async #takeLater(chunk: Buffer): Promise<void> {
    await this.#startNext()
    await this.take(chunk)
  }

  /** Starts to write what was gathered once the piece before is written. */
  async #startNext(): Promise<void> {
    await this.#writing
    this.#start()
  }

  #start(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const [piece, size, position] = [this.#piece, this.#size, this.#position]
    if (!piece || size === 0) return
    this.#piece = undefined
    this.#size = 0
    this.#position += size
    this.#isWriting = true
    this.#writing = writeFully(this.#file, piece.subarray(0, size), position).finally(() => {
      this.#isWriting = false
      giveBack(piece)
    })
    // Reported by the next `take` or by `end`.
    this.#writing.catch(() => {})
  }
}

/** A write may be partial when the disk is nearly full. */
async function writeFully(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
}
