import { fund } from '../../../content/fund.ts'
import { dateIn } from '../../../rules/dates.ts'

/** @param day YYYY-MM-DD, which is the same everywhere @returns such as 'Nov 21, 2026' */
export function civilDay(day: string): string {
  return dateIn('UTC', `${day}T12:00:00Z`, fund.language)
}
