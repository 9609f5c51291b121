/** When backups are made, how long they are kept, and what is promised. */

const hour = 60 * 60 * 1000
const day = 24 * hour

/** The newest good backup is never older than this, or administrators get an e-mail. Backups are made every night. */
export const promisedBackupAge = 26 * hour

/** Which backups are kept: all of this long, then the newest of each day, week and month. */
export const keptBackups = { all: 2 * day, days: 14, weeks: 8, months: 12 }

/**
 * @param moments of all backups
 * @returns those to keep. Days without a backup don't count, so that old backups stay while there are no new ones
 */
export function selectKeptBackups(moments: readonly Date[]): Date[] {
  const newestFirst = moments.toSorted((a, b) => b.getTime() - a.getTime())
  const [newest] = newestFirst
  if (!newest) return []
  const kept = new Set(newestFirst.filter(moment => newest.getTime() - moment.getTime() <= keptBackups.all))
  for (const [most, periodOf] of [
    [keptBackups.days, dayOf],
    [keptBackups.weeks, weekOf],
    [keptBackups.months, monthOf],
  ] as const) {
    const periods = new Set<string>()
    for (const moment of newestFirst) {
      if (periods.size === most) break
      const period = periodOf(moment)
      if (!periods.has(period)) kept.add(moment)
      periods.add(period)
    }
  }
  return [...kept]
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)
const monthOf = (moment: Date) => moment.toISOString().slice(0, 7)
/** The Monday of its week: 1970 began on a Thursday. */
const weekOf = (moment: Date) => String(Math.floor((Math.floor(moment.getTime() / day) + 3) / 7))

/** Administrators get an e-mail where continuous archiving is further behind (ms). It is normally by half a minute. */
export const promisedArchiveAge = 15 * 60 * 1000
