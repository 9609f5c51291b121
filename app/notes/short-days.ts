import { type Day, dayOfWeek, formatDay } from '../../rules/days.ts'

/** @returns such as 'Nov 21', with its year unless that is `today`'s */
export function formatDayOf(day: Day, today: Day): string {
  return day.slice(0, 4) === today.slice(0, 4) ? formatDay(day).slice(0, -6) : formatDay(day)
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** @returns such as 'Sat, Nov 21', with its year unless that is `today`'s */
export function formatWeekday(day: Day, today: Day): string {
  return `${weekdays[dayOfWeek(day) - 1]}, ${formatDayOf(day, today)}`
}
