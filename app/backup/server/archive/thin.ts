import { type BackupPlace, splitEnding } from '../backup-place.ts'
import { type Base, listBases } from './base.ts'
import { archivePrefix, basesFolder, momentName, parseMoment } from './layout.ts'

/** Any moment of this many days can be restored; older ones only as the snapshots of `npm run backup`. */
export const archiveDays = 7

/**
 * Removes from a place what isn't needed to restore any moment of the last `archiveDays` days, except what another key
 * encrypts.
 */
export async function thinArchive(place: BackupPlace, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - archiveDays * 24 * 3600_000)
  const { bases } = await listBases(place)
  for (const [line, keys] of await keysByLine(place)) {
    const ofLine = bases.filter(base => base.line === line)
    const first = ofLine.findLast(({ moment }) => new Date(moment) <= oldest) ?? ofLine[0]
    const isOver = keys.every(key => momentOf(key) < oldest)
    for (const key of keys) if (isOver || (first && isBefore(key, first))) await place.remove(key)
  }
}

async function keysByLine(place: BackupPlace): Promise<Map<string, string[]>> {
  const keys: string[] = []
  for await (const { key: stored } of place.list(archivePrefix)) {
    const { key, ending } = splitEnding(stored)
    if (ending === place.ending) keys.push(key)
  }
  return Map.groupBy(keys, key => key.split('/')[2] ?? '')
}

const nameOf = (key: string) => key.split('/')[3] ?? ''
const momentOf = (key: string) => parseMoment(/\d{8}T\d{6}\.\d{3}Z/.exec(nameOf(key))?.[0] ?? '')

/** @returns whether a key belongs to an earlier base, or to the log before this one */
function isBefore(key: string, { begun, first }: Base): boolean {
  return nameOf(key) < (key.startsWith(basesFolder) ? momentName(new Date(begun)) : first)
}
