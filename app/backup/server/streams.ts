import { createHash } from 'node:crypto'
import { type Duplex, pipeline, Readable } from 'node:stream'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { TableRows } from './database-shape.ts'

export type Bytes = AsyncIterable<Uint8Array>

const newline = 10
const gathered = 256 * 1024

/** Passes bytes on, in larger chunks with their own memory. */
export async function* gather(source: Bytes, size = gathered): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  let length = 0
  for await (const piece of source) {
    // A store may reuse a chunk's memory once the next one is requested.
    pieces.push(Buffer.from(piece))
    length += piece.length
    if (length < size) continue
    yield Buffer.concat(pieces)
    pieces = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(pieces)
}

/** Counts and hashes passing bytes. */
export class Measure {
  readonly #hash = createHash('sha256')
  #size = 0
  #rows = 0

  async *watch(source: Bytes): AsyncGenerator<Uint8Array> {
    for await (const piece of source) {
      this.#hash.update(piece)
      this.#size += piece.length
      for (let at = piece.indexOf(newline); at >= 0; at = piece.indexOf(newline, at + 1)) this.#rows++
      yield piece
    }
  }

  /** @returns the measure; call once, at the end. In `copy`'s text, each row is a line */
  result(): TableRows {
    return { rows: this.#rows, size: this.#size, sha256: this.#hash.digest('hex') }
  }
}

export async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

export async function drain(source: Bytes): Promise<void> {
  for await (const _ of source);
}

export async function collect(source: Bytes): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of gather(source)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Splits text into lines, without line breaks. */
export async function* linesOf(source: Bytes): AsyncGenerator<string> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const piece of source) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest) yield rest
}

/** Processes items with limited concurrency, and waits for all. The first error ends it. */
export async function forEachParallel<T>(
  items: AsyncIterable<T> | Iterable<T>,
  most: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const busy = new Set<Promise<void>>()
  let failed: { error: unknown } | undefined
  for await (const item of items) {
    if (busy.size >= most) await Promise.race(busy)
    if (failed) break
    const job = work(item)
      .catch(error => {
        failed ??= { error }
      })
      .finally(() => busy.delete(job))
    busy.add(job)
  }
  await Promise.all(busy)
  if (failed) throw failed.error
}

export function compressed(source: Bytes): Bytes {
  return through(gather(source), () =>
    createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 4, [constants.ZSTD_c_checksumFlag]: 1 } }),
  )
}

export function decompressed(source: Bytes): Bytes {
  return through(gather(source), createZstdDecompress)
}

/** Sends bytes through a transform, lazily; an error on either side reaches the reader. */
async function* through(source: Bytes, create: () => Duplex): AsyncGenerator<Uint8Array> {
  const transform = create()
  // The reader gets the same error.
  pipeline(Readable.from(source, { objectMode: false }), transform, () => {})
  yield* transform
}
