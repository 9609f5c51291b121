import type pg from 'pg'
import { type BackupPlace, splitEnding } from '../backup-place.ts'
import { lineFile, linesFolder, newLineName, parseWalKey, type WalPart, walFolder } from './layout.ts'
import { putJson, readJson } from './packed.ts'
import { ownSlots, type Slot, slotName } from './slots.ts'
import { parsePosition, segmentStart, type WalFormat } from './wal-position.ts'

/** One database's log without a gap, see layout.ts. Kept in `archive/lines`. */
export interface Line extends WalFormat {
  name: string
  /** Identifies the cluster; PostgreSQL draws it when the cluster is created. */
  system: string
  /** PostgreSQL's major version, which a restored database needs. */
  major: number
  /** When it began, as an ISO date. */
  begun: string
}

/** A line that is being written. */
export interface OpenLine {
  line: Line
  /** All of the log before this position is in the place. */
  position: bigint
  /** Everything acknowledged before this moment is in the place. */
  moment: Date
  /** The parts in the place of the segment that contains `position`. */
  parts: WalPart[]
}

/**
 * Continues the line that the database's slot belongs to, if it is in the place and nothing is missing between the two;
 * begins another one otherwise, and removes the slot of the old one.
 * @param client as the cluster's owner
 * @returns the line, and whether it is another one
 * @throws errors of the place, before anything was changed in the database
 */
export async function openLine(client: pg.Client, place: BackupPlace): Promise<{ open: OpenLine; isNew: boolean }> {
  const { rows } = await client.query<Slot>(ownSlots)
  const now = await describeDatabase(client)
  const [slot] = rows
  const found = slot && (await continueLine(slot, now, place))
  const open = found ?? (await beginLine(client, now, place))
  for (const { name } of rows) {
    if (name !== slotName(open.line.name)) await client.query('select pg_drop_replication_slot($1)', [name])
  }
  return { open, isNew: !found }
}

type Description = Omit<Line, 'name' | 'begun'> & { flushed: bigint; moment: Date }

async function describeDatabase(client: pg.Client): Promise<Description> {
  const { rows } = await client.query(`
    select (select system_identifier::text from pg_control_system()) as system,
      (select timeline_id from pg_control_checkpoint()) as timeline,
      pg_size_bytes(current_setting('wal_segment_size'))::int as "segmentSize",
      current_setting('server_version_num')::int / 10000 as major,
      clock_timestamp() as moment, pg_current_wal_flush_lsn()::text as flushed`)
  return { ...rows[0], flushed: parsePosition(rows[0].flushed) }
}

async function continueLine(
  { name, kept, status }: Slot,
  now: Description,
  place: BackupPlace,
): Promise<OpenLine | undefined> {
  const lineName = name.slice(slotName('').length)
  const { names } = await listLines(place)
  if (!names.includes(lineName) || !kept || status === 'lost') return undefined
  const line = await readLine(place, lineName)
  if (line.system !== now.system || line.timeline !== now.timeline) return undefined
  const first = segmentStart(parsePosition(kept), line)
  const found = await listParts(place, line.name)
  const { position, moment } = coveredFrom(found[0]?.start ?? first, found, new Date(line.begun))
  // What the place has and the database hasn't comes from a database that was newer than this copy of it.
  if (position < first || position > now.flushed) return undefined
  const segment = segmentStart(position, line)
  return { line, position, moment, parts: found.filter(({ start }) => start >= segment) }
}

async function beginLine(client: pg.Client, now: Description, place: BackupPlace): Promise<OpenLine> {
  const { flushed: _, moment, ...database } = now
  const line = { name: newLineName(moment), ...database, begun: moment.toISOString() }
  const { rows } = await client.query(`select lsn::text as kept from pg_create_physical_replication_slot($1, true)`, [
    slotName(line.name),
  ])
  await putJson(place, lineFile(line.name), line)
  return { line, position: segmentStart(parsePosition(rows[0].kept), line), moment, parts: [] }
}

/** @returns the lines in a place that its key opens, oldest first, and how many others there are */
export async function listLines(place: BackupPlace): Promise<{ names: string[]; others: number }> {
  const names: string[] = []
  let others = 0
  for await (const { key: stored } of place.list(linesFolder)) {
    const { key, ending } = splitEnding(stored)
    if (ending === place.ending) names.push(key.slice(linesFolder.length))
    else others++
  }
  return { names, others }
}

export function readLine(place: BackupPlace, name: string): Promise<Line> {
  return readJson<Line>(place, lineFile(name))
}

/** @returns the parts of a line's log, by their start */
export async function listParts(place: BackupPlace, line: string): Promise<WalPart[]> {
  const parts: WalPart[] = []
  for await (const { key } of place.list(walFolder(line))) {
    const part = parseWalKey(splitEnding(key).key)
    if (part) parts.push(part)
  }
  return parts
}

/**
 * @param parts by their start
 * @returns up to where, and until when, these parts cover the log without a gap
 */
export function coveredFrom(
  start: bigint,
  parts: readonly WalPart[],
  begun = new Date(0),
): { position: bigint; moment: Date } {
  let [position, moment] = [start, begun]
  for (const part of parts) {
    if (part.start > position) break
    if (part.end <= position) continue
    position = part.end
    moment = part.moment
  }
  return { position, moment }
}
