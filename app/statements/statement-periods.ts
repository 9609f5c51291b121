import { nextBusinessDay } from '../../rules/business-days.ts'
import { addDays, addMonths, type Day, partsOf } from '../../rules/days.ts'
import type { StatementRhythm } from '../holders/holders.ts'

/** Both days are inclusive. */
export interface StatementPeriod {
  start: Day
  end: Day
}

const months = { monthly: 1, quarterly: 3, annual: 12 } as const

/** @returns the last calendar period that ended before a day */
export function lastPeriod(rhythm: StatementRhythm, today: Day): StatementPeriod {
  const { year, month } = partsOf(today)
  const length = months[rhythm]
  const first = month - ((month - 1) % length)
  const begins = `${year}-${String(first).padStart(2, '0')}-01`
  return { start: addMonths(begins, -length), end: addDays(begins, -1) }
}

/** @returns the day on which a period's statements are prepared: the first business day after it */
export function preparedOn({ end }: StatementPeriod): Day {
  return nextBusinessDay(end)
}
