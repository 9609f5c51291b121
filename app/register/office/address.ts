import { addDays, isDay } from '../../../rules/days.ts'
import { pageNumber } from '../../shell/portal/list-place.ts'
import { todayOfFund } from '../../shell/today-of-fund.ts'
import { type ForecastStep, forecastSteps } from '../cash-forecast.ts'
import { type RegisteredView, registeredViews } from '../payment-register.ts'
import { quarterOf } from '../periods.ts'
import { dueDaysAhead, type RegisterShow, registerShows } from '../register.ts'

/** What the rows of the register are. */
export const registerViews = {
  notes: 'Each note',
  holders: 'By holder',
  offerings: 'By offering',
} as const
export type RegisterView = keyof typeof registerViews

/** The query in the register's address. */
export interface RegisterAddress {
  on: string
  /** Whether `on` is today, which addresses leave out. */
  isToday: boolean
  search: string
  offering?: string | undefined
  show: RegisterShow
  view: RegisterView
  page: number
}

/** @returns a day from a query; `otherwise` where it has none */
export function dayFrom(query: URLSearchParams, name: string, otherwise: string): string {
  const day = query.get(name) ?? ''
  return isDay(day) ? day : otherwise
}

/** @returns a file's name, with the day it is of, where that isn't today */
export function onItsDay(name: string, day: string): string {
  return day === todayOfFund() ? name : `${name}-${day}`
}

/** @returns the day that a query has `on`, today at the latest: the books know of no later one */
export function pastDayFrom(query: URLSearchParams): string {
  const today = todayOfFund()
  const on = dayFrom(query, 'on', today)
  return on < today ? on : today
}

/** @returns the query in the register's address */
export function readAddress(query: URLSearchParams): RegisterAddress {
  const today = todayOfFund()
  const on = dayFrom(query, 'on', today)
  return {
    on,
    isToday: on === today,
    search: query.get('q')?.trim() ?? '',
    offering: query.get('offering') || undefined,
    show: keyIn(registerShows, query.get('show'), 'outstanding' as RegisterShow),
    view: keyIn(registerViews, query.get('view'), 'notes' as RegisterView),
    page: pageNumber(query),
  }
}

function keyIn<Key extends string>(words: Record<Key, string>, requested: string | null, otherwise: Key): Key {
  return requested !== null && Object.hasOwn(words, requested) ? (requested as Key) : otherwise
}

/** @returns the payments that an address requests, with late ones unless it names the first day */
export function dueRange(query: URLSearchParams) {
  const today = todayOfFund()
  const from = dayFrom(query, 'from', today)
  const to = dayFrom(query, 'to', addDays(from, dueDaysAhead))
  return { from, to: to < from ? from : to, today, isExact: query.has('from') && from !== today }
}

/** @returns the period of the journal that an address asks for; without one, the quarter up to today */
export function journalPeriod(query: URLSearchParams) {
  const today = todayOfFund()
  const from = dayFrom(query, 'from', quarterOf(today).from)
  const to = dayFrom(query, 'to', today)
  return { from, to: to < from ? from : to }
}

/** @returns the year that an address asks for; this one without */
export function yearFrom(query: URLSearchParams): number {
  const year = query.get('year') ?? ''
  return Number(/^(19|20|21)\d\d$/.test(year) ? year : todayOfFund().slice(0, 4))
}

/** @returns the payments of a year that an address requests, and their form */
export function paymentsFrom(query: URLSearchParams) {
  return {
    year: yearFrom(query),
    search: query.get('q')?.trim() ?? '',
    view: keyIn(registeredViews, query.get('view'), 'payments' as RegisteredView),
  }
}

/** @returns the day of a bank statement that an address names; '' for the newest */
export function statementDay(query: URLSearchParams): string {
  return dayFrom(query, 'on', '')
}

/** @returns the period by which an address divides the forecast */
export function forecastFrom(query: URLSearchParams): { by: ForecastStep; today: string } {
  return { by: keyIn(forecastSteps, query.get('by'), 'week' as ForecastStep), today: todayOfFund() }
}

/** @returns the day of the accrual that an address asks for; without one, the end of last month */
export function accrualDay(query: URLSearchParams): string {
  const today = todayOfFund()
  const on = dayFrom(query, 'on', addDays(`${today.slice(0, 8)}01`, -1))
  return on < today ? on : today
}
