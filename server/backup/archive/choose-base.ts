import { StartError } from '../../platform/start-error.ts'
import type { BackupPlace } from '../backup-place.ts'
import { type Base, listBases } from './base.ts'
import type { WalPart } from './layout.ts'
import { coveredFrom, type Line, listLines, listParts, readLine } from './line.ts'
import { parsePosition, segmentStart } from './wal-position.ts'

/** What leads to a moment: a base, and the parts of the log behind it. */
export interface Route {
  line: Line
  base: Base
  /** By their start, without a gap. */
  parts: WalPart[]
  /** Everything acknowledged before this moment is in these parts. */
  until: Date
}

/**
 * Finds what leads to a moment, or as far as the archive goes.
 * @param moment the newest by default
 * @throws StartError where the archive doesn't lead there, or is encrypted with another key
 */
export async function findRoute(place: BackupPlace, moment?: Date): Promise<Route> {
  const { names, others } = await listLines(place)
  if (names.length === 0 && others > 0) {
    throw new StartError('The archive here is not encrypted with the key in BACKUP_KEY, or it needs one.')
  }
  if (names.length === 0) {
    throw new StartError('There is no archive of a database here. `npm run backup -- list PLACE` shows what there is.')
  }
  let earliest: string | undefined
  // A later line is that of a restored database, or goes on where an earlier one had a gap.
  for (const name of names.toReversed()) {
    const line = await readLine(place, name)
    const bases = await listBases(place, line)
    const parts = await listParts(place, name)
    for (const base of bases.toReversed()) {
      const route = routeFrom(line, base, parts, moment)
      if (route) return route
      earliest = base.moment
    }
  }
  throw new StartError(
    earliest === undefined
      ? 'The archive has no complete copy of the database yet. `npm run restore -- PLACE` without --to restores a backup.'
      : `The archive begins at ${earliest}. \`npm run restore -- PLACE --at TIME\` restores an older backup.`,
  )
}

/** @returns undefined where the base is too new, or the log behind it incomplete */
function routeFrom(line: Line, base: Base, all: readonly WalPart[], moment: Date | undefined): Route | undefined {
  if (moment && new Date(base.moment) > moment) return undefined
  const start = segmentStart(parsePosition(base.start), line)
  const behind = all.filter(({ end }) => end > start)
  // Where a whole segment replaced its parts, it begins before them.
  const enough = moment ? behind.findIndex(part => part.moment >= moment) : -1
  const parts = enough < 0 ? behind : behind.slice(0, enough + 1)
  const covered = coveredFrom(start, parts)
  if (covered.position < parsePosition(base.stop)) return undefined
  return { line, base, parts: parts.filter(({ start }) => start < covered.position), until: covered.moment }
}
