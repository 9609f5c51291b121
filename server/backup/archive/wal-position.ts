/**
 * Positions in PostgreSQL's write-ahead log (LSNs): bytes from its beginning, as numbers that can be compared. The log is
 * kept in files of one size, its segments.
 */

/** How a database keeps its log. */
export interface WalFormat {
  /** Counts recoveries: a database that was restored writes a log of its own from there. */
  timeline: number
  /** Bytes of a segment, 16 MiB unless the cluster was made otherwise. */
  segmentSize: number
}

/** @param text as PostgreSQL writes it, such as `0/1A2B3C4` */
export function parsePosition(text: string): bigint {
  const [, high = '', low = ''] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? []
  if (!low) throw new TypeError(`not a position in the log: ${text}`)
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** @returns a position as PostgreSQL writes it */
export function formatPosition(position: bigint): string {
  return `${(position >> 32n).toString(16)}/${(position & 0xffff_ffffn).toString(16)}`.toUpperCase()
}

/** @returns where the segment with this position begins */
export function segmentStart(position: bigint, { segmentSize }: WalFormat): bigint {
  return position - (position % BigInt(segmentSize))
}

/** @returns the name of the file with this position, in the folder `pg_wal` */
export function segmentFile(position: bigint, { timeline, segmentSize }: WalFormat): string {
  const number = position / BigInt(segmentSize)
  const perLog = 0x1_0000_0000n / BigInt(segmentSize)
  return [BigInt(timeline), number / perLog, number % perLog].map(hex8).join('')
}

const hex8 = (number: bigint) => number.toString(16).toUpperCase().padStart(8, '0')
