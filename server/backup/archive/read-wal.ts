import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { segmentFile, segmentStart, type WalFormat } from './wal-position.ts'

const pageSize = 8192n
/** Where a page's header names the page's own position (`xlp_pageaddr` in PostgreSQL's xlog_internal.h). */
const addressOffset = 8

/**
 * Reads part of one segment from the database's folder. What lies before the position that the server has flushed never
 * changes, so this needs no agreement with the server, only that it still keeps the segment.
 * @param cluster the database's folder
 * @param end at most where the segment ends
 * @throws Error where the file is shorter or holds another part of the log: PostgreSQL has used it again
 */
export async function readWal(cluster: string, format: WalFormat, start: bigint, end: bigint): Promise<Buffer> {
  const name = segmentFile(start, format)
  const file = await open(join(cluster, 'pg_wal', name), 'r')
  try {
    const bytes = Buffer.alloc(Number(end - start))
    const from = Number(start - segmentStart(start, format))
    for (let read = 0; read < bytes.length; ) {
      const { bytesRead } = await file.read(bytes, read, bytes.length - read, from + read)
      if (bytesRead === 0) throw new Error(`the log's segment ${name} ends early`)
      read += bytesRead
    }
    assertPages(bytes, start, name)
    return bytes
  } finally {
    await file.close()
  }
}

/** Each page names its position; only behind a forced change of segments are pages empty. */
function assertPages(bytes: Buffer, start: bigint, name: string): void {
  const toFirst = (pageSize - (start % pageSize)) % pageSize
  for (let at = Number(toFirst); at + addressOffset + 8 <= bytes.length; at += Number(pageSize)) {
    const address = isLittleEndian
      ? bytes.readBigUInt64LE(at + addressOffset)
      : bytes.readBigUInt64BE(at + addressOffset)
    if (address !== 0n && address !== start + BigInt(at)) throw new Error(`the log's segment ${name} was used again`)
  }
}

/** PostgreSQL writes numbers as its processor does. */
const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1
