import { timeZone } from '../../content/fund-time-zone.ts'
import { isoDayIn } from '../../rules/dates.ts'

/**
 * @param now an instant; the present by default
 * @returns the day in the fund's zone, 'YYYY-MM-DD'
 */
export function fundDay(now = new Date()): string {
  return isoDayIn(timeZone, now)
}
