import { crc32 } from 'node:zlib'

/** A file in an archive. */
export interface Unzipped {
  name: string
  content: Buffer
  modified: Date
}

interface Entry {
  name: Buffer
  flags: number
  crc: number
  size: number
  offset: number
  modified: Date
}

/**
 * Reads a ZIP archive of uncompressed files, strictly: the central directory, local headers, data descriptors and
 * checksums must agree, and every byte must belong to one of them or to a file.
 * @throws for anything else
 */
export function unzip(archive: Buffer): Unzipped[] {
  const { count, size, start, end } = endOf(archive)
  assertArchive(start + size === end, 'has its directory just before its end')
  const files: Unzipped[] = []
  let content = 0
  let at = start
  while (at < end) {
    const { entry, length } = entryAt(archive, at)
    at += length
    assertArchive(entry.offset === content, 'has its files one after the other')
    const file = fileAt(archive, entry)
    content = file.end
    files.push({ name: entry.name.toString(), content: file.bytes, modified: entry.modified })
  }
  assertArchive(content === start && files.length === count, 'holds what its directory names and nothing else')
  return files
}

function endOf(archive: Buffer) {
  const end = archive.length - 22
  assertArchive(archive.readUInt32LE(end) === 0x06054b50, 'ends with the end of a directory')
  const count = archive.readUInt16LE(end + 10)
  const size = archive.readUInt32LE(end + 12)
  const start = archive.readUInt32LE(end + 16)
  if (count < 0xffff && size < 0xffffffff && start < 0xffffffff) return { count, size, start, end }
  assertArchive(archive.readUInt32LE(end - 20) === 0x07064b50, 'points to its Zip64 end')
  const zip64End = number64(archive, end - 12)
  assertArchive(zip64End === end - 76 && archive.readUInt32LE(zip64End) === 0x06064b50, 'has a Zip64 end there')
  const [total, length, first] = [32, 40, 48].map(offset => number64(archive, zip64End + offset)) as [
    number,
    number,
    number,
  ]
  return { count: total, size: length, start: first, end: zip64End }
}

function entryAt(archive: Buffer, at: number): { entry: Entry; length: number } {
  assertArchive(archive.readUInt32LE(at) === 0x02014b50, 'has entries in its directory')
  assertArchive(archive.readUInt16LE(at + 10) === 0, 'stores its files')
  assertArchive(archive.readUInt32LE(at + 20) === archive.readUInt32LE(at + 24), 'knows one size of a stored file')
  const nameEnd = at + 46 + archive.readUInt16LE(at + 28)
  const end = nameEnd + archive.readUInt16LE(at + 30)
  const fields = fieldsOf(archive.subarray(nameEnd, end))
  const zip64 = fields.get(1)
  const size = archive.readUInt32LE(at + 24)
  const offset = archive.readUInt32LE(at + 42)
  return {
    length: end - at,
    entry: {
      name: archive.subarray(at + 46, nameEnd),
      flags: archive.readUInt16LE(at + 8),
      crc: archive.readUInt32LE(at + 16),
      size: size === 0xffffffff && zip64 ? number64(zip64, 0) : size,
      offset: offset === 0xffffffff && zip64 ? number64(zip64, zip64.length - 8) : offset,
      modified: new Date((fields.get(0x5455)?.readInt32LE(1) ?? Number.NaN) * 1000),
    },
  }
}

function fileAt(archive: Buffer, { name, flags, crc, size, offset }: Entry): { bytes: Buffer; end: number } {
  const hasDescriptor = (flags & 8) !== 0
  assertArchive(archive.readUInt32LE(offset) === 0x04034b50, 'has a header before each file')
  assertArchive(archive.readUInt16LE(offset + 6) === flags && (flags & 0x800) !== 0, 'says that names are UTF-8')
  const nameEnd = offset + 30 + archive.readUInt16LE(offset + 26)
  assertArchive(archive.subarray(offset + 30, nameEnd).equals(name), 'calls a file the same twice')
  const begin = nameEnd + archive.readUInt16LE(offset + 28)
  const isZip64 = fieldsOf(archive.subarray(nameEnd, begin)).has(1)
  const bytes = archive.subarray(begin, begin + size)
  assertArchive(bytes.length === size && crc32(bytes) === crc, 'holds what its checksums say')
  let at = begin + size
  if (!hasDescriptor) {
    assertArchive(archive.readUInt32LE(offset + 14) === crc && archive.readUInt32LE(offset + 22) === size, 'agrees')
    return { bytes, end: at }
  }
  assertArchive(
    archive.readUInt32LE(at) === 0x08074b50 && archive.readUInt32LE(at + 4) === crc,
    'says the checksum after a file',
  )
  const describedSize = isZip64 ? number64(archive, at + 16) : archive.readUInt32LE(at + 12)
  assertArchive(describedSize === size, 'says the size after a file')
  at += isZip64 ? 24 : 16
  return { bytes, end: at }
}

function fieldsOf(extra: Buffer): Map<number, Buffer> {
  const fields = new Map<number, Buffer>()
  for (let at = 0; at < extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    fields.set(extra.readUInt16LE(at), extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2)))
  }
  return fields
}

function number64(bytes: Buffer, at: number): number {
  return Number(bytes.readBigUInt64LE(at))
}

function assertArchive(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(`not an archive that ${what}`)
}
