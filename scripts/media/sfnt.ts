/*
 * Font files by their tables (OpenType 1.9.1, "Organization of an OpenType font"): a directory that names each table,
 * then the tables.
 */

const directory = 12
const entry = 16

/** @returns a font's tables by their tags, such as 'GPOS' */
export function tablesOf(sfnt: Buffer): Map<string, Buffer> {
  const entries = Array.from({ length: sfnt.readUInt16BE(4) }, (_, i) => directory + entry * i)
  return new Map(
    entries.map(at => {
      const start = sfnt.readUInt32BE(at + 8)
      return [sfnt.toString('latin1', at, at + 4), sfnt.subarray(start, start + sfnt.readUInt32BE(at + 12))]
    }),
  )
}

/** @returns a font with TrueType outlines, from these tables */
export function fontOf(tables: Map<string, Buffer>): Buffer {
  const exponent = Math.floor(Math.log2(tables.size))
  const head = Buffer.alloc(directory + entry * tables.size)
  head.writeUInt32BE(0x0001_0000, 0)
  head.writeUInt16BE(tables.size, 4)
  // Search parameters of the directory (OpenType).
  head.writeUInt16BE(entry * 2 ** exponent, 6)
  head.writeUInt16BE(exponent, 8)
  head.writeUInt16BE(entry * (tables.size - 2 ** exponent), 10)
  const parts = [head]
  let start = head.length
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [i, [tag, table]] of sorted.entries()) {
    const at = directory + entry * i
    const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)])
    head.write(tag, at, 'latin1')
    head.writeUInt32BE(checksum(padded), at + 4)
    head.writeUInt32BE(start, at + 8)
    head.writeUInt32BE(table.length, at + 12)
    parts.push(padded)
    start += padded.length
  }
  return Buffer.concat(parts)
}

/** The sum of its 32-bit words. */
function checksum(padded: Buffer): number {
  let sum = 0
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0
  return sum
}
