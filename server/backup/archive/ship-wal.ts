import type pg from 'pg'
import type { BackupPlace } from '../backup-place.ts'
import { type WalPart, walKey } from './layout.ts'
import type { OpenLine } from './line.ts'
import { putPacked } from './packed.ts'
import { readWal } from './read-wal.ts'
import { slotName } from './slots.ts'
import { formatPosition, segmentStart } from './wal-position.ts'

/**
 * Copies the log into the place, from where the line is to a position that the server has flushed, and lets PostgreSQL
 * give up what is there. Changes `open` as it goes on, so that after an error it can be called again.
 * @param cluster the database's folder
 * @param moment everything acknowledged before it lies before `target`
 */
export async function shipWal(
  client: pg.Client,
  open: OpenLine,
  place: BackupPlace,
  cluster: string,
  target: bigint,
  moment: Date,
): Promise<void> {
  const { line } = open
  while (open.position < target) {
    const start = open.position
    const segment = segmentStart(start, line)
    const segmentEnd = segment + BigInt(line.segmentSize)
    const end = target < segmentEnd ? target : segmentEnd
    const part = { start, end, moment: end === target ? moment : open.moment }
    await putPart(open, place, cluster, part)
    if (end === segmentEnd) await joinParts(open, place, cluster, { ...part, start: segment })
    open.position = end
    open.moment = part.moment
  }
  await client.query('select pg_replication_slot_advance($1, $2)', [slotName(line.name), formatPosition(open.position)])
}

async function putPart({ line, parts }: OpenLine, place: BackupPlace, cluster: string, part: WalPart): Promise<void> {
  const bytes = await readWal(cluster, line, part.start, part.end)
  await putPacked(place, walKey(line.name, part), bytes)
  parts.push(part)
}

/** Replaces the parts of a complete segment by one: a quiet day's log would otherwise be thousands of files. */
async function joinParts(open: OpenLine, place: BackupPlace, cluster: string, whole: WalPart): Promise<void> {
  const { line, parts } = open
  if (parts.length > 1) {
    await putPart(open, place, cluster, whole)
    for (const part of parts.slice(0, -1)) await place.remove(walKey(line.name, part))
  }
  open.parts = []
}
