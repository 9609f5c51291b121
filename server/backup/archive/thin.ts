import { type BackupPlace, splitEnding } from '../backup-place.ts'
import { type Base, listBases, removeBase } from './base.ts'
import { baseFolder, basesFolder, lineFile, walFolder, walKey } from './layout.ts'
import { type Line, listLines, listParts, readLine } from './line.ts'
import { parsePosition, segmentStart } from './wal-position.ts'

/** Any moment of this many days can be restored; older ones only as the snapshots of `npm run backup`. */
export const archiveDays = 7

const day = 24 * 3600_000

/**
 * Removes from a place what isn't needed to restore any moment of the last `archiveDays` days.
 * @param current the line that is being written
 */
export async function thinArchive(place: BackupPlace, current: Line, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - archiveDays * day)
  const { names } = await listLines(place)
  for (const name of names) {
    const line = name === current.name ? current : await readLine(place, name)
    const newest = name === current.name ? now : (await listParts(place, name)).at(-1)?.moment
    if (newest && newest < oldest) await removeLine(place, line)
    else await thinLine(place, line, oldest, now)
  }
}

async function thinLine(place: BackupPlace, line: Line, oldest: Date, now: Date): Promise<void> {
  const bases = await listBases(place, line)
  const first = bases.findLastIndex(({ moment }) => new Date(moment) <= oldest)
  const kept = bases.slice(Math.max(first, 0))
  for (const { begun } of bases.slice(0, Math.max(first, 0))) await removeBase(place, line, new Date(begun))
  await removeUnfinished(place, line, bases, now)
  if (kept[0]) await removeWalBefore(place, line, kept[0])
}

/** Removes what is left of bases that were begun more than a day ago and never completed. */
async function removeUnfinished(place: BackupPlace, line: Line, bases: Base[], now: Date): Promise<void> {
  const complete = bases.map(({ begun }) => baseFolder(line.name, new Date(begun)))
  for await (const { key, modified } of place.list(basesFolder(line.name))) {
    if (complete.some(folder => key.startsWith(folder)) || now.getTime() - modified.getTime() < day) continue
    await place.remove(splitEnding(key).key)
  }
}

async function removeWalBefore(place: BackupPlace, line: Line, base: Base): Promise<void> {
  const start = segmentStart(parsePosition(base.start), line)
  for (const part of await listParts(place, line.name)) {
    if (part.end <= start) await place.remove(walKey(line.name, part))
  }
}

async function removeLine(place: BackupPlace, line: Line): Promise<void> {
  for (const { begun } of await listBases(place, line)) await removeBase(place, line, new Date(begun))
  for (const folder of [basesFolder(line.name), walFolder(line.name)]) {
    for await (const { key } of place.list(folder)) await place.remove(splitEnding(key).key)
  }
  await place.remove(lineFile(line.name))
}
