import type { FileHandle } from 'node:fs/promises'

/** Values from here on are markers instead of sector numbers: free, end of chain and so on ([MS-CFB] section 2.1). */
const noSector = 0xfffffffa
/** A directory this long holds thousands of names; no Office document has more. */
const mostSectors = 4096
const entrySize = 128

/**
 * Lists the top level of a compound file, the container of `.doc`, `.xls`, `.msi` and encrypted Office files. Only the
 * names distinguish them: a Word document has a stream `WordDocument`.
 * @see [MS-CFB], "Compound File Binary File Format", sections 2.2 (header) to 2.6 (directory)
 * @param file open for reading
 * @returns the names of the streams in the root storage, and of its nonempty storages; empty for a malformed file
 */
export async function readCompoundRoot(file: FileHandle): Promise<Set<string>> {
  const header = await readAt(file, 0, 512)
  if (header.length < 512 || header.toString('hex', 0, 8) !== 'd0cf11e0a1b11ae1') return new Set()
  const shift = header.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) return new Set()
  const size = 1 << shift
  const sector = (number: number) => readAt(file, (number + 1) * size, size)

  // The next sector in a chain, from the file allocation table.
  const tables = await allocationTables(header, sector)
  const after = async (number: number) => {
    const table = tables[Math.floor(number / (size / 4))]
    const place = (number % (size / 4)) * 4
    const entries = table === undefined ? undefined : await sector(table)
    return entries && entries.length >= place + 4 ? entries.readUInt32LE(place) : noSector
  }

  const directory: Buffer[] = []
  for (let at = header.readUInt32LE(48); at < noSector && directory.length < mostSectors; at = await after(at)) {
    const read = await sector(at)
    if (read.length === 0) break
    directory.push(read)
  }
  return namesInRoot(Buffer.concat(directory))
}

/** The sectors of the file allocation table: the header lists 109, a chain of sectors the rest. */
async function allocationTables(header: Buffer, sector: (number: number) => Promise<Buffer>): Promise<number[]> {
  const tables: number[] = []
  for (let at = 76; at < 512; at += 4) tables.push(header.readUInt32LE(at))
  let next = header.readUInt32LE(68)
  for (let count = 0; next < noSector && count < mostSectors; count++) {
    const more = await sector(next)
    if (more.length < 8) break
    for (let at = 0; at + 8 <= more.length; at += 4) tables.push(more.readUInt32LE(at))
    next = more.readUInt32LE(more.length - 4)
  }
  return tables.filter(table => table < noSector)
}

/** Walks the root's children, a binary tree: each entry names its left and right sibling. */
function namesInRoot(directory: Buffer): Set<string> {
  const names = new Set<string>()
  const isEntry = (number: number) => (number + 1) * entrySize <= directory.length
  if (!isEntry(0) || directory.readUInt8(66) !== 5) return names
  const waiting = [directory.readUInt32LE(76)]
  const seen = new Set<number>()
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    if (!isEntry(number) || seen.has(number)) continue
    seen.add(number)
    const entry = directory.subarray(number * entrySize, (number + 1) * entrySize)
    const length = Math.min(Math.max(entry.readUInt16LE(64) - 2, 0), 62)
    const isEmptyStorage = entry.readUInt8(66) === 1 && entry.readUInt32LE(76) >= noSector
    if (!isEmptyStorage) names.add(entry.toString('utf16le', 0, length))
    waiting.push(entry.readUInt32LE(68), entry.readUInt32LE(72))
  }
  return names
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
