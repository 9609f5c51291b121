/*
 * Layout of continuous archiving in a place, beside the snapshots of `npm run backup`:
 *
 *     archive/bases/{line}/{moment}.tar.gz    the database's files, as PostgreSQL's BASE_BACKUP writes them
 *     archive/bases/{line}/{moment}.json      its description, see `Base`; written last: without it, the base isn't complete
 *     archive/log/{line}/{segment}-{moment}   a finished segment of the log; both Zstandard
 *
 * A line is one database's log without a gap. After a gap or a restore, another line starts.
 */
export const archivePrefix = 'archive/'
export const basesFolder = 'archive/bases/'
export const logFolder = (line: string) => `archive/log/${line}/`

/** @returns a moment as in names, such as `20261122T205235.123Z` */
export function momentName(moment: Date): string {
  return moment.toISOString().replace(/[-:]/g, '')
}

export function parseMoment(name: string): Date {
  const [, year, month, day, hour, minute, rest] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)([\d.]+Z)$/.exec(name) ?? []
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${rest}`)
}
