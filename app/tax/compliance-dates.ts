/** By when the office does what the law asks about a tax year's forms. What depends on the tax adviser is in `content/tax.ts`. */
import type { TaxSettings } from '../../content/tax-types.ts'
import { previousBusinessDay } from '../../rules/business-days.ts'
import { addDays, type Day, dayOf } from '../../rules/days.ts'
import type { Cents } from '../../rules/money.ts'
import { dueDays, type TaxRunState } from './form-1099-int.ts'
import type { Form945 } from './withholding.ts'

/** What has a day, in the order of the days. */
export const complianceDates = {
  transmitter: 'Apply for an IRIS Transmitter Control Code',
  deposit: 'Deposit withheld tax with the IRS',
  furnish: 'Forms 1099-INT to payees',
  form945: 'Form 945 to the IRS',
  copies: 'Corrected copies at the lowest penalty',
  file: 'Forms 1099-INT to the IRS',
  corrections: 'Corrections to the IRS at the lowest penalty',
  last: 'Corrections at the second penalty',
  unfiled: 'A form that isn’t filed with the IRS',
} as const
export type ComplianceDateKey = keyof typeof complianceDates
/** Those that every year has. */
type YearsDateKey = Exclude<ComplianceDateKey, 'unfiled' | 'deposit' | 'form945'>

/** A day by which something has to be done about a tax year. */
export interface ComplianceDate {
  key: ComplianceDateKey
  year: number
  day: Day
  isDone: boolean
  /** Of a deposit. */
  cents?: Cents
}

type Settings = Pick<TaxSettings, 'due' | 'transmitterCode' | 'corrections'>

/**
 * @param state of the year's forms; undefined before they are begun
 * @param withheld the year's Form 945; undefined where nothing was withheld
 * @returns the days of a tax year, the earliest first. Corrections are never done: there may be another one
 */
export function complianceDatesOf(
  year: number,
  state: TaxRunState | undefined,
  settings: Settings,
  withheld?: Form945,
): ComplianceDate[] {
  const { transmitterCode, corrections } = settings
  const due = dueDays(settings, year)
  const isFiled = state === 'filed'
  const dates: Record<YearsDateKey, { day: Day; isDone: boolean }> = {
    transmitter: {
      day: businessDaysBefore(due.file, transmitterCode.businessDays),
      isDone: isFiled || transmitterCode.state === 'kept',
    },
    furnish: { day: due.furnish, isDone: isFiled || state === 'furnished' },
    copies: { day: addDays(due.furnish, corrections.days), isDone: false },
    file: { day: due.file, isDone: isFiled },
    corrections: { day: addDays(due.file, corrections.days), isDone: false },
    last: { day: dayOf({ year: year + 1, ...corrections.last }), isDone: false },
  }
  const keys = Object.keys(dates) as YearsDateKey[]
  return [...keys.map(key => ({ key, year, ...dates[key] })), ...datesOf945(withheld)].toSorted((one, other) =>
    one.day.localeCompare(other.day),
  )
}

/**
 * @returns by when a form of one payee that was furnished after a year's others is filed: the next day on which the penalty
 *   for it rises, or the last of them once all have passed
 */
export function unfiledDue(year: number, settings: Settings, today: Day): Day {
  const rises = complianceDatesOf(year, undefined, settings).filter(({ key }) =>
    ['file', 'corrections', 'last'].includes(key),
  )
  return (rises.find(({ day }) => day >= today) ?? rises.at(-1))?.day ?? today
}

/** What only matters where something has to be corrected, and passes without anything to do. */
const ofCorrections: readonly ComplianceDateKey[] = ['copies', 'corrections', 'last']
const passing: readonly ComplianceDateKey[] = [...ofCorrections, 'form945']

/** @returns dates to come, and past ones that aren't done. Without a date for an IRIS code once the year is filed */
export function openDates<Listed extends ComplianceDate>(dates: readonly Listed[], today: Day): Listed[] {
  const over = new Set(dates.flatMap(({ key, year, day }) => (key === 'file' && day < today ? [year] : [])))
  return dates.filter(({ key, year, day, isDone }) => {
    if (isDone) return false
    if (key === 'transmitter') return !over.has(year)
    return day >= today || !passing.includes(key)
  })
}

/** Days before and after a date in which Today shows it. */
const daysAround = 30

/**
 * @returns the deadlines of deposits; less than $2,500 a year may be paid with the return. No one records that it was
 *   filed
 */
function datesOf945(form: Form945 | undefined): ComplianceDate[] {
  if (!form || form.withheld <= 0n) return []
  const { year, toDeposit, mayPayWithReturn, due, balance } = form
  const deposits = mayPayWithReturn && balance > 0n ? [{ due, cents: balance }] : toDeposit
  return [
    ...deposits.map(({ due: day, cents }) => ({ key: 'deposit' as const, year, day, cents, isDone: false })),
    { key: 'form945', year, day: due, isDone: false },
  ]
}

/** @returns the dates that Today shows: due within a month, or in the month before, and forms to file */
export function upcomingDates<Listed extends ComplianceDate>(dates: readonly Listed[], today: Day): Listed[] {
  return openDates(dates, today).filter(
    ({ key, day }) =>
      key === 'unfiled' ||
      (!ofCorrections.includes(key) && day <= addDays(today, daysAround) && day >= addDays(today, -daysAround)),
  )
}

function businessDaysBefore(day: Day, count: number): Day {
  let first = day
  for (let i = 0; i < count; i++) first = previousBusinessDay(first)
  return first
}
