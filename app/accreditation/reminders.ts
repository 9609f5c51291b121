import type { AccreditationSwitches } from '../../content/types.ts'
import { daysBetween } from '../../rules/days.ts'

/** Reminder to a member: of a new verification for a renewal, or that the current one ends. */
export type AccreditationReminder = 'needed-for-renewal' | 'ends-soon'

/**
 * @param today in the fund's time zone
 * @param maturesOn when one of the holder's notes matures
 * @param validThrough the last day of the approval that a renewal could rely on; undefined without one
 * @returns the reminder due: none unless a note matures within `renewalDays`, or if the approval is still valid at
 * maturity
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
