/**
 * Dates and times as people read them, in one style on the site, in the portal, in mail and in print. `zone` is an IANA
 * name such as 'America/Chicago', `language` a tag such as 'en-US', `time` an instant.
 */

type Instant = string | number | Date

/** @returns such as 'Nov 21, 2026' */
export function dateIn(zone: string, time: Instant, language: string): string {
  return words(time, language, { timeZone: zone, ...date })
}

/** @returns such as 'Nov 21, 2026, 10:22 PM' */
export function timeIn(zone: string, time: Instant, language: string): string {
  return words(time, language, { timeZone: zone, ...date, ...clock })
}

/** @returns such as 'Nov 21, 2026, 10:22 PM CST', for readers whose own zone is not known */
export function namedTimeIn(zone: string, time: Instant, language: string): string {
  return words(time, language, { timeZone: zone, ...date, ...clock, timeZoneName: 'short' })
}

/** @returns such as 'Tuesday, Nov 24, 2026' */
export function dayIn(zone: string, time: Instant, language: string): string {
  return words(time, language, { timeZone: zone, weekday: 'long', ...date })
}

/** @returns such as 'Tuesday, Nov 24', for a list of the next weeks */
export function dayOfYearIn(zone: string, time: Instant, language: string): string {
  return words(time, language, { timeZone: zone, weekday: 'long', month: date.month, day: date.day })
}

/** @returns such as '10:00 AM' */
export function hourIn(zone: string, time: Instant, language: string): string {
  return words(time, language, { timeZone: zone, ...clock })
}

/** @returns the hour of the day, 0 to 23 */
export function hourOfDayIn(zone: string, time: Instant): number {
  return Number(words(time, 'en-US', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' }))
}

/** @returns the civil day, 'YYYY-MM-DD' */
export function isoDayIn(zone: string, time: Instant): string {
  return words(time, 'en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
}

/** @returns such as 'Chicago', or what the fund calls the zone */
export function zoneLabel(zone: string, zones: readonly { id: string; label: string }[]): string {
  return zones.find(({ id }) => id === zone)?.label ?? zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
}

/** @returns this machine's time zone; undefined where it reports one that can't be used, such as 'Etc/Unknown' */
export function localTimeZone(): string | undefined {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  try {
    new Intl.DateTimeFormat('en-US', { timeZone })
    return timeZone || undefined
  } catch {
    return undefined
  }
}

const date = { month: 'short', day: 'numeric', year: 'numeric' } as const
const clock = { hour: 'numeric', minute: '2-digit' } as const
const formats = new Map<string, Intl.DateTimeFormat>()

function words(time: Instant, language: string, options: Intl.DateTimeFormatOptions): string {
  // Creating a format takes longer than using it a hundred times, so formats are cached.
  const key = `${language} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, options)
  formats.set(key, format)
  // Some systems put a narrow no-break space before AM and PM; browser and server must agree.
  return format.format(new Date(time)).replaceAll(/\s/g, ' ')
}
