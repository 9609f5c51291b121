/** Schedule, retention and promises of backups. */

const hour = 60 * 60 * 1000
const day = 24 * hour

/** Greatest age of the newest good backup before administrators get an e-mail. Backups are made every night. */
export const promisedBackupAge = 26 * hour

/** Retention of backups: all for a while, then the newest of each day, week and month. */
export const backupRetention = { all: 2 * day, days: 14, weeks: 8, months: 12 }

/**
 * @param moments of all backups
 * @returns those to retain. Days without a backup don't count, so that old backups stay while there are no new ones
 */
export function selectRetainedBackups(moments: readonly Date[]): Date[] {
  const newestFirst = moments.toSorted((a, b) => b.getTime() - a.getTime())
  const [newest] = newestFirst
  if (!newest) return []
  const kept = new Set(newestFirst.filter(moment => newest.getTime() - moment.getTime() <= backupRetention.all))
  for (const [most, periodOf] of [
    [backupRetention.days, dayOf],
    [backupRetention.weeks, weekOf],
    [backupRetention.months, monthOf],
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
/** The Monday of its week: 1970 started on a Thursday. */
const weekOf = (moment: Date) => String(Math.floor((Math.floor(moment.getTime() / day) + 3) / 7))

/** Lag (ms) of continuous archiving beyond which administrators get an e-mail. It is normally half a minute. */
export const promisedArchiveAge = 15 * 60 * 1000
