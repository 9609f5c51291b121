import { timeZone } from '../../../content/fund-time-zone.ts'
import { hourOfDayIn } from '../../../rules/dates.ts'
import type { HomeData } from '../documents/load-documents.ts'

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

/** @returns how many things wait for the reader: those that they can do, not those that the fund has yet to confirm */
export function countWaiting({ waiting: { toSign, askedFor, decided } }: HomeData): number {
  return toSign.filter(({ signing_state }) => signing_state !== 'said_signed').length + askedFor.length + decided.length
}
