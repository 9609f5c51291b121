import type { FileHandle } from 'node:fs/promises'
import { giveBack, takeBuffer } from '../platform/buffers.ts'
import type { ByteRange } from './storage-port.ts'

/**
 * Reads part of a file, one chunk ahead of its reader: while one buffer is being sent, the other is being filled. Closes the file at the end, or when the reader leaves.
 * @param range first and last byte, both included
 * @returns chunks, each valid until the next one is asked for: its buffer is filled again
 * @throws Error where the file ends before the range does; errors of the disk
 */
export async function* readAhead(file: FileHandle, { start, end }: ByteRange): AsyncGenerator<Buffer, void, void> {
  const buffers: [Buffer, Buffer] = [takeBuffer(), takeBuffer()]
  let [filling, sending] = buffers
  let at = start
  const readOn = () => {
    const reading = file.read(filling, 0, Math.min(filling.length, end + 1 - at), at)
    // Awaited below, but only once the chunk before has been sent.
    reading.catch(() => {})
    return reading
  }
  let reading = readOn()
  try {
    while (at <= end) {
      const { bytesRead } = await reading
      if (bytesRead === 0) throw new Error(`a stored file ends at byte ${at} instead of ${end + 1}`)
      at += bytesRead
      ;[filling, sending] = [sending, filling]
      if (at <= end) reading = readOn()
      yield sending.subarray(0, bytesRead)
    }
  } finally {
    // A buffer that is still being filled must not reach another reader.
    await reading.catch(() => {})
    buffers.forEach(giveBack)
    await file.close()
  }
}
