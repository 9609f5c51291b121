import { isDay } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'

/**
 * @returns the day, 'YYYY-MM-DD'
 * @throws PortalError NOTE_DAY_INVALID unless it is a day of this century
 */
export function assertDay(text: string): string {
  const day = text.trim()
  if (!isDay(day) || day < '2000-01-01' || day > '2100-12-31') throw new PortalError('NOTE_DAY_INVALID')
  return day
}

/** @returns the day, not in the future */
export function assertPastDay(text: string): string {
  const day = assertDay(text)
  if (day > fundDay()) throw new PortalError('NOTE_DAY_AHEAD')
  return day
}
