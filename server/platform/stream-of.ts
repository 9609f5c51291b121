import { ReadableStream as WebStream } from 'node:stream/web'

/** @returns a lazy stream of a generator's chunks; canceling it ends the generator */
export function streamOf(chunks: AsyncGenerator<Uint8Array, void, void>): ReadableStream<Uint8Array> {
  // TypeScript's DOM types, which we use, don't include `from` yet.
  return WebStream.from(chunks) as ReadableStream<Uint8Array>
}
