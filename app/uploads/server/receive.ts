import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/**
 * Writes a request's bytes into a file as they arrive. Bytes received before an error stay.
 * @param offset position of the first byte
 * @param onWritten called and awaited after each chunk with the file's size
 * @returns the file's size, and what ended the request early, such as a broken connection
 * @throws errors of the disk, and of `onWritten`
 */
export async function receive(
  bytes: Readable,
  file: FileHandle,
  offset: number,
  onWritten: (arrived: number) => Promise<void> = async () => {},
): Promise<{ arrived: number; error?: unknown }> {
  const chunks = bytes[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  for (let arrived = offset; ; await onWritten(arrived)) {
    const next = await chunks.next().catch((error: unknown) => ({ error }))
    if ('error' in next) return { arrived, error: next.error }
    if (next.done) return { arrived }
    arrived += await writeFully(file, next.value, arrived)
  }
}

/** A write may be partial when the disk is nearly full. */
async function writeFully(file: FileHandle, bytes: Buffer, position: number): Promise<number> {
  let done = 0
  while (done < bytes.length) {
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten
  }
  return done
}
