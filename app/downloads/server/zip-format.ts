// Encodes the records of a zip archive (PKWARE APPNOTE 6.3.10). All numbers are little-endian.

/** The largest four-byte number; in a field it means "see the Zip64 field". */
export const max32 = 0xffff_ffff
export const max16 = 0xffff

/** A file's data for the central directory. */
export interface WrittenFile {
  name: Buffer
  modified: Date
  flags: number
  version: number
  crc: number
  size: number
  /** Of its local header, from the start of the archive. */
  offset: number
}

/** APPNOTE 4.3.7. */
export function localHeader({ name, modified, flags, version, crc, size }: WrittenFile, zip64: boolean): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x0403_4b50, 0)
  header.writeUInt16LE(version, 4)
  header.writeUInt16LE(flags, 6)
  header.writeUInt32LE(dosTime(modified), 10)
  header.writeUInt32LE(crc, 14)
  header.writeUInt32LE(zip64 ? max32 : size, 18)
  header.writeUInt32LE(zip64 ? max32 : size, 22)
  const extra = [unixTime(modified), ...(zip64 ? [zip64Field([0, 0])] : [])]
  return withNameAndExtra(header, 26, name, extra)
}

/** APPNOTE 4.3.9: with a Zip64 field in the local header, sizes take eight bytes. */
export function descriptor({ crc, size }: WrittenFile, zip64: boolean): Buffer {
  const record = Buffer.alloc(zip64 ? 24 : 16)
  record.writeUInt32LE(0x0807_4b50, 0)
  record.writeUInt32LE(crc, 4)
  if (zip64) {
    record.writeBigUInt64LE(BigInt(size), 8)
    record.writeBigUInt64LE(BigInt(size), 16)
  } else {
    record.writeUInt32LE(size, 8)
    record.writeUInt32LE(size, 12)
  }
  return record
}

/** APPNOTE 4.3.12. */
export function directoryEntry({ name, modified, flags, version, crc, size, offset }: WrittenFile): Buffer {
  const large = [...(size >= max32 ? [size, size] : []), ...(offset >= max32 ? [offset] : [])]
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x0201_4b50, 0)
  // Made on Unix, so that the upper half of the attributes is the mode: rw-r--r--, a regular file.
  header.writeUInt16LE((3 << 8) | 45, 4)
  header.writeUInt16LE(large.length > 0 ? 45 : version, 6)
  header.writeUInt16LE(flags, 8)
  header.writeUInt32LE(dosTime(modified), 12)
  header.writeUInt32LE(crc, 16)
  header.writeUInt32LE(Math.min(size, max32), 20)
  header.writeUInt32LE(Math.min(size, max32), 24)
  header.writeUInt32LE(0o100644 * 2 ** 16, 38)
  header.writeUInt32LE(Math.min(offset, max32), 42)
  return withNameAndExtra(header, 28, name, [unixTime(modified), ...(large.length > 0 ? [zip64Field(large)] : [])])
}

/** APPNOTE 4.3.14 to 4.3.16. */
export function endOfDirectory(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(Math.min(count, max16), 8)
  end.writeUInt16LE(Math.min(count, max16), 10)
  end.writeUInt32LE(Math.min(size, max32), 12)
  end.writeUInt32LE(Math.min(offset, max32), 16)
  if (count < max16 && size < max32 && offset < max32) return end

  const zip64 = Buffer.alloc(56 + 20)
  zip64.writeUInt32LE(0x0606_4b50, 0)
  zip64.writeBigUInt64LE(44n, 4)
  zip64.writeUInt16LE((3 << 8) | 45, 12)
  zip64.writeUInt16LE(45, 14)
  zip64.writeBigUInt64LE(BigInt(count), 24)
  zip64.writeBigUInt64LE(BigInt(count), 32)
  zip64.writeBigUInt64LE(BigInt(size), 40)
  zip64.writeBigUInt64LE(BigInt(offset), 48)
  zip64.writeUInt32LE(0x0706_4b50, 56)
  zip64.writeBigUInt64LE(BigInt(offset + size), 64)
  zip64.writeUInt32LE(1, 72)
  return Buffer.concat([zip64, end])
}

function withNameAndExtra(header: Buffer, at: number, name: Buffer, extra: Buffer[]): Buffer {
  header.writeUInt16LE(name.length, at)
  header.writeUInt16LE(
    extra.reduce((sum, { length }) => sum + length, 0),
    at + 2,
  )
  return Buffer.concat([header, name, ...extra])
}

/** APPNOTE 4.5.3: numbers that don't fit in four bytes. */
function zip64Field(numbers: number[]): Buffer {
  const field = Buffer.alloc(4 + 8 * numbers.length)
  field.writeUInt16LE(0x0001, 0)
  field.writeUInt16LE(8 * numbers.length, 2)
  for (const [index, number] of numbers.entries()) field.writeBigUInt64LE(BigInt(number), 4 + 8 * index)
  return field
}

/** Info-ZIP's extended timestamp: the format's own has no time zone and a precision of two seconds. */
function unixTime(modified: Date): Buffer {
  const field = Buffer.alloc(9)
  field.writeUInt16LE(0x5455, 0)
  field.writeUInt16LE(5, 2)
  field.writeUInt8(1, 4)
  field.writeInt32LE(Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, Math.floor(modified.getTime() / 1000))), 5)
  return field
}

/** APPNOTE 4.4.6: time in the lower half, date in the upper, from 1980 to 2107, in UTC here. */
function dosTime(modified: Date): number {
  const first = Date.UTC(1980, 0, 1)
  const last = Date.UTC(2107, 11, 31, 23, 59, 58)
  const at = new Date(Math.max(first, Math.min(last, modified.getTime())))
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return date * 2 ** 16 + time
}
