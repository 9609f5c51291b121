import { crc32 } from 'node:zlib'
import {
  descriptor,
  directoryEntry,
  endOfDirectory,
  localHeader,
  max16,
  max32,
  type WrittenFile,
} from './zip-format.ts'

/** A file for an archive. */
export interface ZipEntry {
  /** Its path in the archive, with `/` between segments; see `safeName` for segments that people chose. */
  name: string
  /** Stored in UTC with a precision of seconds. */
  modified: Date
  /** In bytes, if known; the archive breaks off if the content has another size. */
  size?: number
  /** Called once, when the archive reaches this file. */
  open(): Promise<AsyncIterable<Uint8Array> | Uint8Array>
}

/**
 * Creates an archive during its download: only one file is open at a time, only the current chunk is in memory, and
 * slow reading or leaving propagates to the files. Format: PKWARE APPNOTE 6.3.10. Files are stored uncompressed (PDFs
 * and images wouldn't shrink), names are UTF-8, and sizes or offsets beyond 4 GB or more than 65,535 files use Zip64.
 * @param entries pulled sequentially; duplicate names are not detected, see `uniqueNames`
 * @returns the archive's bytes in chunks, each valid until the next one is requested
 * @throws if an entry can't be opened or read, so that the download breaks off
 */
export async function* zipChunks(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array, void, void> {
  const written: WrittenFile[] = []
  let offset = 0
  for await (const entry of entries) {
    const file = yield* fileRecords(entry, offset)
    offset = file.end
    written.push(file)
  }
  let size = 0
  for (const file of written) {
    const header = directoryEntry(file)
    size += header.length
    yield header
  }
  yield endOfDirectory(written.length, size, offset)
}

/** One file: header, content and, unless known before, checksum and size. */
async function* fileRecords(
  entry: ZipEntry,
  offset: number,
): AsyncGenerator<Uint8Array, WrittenFile & { end: number }, void> {
  const name = encodeEntryName(entry.name)
  const content = await entry.open()
  const whole = content instanceof Uint8Array
  const zip64 = !whole && (entry.size ?? max32) >= max32
  const file = {
    name,
    modified: entry.modified,
    // Bit 11: the name is UTF-8. Bit 3: checksum and size follow the content.
    flags: whole ? 0x0800 : 0x0808,
    version: zip64 ? 45 : 20,
    crc: whole ? crc32(content) : 0,
    size: whole ? content.length : 0,
    offset,
  }
  const header = localHeader(file, zip64)
  let end = offset + header.length
  if (whole) {
    assertSize(entry, content.length)
    yield header
    if (content.length > 0) yield content
    return { ...file, end: end + content.length }
  }
  // The header is sent inside the loop, so that leaving closes the file from the first byte on.
  let started = false
  for await (const chunk of content) {
    if (!started) yield header
    started = true
    file.crc = crc32(chunk, file.crc)
    file.size += chunk.length
    yield chunk
  }
  if (!started) yield header
  assertSize(entry, file.size)
  end += file.size
  const record = descriptor(file, zip64)
  yield record
  return { ...file, end: end + record.length }
}

function assertSize(entry: ZipEntry, found: number): void {
  if (entry.size !== undefined && entry.size !== found) {
    throw new Error(`a file of ${entry.size} bytes had ${found}`)
  }
}

/**
 * APPNOTE 4.4.17: a relative path with `/`.
 * @throws TypeError for a path that could leave the folder it is unpacked in, which would be our bug
 */
function encodeEntryName(name: string): Buffer {
  const bytes = Buffer.from(name)
  const parts = name.split('/')
  const unsafe = parts.some(part => part === '' || part === '.' || part === '..') || /[\p{Cc}\\]/u.test(name)
  if (unsafe || bytes.length > max16) throw new TypeError('not a valid file name for an archive')
  return bytes
}
