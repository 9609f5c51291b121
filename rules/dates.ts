/**
 * Dates and times for people, in one style on the site, in the portal, in mail and in print. `zone` is an IANA name
 * such as 'America/Chicago', `language` a tag such as 'en-US', `time` an instant.
 */

type Instant = string | number | Date

const date = { month: 'short', day: 'numeric', year: 'numeric' } as const
const clock = { hour: 'numeric', minute: '2-digit' } as const

/** Such as 'Nov 21, 2026'. */
export const dateIn = styled(date)

/** Such as 'Nov 21, 2026, 10:22 PM'. */
export const timeIn = styled({ ...date, ...clock })

/** Such as 'Nov 21, 2026, 10:22 PM CST', for readers in an unknown zone. */
export const namedTimeIn = styled({ ...date, ...clock, timeZoneName: 'short' })

/** Such as 'Tuesday, Nov 24, 2026'. */
export const dayIn = styled({ weekday: 'long', ...date })

/** Such as 'Tuesday, Nov 24', for a list of the next weeks. */
export const dayOfYearIn = styled({ weekday: 'long', month: date.month, day: date.day })

/** Such as '10:00 AM'. */
export const hourIn = styled(clock)

const hourOfDay = styled({ hour: 'numeric', hourCycle: 'h23' })
const isoDay = styled({ year: 'numeric', month: '2-digit', day: '2-digit' })

/** @returns the hour of the day, 0 to 23 */
export const hourOfDayIn = (zone: string, time: Instant) => Number(hourOfDay(zone, time, 'en-US'))

/** @returns the civil day, 'YYYY-MM-DD' */
export const isoDayIn = (zone: string, time: Instant) => isoDay(zone, time, 'en-CA')

/** @returns such as 'Chicago', or the fund's own name for the zone */
export function zoneLabel(zone: string, zones: readonly { id: string; label: string }[]): string {
  return zones.find(({ id }) => id === zone)?.label ?? zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
}

/** @returns this machine's time zone; undefined for an unusable one, such as 'Etc/Unknown' */
export function localTimeZone(): string | undefined {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  try {
    new Intl.DateTimeFormat('en-US', { timeZone })
    return timeZone || undefined
  } catch {
    return undefined
  }
}

/** Cached, since creating a format takes longer than using it a hundred times. */
function styled(options: Intl.DateTimeFormatOptions) {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (zone: string, time: Instant, language: string): string => {
    const key = `${language} ${zone}`
    const format = formats.get(key) ?? new Intl.DateTimeFormat(language, { timeZone: zone, ...options })
    formats.set(key, format)
    // Some systems put a narrow no-break space before AM and PM; browser and server must agree.
    return format.format(new Date(time)).replaceAll(/\s/g, ' ')
  }
}
