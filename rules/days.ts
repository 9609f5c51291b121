/**
 * Days of the calendar as 'YYYY-MM-DD', which sort as text. They have no time and no zone: interest runs by the fund's
 * days. Calculated with integers instead of `Temporal`, whose polyfill the site's calculator would have to load and
 * which takes 50 times as long; tests compare the two on every day of a century.
 */
export type Day = string

/** A day's parts; `month` is 1 to 12. */
export interface DayParts {
  year: number
  month: number
  day: number
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** @returns whether a text is a day that exists, from 1900 to 2199 */
export function isDay(text: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false
  const { year, month, day } = partsOf(text)
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

export function partsOf(day: Day): DayParts {
  return { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)), day: Number(day.slice(8, 10)) }
}

export function dayOf({ year, month, day }: DayParts): Day {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** @param month 1 to 12 @returns such as 'Jan' */
export function monthName(month: number): string {
  return monthNames[month - 1] ?? ''
}

/** @returns the day that many months later, or earlier; the month's last if it has no such day */
export function addMonths(day: Day, months: number): Day {
  const from = partsOf(day)
  const count = from.year * 12 + from.month - 1 + months
  const year = Math.floor(count / 12)
  const month = (count % 12) + 1
  return dayOf({ year, month, day: Math.min(from.day, daysInMonth(year, month)) })
}

/** @returns the day that many days later, or earlier */
export function addDays(day: Day, days: number): Day {
  return fromDayNumber(toDayNumber(day) + days)
}

/** @returns days from one day (inclusive) to another (exclusive); negative if `to` is earlier */
export function daysBetween(from: Day, to: Day): number {
  return toDayNumber(to) - toDayNumber(from)
}

/** @returns 1 for Monday to 7 for Sunday (ISO 8601) */
export function dayOfWeek(day: Day): number {
  // Jan 1, 1970 was a Thursday.
  return ((((toDayNumber(day) + 3) % 7) + 7) % 7) + 1
}

/** @returns such as 'Nov 21, 2026', the style of `rules/dates.ts` */
export function formatDay(day: Day): string {
  const parts = partsOf(day)
  return `${monthNames[parts.month - 1]} ${parts.day}, ${parts.year}`
}

const daysIn400Years = 146_097

/**
 * @returns days since Jan 1, 1970. Years are counted from March, so that the leap day is a year's last; source: Howard
 * Hinnant, chrono-Compatible Low-Level Date Algorithms, `days_from_civil`
 */
function toDayNumber(text: Day): number {
  const { year, month, day } = partsOf(text)
  const marchYear = month > 2 ? year : year - 1
  const era = Math.floor(marchYear / 400)
  const yearOfEra = marchYear - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * daysIn400Years + dayOfEra - 719_468
}

/** The reverse; source: `civil_from_days` there. */
function fromDayNumber(number: number): Day {
  const shifted = number + 719_468
  const era = Math.floor(shifted / daysIn400Years)
  const dayOfEra = shifted - era * daysIn400Years
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  return dayOf({ year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day })
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}
