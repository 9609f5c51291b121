import { timeZone } from '../../content/fund-time-zone.ts'
import { isoDayIn } from '../../rules/dates.ts'

/**
 * @param now an instant; by default the present
 * @returns the day that it is where the fund is, as 'YYYY-MM-DD'
 */
export function fundDay(now = new Date()): string {
  return isoDayIn(timeZone, now)
}
