import { randomBytes } from 'node:crypto'

/**
 * What continuous archiving keeps in a place, beside the snapshots of `npm run backup`:
 *
 *     archive/lines/{line}                        what the line is, JSON; written first
 *     archive/bases/{line}/{moment}/files.tar     the database's files
 *     archive/bases/{line}/{moment}/manifest      JSON; written last: without it, the base isn't complete
 *     archive/wal/{line}/{start}-{end}-{moment}   the log between two positions
 *
 * All of them are compressed with Zstandard. A line is one database's log without a gap. After a gap, in another place,
 * with another key or after a restore, another line begins.
 */
export const linesFolder = 'archive/lines/'

/** A part of the log, as its name says. Parts may overlap; then they agree. */
export interface WalPart {
  start: bigint
  end: bigint
  /** Everything acknowledged before this moment lies before `end`. */
  moment: Date
}

/** @returns a new line's name, which sorts by time; it is also part of a replication slot's name: `[a-z0-9_]` */
export function newLineName(now: Date): string {
  return `${momentName(now).slice(0, 15).toLowerCase()}_${randomBytes(4).toString('hex')}`
}

export const lineFile = (line: string) => `${linesFolder}${line}`
export const walFolder = (line: string) => `archive/wal/${line}/`
export const basesFolder = (line: string) => `archive/bases/${line}/`
export const baseFolder = (line: string, moment: Date) => `${basesFolder(line)}${momentName(moment)}/`

export function walKey(line: string, { start, end, moment }: WalPart): string {
  return `${walFolder(line)}${hex16(start)}-${hex16(end)}-${momentName(moment)}`
}

/** @returns what the name of a part of the log says; undefined for other names */
export function parseWalKey(key: string): WalPart | undefined {
  const [, start, end, moment] = /([0-9a-f]{16})-([0-9a-f]{16})-([0-9TZ.]{20})$/.exec(key) ?? []
  if (!start || !end || !moment) return undefined
  return { start: BigInt(`0x${start}`), end: BigInt(`0x${end}`), moment: parseMoment(moment) }
}

const hex16 = (position: bigint) => position.toString(16).padStart(16, '0')

/** @returns a moment as names contain it, such as `20261122T205235.123Z` */
function momentName(moment: Date): string {
  return moment.toISOString().replace(/[-:]/g, '')
}

function parseMoment(name: string): Date {
  const [, year, month, day, hour, minute, rest] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)([\d.]+Z)$/.exec(name) ?? []
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${rest}`)
}
