import { fund } from '../../../content/fund.ts'
import { timeZone } from '../../../content/fund-time-zone.ts'
import { dateIn, localTimeZone, namedTimeIn, timeIn } from '../../../rules/dates.ts'
import { useHydrated } from '../hydrated.ts'

type Moment = string | number | Date

/**
 * @returns a function that formats a moment in the reader's time zone: 'Nov 21, 2026', with `time` 'Nov 21, 2026,
 *   10:22 PM'. Until scripts run it uses the fund's zone and names it: 'Nov 21, 2026, 10:22 PM CST'
 */
export function useDateFormat(): (moment: Moment, time?: boolean) => string {
  return dateFormat(useHydrated())
}

/** Stable functions. */
const dateFormat = (hydrated: boolean) => (hydrated ? readersDate : fundsDate)

function readersDate(moment: Moment, time = false): string {
  const zone = readersZone()
  if (!zone) return fundsDate(moment, time)
  return (time ? timeIn : dateIn)(zone, moment, fund.language)
}

function fundsDate(moment: Moment, time = false): string {
  return (time ? namedTimeIn : dateIn)(timeZone, moment, fund.language)
}

/**
 * A date in the reader's time zone, and in UTC on hover; with `time` to the minute. The hover text waits for scripts:
 * it would be an eighth of a long list's page.
 */
export function FormattedDate({ date, time = false }: { date: Moment; time?: boolean }) {
  const hydrated = useHydrated()
  return (
    <time
      dateTime={new Date(date).toISOString().replace(/:[^:]+Z$/, 'Z')}
      title={hydrated ? namedTimeIn('UTC', date, fund.language) : undefined}
    >
      {dateFormat(hydrated)(date, time)}
    </time>
  )
}

let cached: { zone: string | undefined } | undefined

function readersZone(): string | undefined {
  cached ??= { zone: localTimeZone() }
  return cached.zone
}
