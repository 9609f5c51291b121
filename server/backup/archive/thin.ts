import { type ArchivePlace, listAll } from './archive-place.ts'
import { type Base, listBases, removeBase } from './base.ts'
import { archiveFolder, baseFolder, basesFolder, lineFile, lineOf, parseWalKey, walFolder } from './layout.ts'
import { type Line, listParts, readLine } from './line.ts'
import { parsePosition, segmentStart } from './wal-position.ts'

/** Any moment of this many days can be restored; older ones only as the snapshots of `npm run backup`. */
export const archiveDays = 7

const day = 24 * 3600_000

/**
 * Removes from a place what isn't needed to restore any moment of the last `archiveDays` days.
 * @param current the line that is being written
 */
export async function thinArchive(place: ArchivePlace, current: Line, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - archiveDays * day)
  for (const name of await lineNames(place)) {
    const line = name === current.name ? current : await readLine(place, name)
    if (!line) continue
    const newest = name === current.name ? now : (await listParts(place, name)).at(-1)?.moment
    if (newest && newest < oldest) await removeLine(place, line)
    else await thinLine(place, line, oldest, now)
  }
}

/** @returns the names of the lines in a place, oldest first */
export async function lineNames({ store }: ArchivePlace): Promise<string[]> {
  const names: string[] = []
  // What is behind a line's name and a slash is skipped: "0" follows "/".
  for (let after: string | undefined; ; ) {
    const [found] = await store.list({ prefix: archiveFolder, limit: 1, ...(after !== undefined && { after }) })
    const name = found && lineOf(found.key)
    if (!name) return names
    names.push(name)
    after = `${archiveFolder}${name}0`
  }
}

async function thinLine(place: ArchivePlace, line: Line, oldest: Date, now: Date): Promise<void> {
  const bases = await listBases(place, line)
  const first = bases.findLastIndex(({ moment }) => new Date(moment) <= oldest)
  const kept = bases.slice(Math.max(first, 0))
  for (const { begun } of bases.slice(0, Math.max(first, 0))) await removeBase(place, line, new Date(begun))
  await removeUnfinished(place, line, bases, now)
  if (kept[0]) await removeWalBefore(place, line, kept[0])
}

/** Removes what is left of bases that were begun more than a day ago and never completed. */
async function removeUnfinished(place: ArchivePlace, line: Line, bases: Base[], now: Date): Promise<void> {
  const complete = bases.map(({ begun }) => baseFolder(line.name, new Date(begun)))
  for await (const { key, modified } of listAll(place.store, basesFolder(line.name))) {
    if (complete.some(folder => key.startsWith(folder)) || now.getTime() - modified.getTime() < day) continue
    await place.store.delete(key)
  }
}

async function removeWalBefore({ store }: ArchivePlace, line: Line, base: Base): Promise<void> {
  const start = segmentStart(parsePosition(base.start), line)
  for await (const { key } of listAll(store, walFolder(line.name))) {
    const part = parseWalKey(key)
    if (part && part.end <= start) await store.delete(key)
  }
}

async function removeLine(place: ArchivePlace, line: Line): Promise<void> {
  for (const { begun } of await listBases(place, line)) await removeBase(place, line, new Date(begun))
  for await (const { key } of listAll(place.store, `${archiveFolder}${line.name}/`)) {
    if (key !== lineFile(line.name)) await place.store.delete(key)
  }
  await place.store.delete(lineFile(line.name))
}
