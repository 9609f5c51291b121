import type { FileHandle } from 'node:fs/promises'
import { giveBack, takeBuffer } from '../platform/buffers.ts'
import type { ByteRange } from './storage-port.ts'

/**
 * Reads part of a file, one chunk ahead of its reader: one buffer is filled while another is sent. Closes the file at
 * the end, or when the reader leaves.
 * @param range first and last byte, inclusive
 * @returns chunks, each valid only until the next one: buffers are reused
 * @throws Error if the file ends before the range does; errors of the disk
 */
export async function* readAhead(file: FileHandle, { start, end }: ByteRange): AsyncGenerator<Buffer, void, void> {
  const buffers: [Buffer, Buffer] = [takeBuffer(), takeBuffer()]
  let [filling, sending] = buffers
  let at = start
  const readOn = () => {
    const reading = file.read(filling, 0, Math.min(filling.length, end + 1 - at), at)
    // Awaited below, once the previous chunk has been sent.
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
    // A buffer still being filled must not reach another reader.
    await reading.catch(() => {})
    buffers.forEach(giveBack)
    await file.close()
  }
}
