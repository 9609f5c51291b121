import { useCallback } from 'react'
import { fund } from '../../content/fund.ts'
import { timeZone } from '../../content/fund-time-zone.ts'
import { dateIn, localTimeZone, namedTimeIn, timeIn } from '../../rules/dates.ts'
import { useHydrated } from '../hydrated.ts'

type Moment = string | number | Date

/**
 * @returns a function that formats a moment in the reader's time zone: 'Nov 21, 2026', with `time` 'Nov 21, 2026,
 *   10:22 PM'. Until scripts run it uses the fund's zone and names it: 'Nov 21, 2026, 10:22 PM CST'
 */
export function useDateFormat(): (moment: Moment, time?: boolean) => string {
  const hydrated = useHydrated()
  return useCallback(
    (moment, time = false) => {
      const zone = hydrated ? readersZone() : undefined
      if (!time) return dateIn(zone ?? timeZone, moment, fund.language)
      return zone ? timeIn(zone, moment, fund.language) : namedTimeIn(timeZone, moment, fund.language)
    },
    [hydrated],
  )
}

/** A date in the reader's time zone, and in UTC on hover; with `time` to the minute. */
export function FormattedDate({ date, time = false }: { date: Moment; time?: boolean }) {
  const format = useDateFormat()
  return (
    <time dateTime={new Date(date).toISOString()} title={namedTimeIn('UTC', date, fund.language)}>
      {format(date, time)}
    </time>
  )
}

let cached: { zone: string | undefined } | undefined

function readersZone(): string | undefined {
  cached ??= { zone: localTimeZone() }
  return cached.zone
}
