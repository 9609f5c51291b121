import { Temporal } from 'temporal-polyfill'
import { timeZone } from '../../content/fund-time-zone.ts'

/**
 * @param now an instant; by default the present
 * @returns the day that it is where the fund is, as 'YYYY-MM-DD'
 */
export function fundDay(now = new Date()): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(now.getTime())
  return instant.toZonedDateTimeISO(timeZone).toPlainDate().toString()
}
