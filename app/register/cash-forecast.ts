import { addDays, addMonths, type Day, dayOf, dayOfWeek, formatDay, partsOf } from '../../rules/days.ts'
import { monthInWords } from './periods.ts'

/** Periods of a cash forecast. */
export const forecastSteps = { week: 'Week', month: 'Month' } as const
export type ForecastStep = keyof typeof forecastSteps

/** A quarter of weeks; every maturity of a two-year note. */
const periods: Record<ForecastStep, number> = { week: 13, month: 25 }

/** A week or a month, both days inclusive. */
export interface ForecastPeriod {
  from: Day
  to: Day
  label: string
}

/** @returns the weeks, Monday to Sunday, or the calendar months from the current one; the first starts today */
export function forecastPeriods(step: ForecastStep, today: Day): ForecastPeriod[] {
  const { year, month } = partsOf(today)
  const monday = addDays(today, 1 - dayOfWeek(today))
  const first = dayOf({ year, month, day: 1 })
  return Array.from({ length: periods[step] }, (_, at) => {
    const from = step === 'week' ? addDays(monday, 7 * at) : addMonths(first, at)
    const to = step === 'week' ? addDays(from, 6) : addDays(addMonths(from, 1), -1)
    const label = step === 'week' ? `${formatDay(from)} to ${formatDay(to)}` : monthInWords(from.slice(0, 7))
    return { from: from < today ? today : from, to, label }
  })
}
