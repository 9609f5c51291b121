import { calls } from '../../../content/call-offers.ts'

/** @returns the time zone if the system knows it, else the fund's */
export function timeZoneOrDefault(zone: string): string {
  if (zone.length > 64 || !/^[A-Za-z0-9_+/-]+$/.test(zone)) return calls.timeZone
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    return zone
  } catch {
    return calls.timeZone
  }
}
