import { timeZone } from '../../../content/fund-time-zone.ts'
import { hourOfDayIn } from '../../../rules/dates.ts'

/**
 * @param name null where it isn't known
 * @param zone the reader's time zone; undefined until scripts run, which takes the fund's
 * @returns such as 'Good evening, Dr. Elena Marsh.'
 */
export function greeting(name: string | null, now: Date, zone: string = timeZone): string {
  const hour = hourOfDayIn(zone, now)
  const part = hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 17 ? 'afternoon' : 'evening'
  return name ? `Good ${part}, ${name}.` : `Good ${part}.`
}
