import { inflateRawSync } from 'node:zlib'

/** A file in a zip archive. */
export interface ZipPart {
  name: string
  /** @returns its content. @throws if it is damaged, encrypted, or unpacks to too much, together with parts read before */
  read(): Buffer
}

/** The structural parts of a Word document are a few KB. */
const partLimit = 8 * 1024 * 1024
/** Limits per archive: parts, and unpacked bytes. Entries may overlap, so the archive's size bounds neither. */
const mostParts = 10_000
const unpackedLimit = 32 * 1024 * 1024

/**
 * Lists the files of a zip archive.
 * @see PKWARE APPNOTE 6.3.10, sections 4.3.12 (central directory), 4.3.16 (its end) and 4.3.7 (local header)
 * @param zip the whole archive
 * @throws Error or RangeError if it is damaged
 */
export function zipParts(zip: Buffer): ZipPart[] {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end < 0) throw new Error('no central directory')
  const count = zip.readUInt16LE(end + 10)
  if (count > mostParts) throw new Error('too many parts')
  let left = unpackedLimit
  const parts: ZipPart[] = []
  let at = zip.readUInt32LE(end + 16)
  for (let i = 0; i < count; i++) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error('a damaged central directory')
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map(field => zip.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ]
    const flags = zip.readUInt16LE(at + 8)
    const method = zip.readUInt16LE(at + 10)
    const size = zip.readUInt32LE(at + 20)
    const header = zip.readUInt32LE(at + 42)
    parts.push({
      name: zip.toString('utf8', at + 46, at + 46 + nameLength),
      read: () => {
        if (flags & 1 || (method !== 0 && method !== 8)) throw new Error('encrypted, or packed in an unusual way')
        const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
        const packed = zip.subarray(start, start + size)
        const content = method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.min(partLimit, left) })
        left -= content.length
        if (left <= 0) throw new Error('unpacks to too much')
        return content
      },
    })
    at += 46 + nameLength + extraLength + commentLength
  }
  return parts
}
