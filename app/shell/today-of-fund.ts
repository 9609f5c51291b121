import { timeZone } from '../../content/fund-time-zone.ts'
import { isoDayIn } from '../../rules/dates.ts'

/** @returns the day it is where the fund is, 'YYYY-MM-DD' */
export function todayOfFund(): string {
  return isoDayIn(timeZone, new Date())
}
