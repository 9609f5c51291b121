import { addDays, addMonths, type Day, dayOf, dayOfWeek, formatDay, partsOf } from './days.ts'

/** Payment day for a due day that isn't a business day. */
export const conventions = ['following', 'modified_following', 'preceding'] as const
export type Convention = (typeof conventions)[number]

/** First and last supported year. */
export const firstYear = 2000
export const lastYear = 2100

/**
 * @returns the Federal Reserve's holidays of a year, in order. One on a Sunday is observed on Monday; one on a Saturday
 * does not move: the banks are open on the Friday before. Source: Federal Reserve, K.8 Holidays Observed
 */
export function federalHolidays(year: number): { day: Day; name: string }[] {
  const fixed = (month: number, day: number) => {
    const date = dayOf({ year, month, day })
    return dayOfWeek(date) === 7 ? addDays(date, 1) : date
  }
  return [
    { day: fixed(1, 1), name: 'New Year’s Day' },
    { day: nthWeekday(year, 1, 1, 3), name: 'Birthday of Martin Luther King, Jr.' },
    { day: nthWeekday(year, 2, 1, 3), name: 'Washington’s Birthday' },
    { day: lastMonday(year, 5), name: 'Memorial Day' },
    // A holiday since the law of June 17, 2021.
    ...(year >= 2021 ? [{ day: fixed(6, 19), name: 'Juneteenth National Independence Day' }] : []),
    { day: fixed(7, 4), name: 'Independence Day' },
    { day: nthWeekday(year, 9, 1, 1), name: 'Labor Day' },
    { day: nthWeekday(year, 10, 1, 2), name: 'Columbus Day' },
    { day: fixed(11, 11), name: 'Veterans Day' },
    { day: nthWeekday(year, 11, 4, 4), name: 'Thanksgiving Day' },
    { day: fixed(12, 25), name: 'Christmas Day' },
  ]
}

/** Cached by year: recalculating them for each day would take most of a schedule's time. */
const holidaysOfYears = new Map<number, ReadonlySet<Day>>()

function isHoliday(day: Day): boolean {
  const { year } = partsOf(day)
  const known = holidaysOfYears.get(year) ?? new Set(federalHolidays(year).map(holiday => holiday.day))
  holidaysOfYears.set(year, known)
  return known.has(day)
}

/** @returns whether banks settle payments on a day: Monday to Friday, without the Federal Reserve's holidays */
export function isBusinessDay(day: Day): boolean {
  return dayOfWeek(day) < 6 && !isHoliday(day)
}

/** @returns why nothing is paid on a day, such as 'Jan 7 is a Sunday'; undefined for a business day */
export function restDayWords(day: Day): string | undefined {
  if (isBusinessDay(day)) return undefined
  const holiday = federalHolidays(partsOf(day).year).find(({ day: each }) => each === day)?.name
  const name = holiday ?? (dayOfWeek(day) === 6 ? 'a Saturday' : 'a Sunday')
  return `${formatDay(day).replace(/, \d+$/, '')} is ${name}`
}

/** @returns the first business day after a day */
export function nextBusinessDay(day: Day): Day {
  return businessDayFrom(addDays(day, 1), 1)
}

/** @returns the last business day before a day */
export function previousBusinessDay(day: Day): Day {
  return businessDayFrom(addDays(day, -1), -1)
}

/** @returns the business day that many business days after a day */
export function addBusinessDays(day: Day, count: number): Day {
  let last = day
  for (let i = 0; i < count; i++) last = nextBusinessDay(last)
  return last
}

/** @returns the payment day of a due day */
export function adjust(day: Day, convention: Convention): Day {
  const following = businessDayFrom(day, 1)
  if (convention === 'following') return following
  const preceding = businessDayFrom(day, -1)
  if (convention === 'preceding') return preceding
  return partsOf(following).month === partsOf(day).month ? following : preceding
}

function businessDayFrom(day: Day, step: 1 | -1): Day {
  let found = day
  while (!isBusinessDay(found)) found = addDays(found, step)
  return found
}

/** @param weekday 1 for Monday to 7 for Sunday */
function nthWeekday(year: number, month: number, weekday: number, n: number): Day {
  const first = dayOf({ year, month, day: 1 })
  return addDays(first, ((weekday - dayOfWeek(first) + 7) % 7) + (n - 1) * 7)
}

function lastMonday(year: number, month: number): Day {
  const last = addDays(addMonths(dayOf({ year, month, day: 1 }), 1), -1)
  return addDays(last, 1 - dayOfWeek(last))
}
