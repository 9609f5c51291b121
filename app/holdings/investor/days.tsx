import { fund } from '../../../content/fund.ts'
import { dayIn } from '../../../rules/dates.ts'
import { daysBetween, formatDay, partsOf } from '../../../rules/days.ts'
import { countOf } from '../../../rules/number.ts'

/** @param day 'YYYY-MM-DD' @returns such as 'Tuesday, Dec 15, 2026' */
export function weekdayWords(day: string): string {
  return dayIn('UTC', day, fund.language)
}

/** A day of the fund's calendar, which is the same for every reader. */
export function Day({ day, weekday = false }: { day: string; weekday?: boolean }) {
  return <time dateTime={day}>{weekday ? weekdayWords(day) : formatDay(day)}</time>
}

/** Distances up to this many days are given in days. */
const inDays = 120

/** @returns how far a day is from today, such as 'in 22 days', 'in 26 months', 'today', '3 days ago' */
export function distanceWords(today: string, day: string): string {
  const days = daysBetween(today, day)
  if (days === 0) return 'today'
  const [from, to] = days > 0 ? [today, day] : [day, today]
  const amount = Math.abs(days) <= inDays ? countOf(Math.abs(days), 'day') : countOf(wholeMonths(from, to), 'month')
  return days > 0 ? `in ${amount}` : `${amount} ago`
}

function wholeMonths(from: string, to: string): number {
  const [a, b] = [partsOf(from), partsOf(to)]
  return (b.year - a.year) * 12 + b.month - a.month - (b.day < a.day ? 1 : 0)
}
