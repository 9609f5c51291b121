import { ReadableStream as WebStream } from 'node:stream/web'

/** @returns a stream of what a generator makes, asked for only as it is read; giving up reaches the generator */
export function streamOf(chunks: AsyncGenerator<Uint8Array, void, void>): ReadableStream<Uint8Array> {
  // TypeScript's types for browsers, which are ours, do not know `from` yet.
  return WebStream.from(chunks) as ReadableStream<Uint8Array>
}
