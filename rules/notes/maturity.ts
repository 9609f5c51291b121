import type { MaturityDays } from '../../content/note-types.ts'
import { addDays, type Day } from './days.ts'

/** The days before maturity on which an investor is told of it and can choose. */
export interface MaturityWindow {
  /** From this day on, a choice can be made. */
  notice: Day
  firstReminder: Day
  secondReminder: Day
  /** The last day for it, in the fund's zone. */
  closes: Day
}

/** @param daysBefore how many days before maturity each is */
export function maturityWindow(maturity: Day, daysBefore: MaturityDays): MaturityWindow {
  const before = (days: number) => addDays(maturity, -days)
  return {
    notice: before(daysBefore.notice),
    firstReminder: before(daysBefore.firstReminder),
    secondReminder: before(daysBefore.secondReminder),
    closes: before(daysBefore.closes),
  }
}

/** @returns whether a choice can be made on a day */
export function isElectionOpen({ notice, closes }: MaturityWindow, day: Day): boolean {
  return notice <= day && day <= closes
}
