import type { ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX as compressible } from 'hono/utils/compress'

/** Writes a page's body: by its renderer, or chunk by chunk as it arrives. Null for no body. */
export type PageBody = ((destination: Writable) => void) | ReadableStream<Uint8Array> | null

/**
 * Encoders for pages, best first. A list of 50 documents, 71 KB, takes Zstandard at its usual level 0.1 ms and 10.4 KB,
 * Brotli at level 4 0.5 ms and 9.9 KB (at 5, 0.8 ms and 8.9 KB), gzip 0.6 ms and 12 KB.
 */
const encoders = {
  zstd: () => createZstdCompress(),
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: () => createGzip(),
}
export type PageCoding = keyof typeof encoders
export const pageCodings: readonly PageCoding[] = ['zstd', 'br', 'gzip']

/** @returns whether compressing a body of this type pays off */
export const isCompressible = (contentType: string | null) => contentType !== null && compressible.test(contentType)

/**
 * Writes the body of a response whose head has been sent. A page rendered at once is sent at once: React writes pieces
 * of 2 KB, each of which would otherwise be compressed and sent by itself.
 * @param coding the response's Content-Encoding
 * @returns when the body has been handed over, or the reader has left
 * @throws what broke off a stream, with the response
 */
export async function sendBody(
  response: ServerResponse,
  body: PageBody,
  coding: PageCoding | undefined,
): Promise<void> {
  if (!body) return void response.end()
  // The reader left during rendering.
  if (response.destroyed) return body instanceof ReadableStream ? body.cancel() : undefined
  const writer = new BodyWriter(response, coding)
  if (typeof body === 'function') return body(writer)
  const reader = body.getReader()
  writer.once('close', () => void reader.cancel().catch(() => {}))
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const hasRoom = writer.write(read.value)
      writer.flush()
      if (!hasRoom) await writer.drained()
    }
    writer.end()
  } catch (error) {
    response.destroy()
    throw error
  }
}

/** Buffers writes until `flush` or `end`, and closes when the response does. */
class BodyWriter extends Writable {
  readonly #to: Writable
  readonly #encoder: ReturnType<(typeof encoders)[PageCoding]> | undefined

  constructor(response: ServerResponse, coding: PageCoding | undefined) {
    // Writes are buffered in memory anyway.
    super({ highWaterMark: 1024 * 1024 })
    this.#encoder = coding && encoders[coding]()
    this.#to = this.#encoder ?? response
    this.#encoder?.pipe(response)
    this.#encoder?.once('error', () => response.destroy())
    response.once('close', () => {
      this.#encoder?.destroy()
      this.destroy()
    })
    // A reader that leaves is no error; the renderer gets `close`.
    this.on('error', () => {})
    this.cork()
  }

  /** Sends what has been written so far. React calls this whenever it has nothing more to write for now. */
  flush(): void {
    // A stream may be about to end a few promises later; the rest is then sent with the end.
    setImmediate(() => {
      if (this.writableEnded || this.destroyed) return
      this.uncork()
      this.#encoder?.flush()
      this.cork()
    })
  }

  /** @returns when there is room again, or the reader has left */
  drained(): Promise<void> {
    return new Promise(resolve => {
      this.once('drain', resolve)
      this.once('close', resolve)
    })
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    // An ended body is sent with its end, in one piece.
    if (this.writableEnded) this.#to.end(chunk, done)
    else this.#to.write(chunk, done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'buffer', done)
  }

  override _final(done: () => void): void {
    if (!this.#to.writableEnded) this.#to.end()
    done()
  }
}
