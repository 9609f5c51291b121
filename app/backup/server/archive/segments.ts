import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type BackupPlace, splitEnding } from '../backup-place.ts'
import { logFolder, momentName, parseMoment } from './layout.ts'

/** A segment of PostgreSQL's log: a file of fixed size, named by its number. */
export interface Segment {
  /** PostgreSQL's name, such as `0000000200000003000000A1`: timeline and number. */
  name: string
  /** PostgreSQL's last write to it: everything acknowledged before is in it, or in earlier ones. */
  moment: Date
}

/** A segment in the folder of `archive_command`. */
export interface FinishedSegment extends Segment {
  path: string
  /** Bytes. */
  size: number
}

const named = /^[0-9A-F]{24}$/

/**
 * Lists PostgreSQL's finished segments, oldest first, and removes files that a restore doesn't need: about bases and
 * timelines.
 */
export async function finishedSegments(folder: string): Promise<FinishedSegment[]> {
  const found: FinishedSegment[] = []
  for (const name of (await readdir(folder)).toSorted()) {
    const path = join(folder, name)
    if (named.test(name)) {
      const { size, mtimeMs } = await stat(path)
      found.push({ name, path, size, moment: new Date(Math.floor(mtimeMs)) })
    } else if (/^[0-9A-F]{8}.*\.(history|backup|partial)$/.test(name)) await rm(path)
  }
  return found
}

export function segmentKey(line: string, { name, moment }: Segment): string {
  return `${logFolder(line)}${name}-${momentName(moment)}`
}

/** @returns the segments of a line's log in the place, oldest first */
export async function listLog(place: BackupPlace, line: string): Promise<Segment[]> {
  const segments: Segment[] = []
  for await (const { key: stored } of place.list(logFolder(line))) {
    const { key, ending } = splitEnding(stored)
    const [name = '', moment = ''] = key.slice(logFolder(line).length).split('-')
    if (ending === place.ending && named.test(name)) segments.push({ name, moment: parseMoment(moment) })
  }
  return segments
}

/**
 * @param size a segment's bytes
 * @returns whether one segment follows another, by their names
 */
export function isNext(name: string, next: string, size: number): boolean {
  return name.slice(0, 8) === next.slice(0, 8) && numberOf(name, size) + 1 === numberOf(next, size)
}

/** The second part of a name counts 4 GB each, the third the segments in them. */
function numberOf(name: string, size: number): number {
  return Number.parseInt(name.slice(8, 16), 16) * (2 ** 32 / size) + Number.parseInt(name.slice(16), 16)
}
