import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { undefinedIfMissing } from '../../../../server/storage/disk.ts'
import type { BackupPlace } from '../backup-place.ts'
import { momentName, parseMoment } from './layout.ts'
import { type FinishedSegment, finishedSegments, isNext, listLog, type Segment, segmentKey } from './segments.ts'

/** A line in progress, see layout.ts. */
export interface OpenLine {
  name: string
  /** The newest segment in the place, if any. */
  last: Segment | undefined
}

/** @returns everything acknowledged before this moment is in the place, or in a base in progress */
export const lineMoment = ({ name, last }: OpenLine) => last?.moment ?? parseMoment(name.slice(0, 20))

/** @returns whether a segment follows the line's last one */
export function continues({ last }: OpenLine, segment: FinishedSegment): boolean {
  return !last || isNext(last.name, segment.name, segment.size)
}

const nameFile = (folder: string) => join(folder, 'line')

/**
 * Continues the line that the folder's segments belong to, or starts another one if a segment is missing between them
 * and the place.
 * @param folder PostgreSQL's finished segments
 */
export async function openLine(folder: string, place: BackupPlace): Promise<OpenLine> {
  const name = await undefinedIfMissing(readFile(nameFile(folder), 'utf8'))
  if (!name) return beginLine(folder)
  const log = await listLog(place, name)
  const line = { name, last: log.at(-1) }
  const keys = new Set(log.map(segment => segmentKey(name, segment)))
  for (const segment of await finishedSegments(folder)) {
    if (!keys.has(segmentKey(name, segment))) return continues(line, segment) ? line : beginLine(folder)
    // The process that archived it was killed before removing it here.
    await rm(segment.path)
  }
  return line
}

/** Starts another line with the folder's segments. */
export async function beginLine(folder: string): Promise<OpenLine> {
  const name = `${momentName(new Date())}-${randomBytes(4).toString('hex')}`
  await writeFile(nameFile(folder), name)
  return { name, last: undefined }
}
