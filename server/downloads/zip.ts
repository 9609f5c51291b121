import { crc32 } from 'node:zlib'
import { streamOf } from './stream-of.ts'
import {
  descriptor,
  directoryEntry,
  endOfDirectory,
  localHeader,
  max16,
  max32,
  type WrittenFile,
} from './zip-format.ts'

/** One file of an archive. */
export interface ZipEntry {
  /** Its path in the archive, parts divided by `/`; see `safeName` for parts that people have chosen. */
  name: string
  /** Kept to the second, in UTC. */
  modified: Date
  /** In bytes, where it is known; the archive breaks off if the content turns out otherwise. */
  size?: number
  /** Asked once, when the archive has come to this file. */
  open(): Promise<ReadableStream<Uint8Array> | Uint8Array>
}

/**
 * Makes an archive while it is being read: one file is open at a time, nothing is held but the chunk on its way, and
 * reading slower or giving up reaches the files. Format: PKWARE APPNOTE 6.3.10; files are stored and not compressed
 * (PDFs and pictures would not shrink), names are UTF-8, sizes and places beyond 4 GB or 65,535 files are Zip64.
 * @param entries asked for one after the other; two of the same name are not noticed, see `uniqueNames`
 * @returns the archive's bytes. It fails, and so is cut off, where an entry cannot be opened or read
 */
export function zipStream(entries: AsyncIterable<ZipEntry>): ReadableStream<Uint8Array> {
  return streamOf(archive(entries))
}

async function* archive(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array, void, void> {
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

/** One file: header, content and, where those were not known before, checksum and size. */
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
  // Inside the loop's reach from the first byte on: whoever gives up here has the file closed.
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

/** APPNOTE 4.4.17: a relative path with `/`. What would climb out of the folder it is unpacked in is an error of ours. */
function encodeEntryName(name: string): Buffer {
  const bytes = Buffer.from(name)
  const parts = name.split('/')
  const unsafe = parts.some(part => part === '' || part === '.' || part === '..') || /[\p{Cc}\\]/u.test(name)
  if (unsafe || bytes.length > max16) throw new TypeError('not a valid file name for an archive')
  return bytes
}
