import { addDays, addMonths, type Day, dayOf, partsOf } from '../../rules/days.ts'

/** @returns the month that ends on a day */
export function monthUpTo(day: Day): { from: Day; to: Day } {
  return { from: addDays(addMonths(day, -1), 1), to: day }
}

/** @returns the calendar quarter of a day, both days inclusive */
export function quarterOf(day: Day): { from: Day; to: Day } {
  const { year, month } = partsOf(day)
  const from = dayOf({ year, month: month - ((month - 1) % 3), day: 1 })
  return { from, to: addDays(addMonths(from, 3), -1) }
}

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October']

/** @param month 'YYYY-MM' @returns 'January 2027' */
export function monthInWords(month: string): string {
  const name = [...months, 'November', 'December'][Number(month.slice(5)) - 1]
  return `${name} ${month.slice(0, 4)}`
}
