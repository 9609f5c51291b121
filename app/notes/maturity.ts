import type { MaturityDays } from '../../content/note-types.ts'
import { addDays, type Day } from '../../rules/days.ts'

/** Days of the notices and election before maturity. */
export interface MaturityWindow {
  /** First day of the election. */
  notice: Day
  firstReminder: Day
  secondReminder: Day
  /** Last day of the election, in the fund's zone. */
  closes: Day
}

/** @param daysBefore days before maturity of each */
export function maturityWindow(maturity: Day, daysBefore: MaturityDays): MaturityWindow {
  const before = (days: number) => addDays(maturity, -days)
  return {
    notice: before(daysBefore.notice),
    firstReminder: before(daysBefore.firstReminder),
    secondReminder: before(daysBefore.secondReminder),
    closes: before(daysBefore.closes),
  }
}
