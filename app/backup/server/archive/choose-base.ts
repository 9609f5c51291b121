import { StartError } from '../../../../server/platform/start-error.ts'
import type { BackupPlace } from '../backup-place.ts'
import { type Base, listBases } from './base.ts'
import { isNext, listLog, type Segment } from './segments.ts'

/** What leads to a moment: a base, and the log after it. */
export interface Route {
  base: Base
  /** In order, without a gap. */
  segments: Segment[]
  /** Everything acknowledged before this moment is in these segments. */
  until: Date
}

/**
 * Finds the route to a moment, or to the archive's end.
 * @param moment the newest by default
 * @throws StartError if the archive has no route, or is encrypted with another key
 */
export async function findRoute(place: BackupPlace, moment?: Date): Promise<Route> {
  const { bases, others } = await listBases(place)
  if (bases.length === 0 && others > 0) {
    throw new StartError('The archive here is not encrypted with the key in BACKUP_KEY, or it needs one.')
  }
  // A later line is that of a restored database, or continues one with a gap.
  for (const base of bases.toReversed()) {
    if (moment && new Date(base.moment) > moment) continue
    const segments = logBehind(base, await listLog(place, base.line), moment)
    const until = segments.at(-1)
    if (until && until.name >= base.last) return { base, segments, until: until.moment }
  }
  if (bases[0] && moment) {
    throw new StartError(
      `The archive begins at ${bases[0].moment}. \`npm run restore -- PLACE --at TIME\` restores an older backup.`,
    )
  }
  throw new StartError(
    'There is no complete copy of a database in an archive here yet. `npm run restore -- PLACE` without --to restores a backup; `npm run backup -- list PLACE` shows what there is.',
  )
}

/** @returns the segments from a base up to a moment, or to the first gap */
function logBehind(base: Base, log: readonly Segment[], moment: Date | undefined): Segment[] {
  const segments: Segment[] = []
  for (const segment of log) {
    if (segment.name < base.first) continue
    const last = segments.at(-1)
    if (last ? !isNext(last.name, segment.name, base.segmentSize) : segment.name !== base.first) break
    segments.push(segment)
    if (moment && segment.moment >= moment && segment.name >= base.last) break
  }
  return segments
}
