import type { AccreditationSwitches } from '../../content/types.ts'
import { daysBetween } from '../notes/days.ts'

/** What a member is told: that we need a new verification for a renewal, or that the one we have ends. */
export type AccreditationReminder = 'needed-for-renewal' | 'ends-soon'

/**
 * @param today in the fund's time zone
 * @param maturesOn when one of the holder's notes matures
 * @param validThrough the last day of the approval that a renewal could rely on; undefined without one
 * @returns what to remind of: nothing unless a note matures within `renewalDays`. An approval that is good on the day of
 *   maturity needs none
 */
export function reminderFor(
  today: string,
  maturesOn: string,
  validThrough: string | undefined,
  { renewalDays, endsSoonDays }: AccreditationSwitches,
): AccreditationReminder | undefined {
  const untilMaturity = daysBetween(today, maturesOn)
  if (untilMaturity < 0 || untilMaturity > renewalDays) return undefined
  if (validThrough === undefined || validThrough < today) return 'needed-for-renewal'
  if (validThrough >= maturesOn) return undefined
  return daysBetween(today, validThrough) <= endsSoonDays ? 'ends-soon' : undefined
}
