/** Times of calls as people read them, in whose zone it may be: the same words on the page and in the mail. */

/** @returns such as 'Tuesday, November 24, 2026' */
export function dayIn(zone: string, time: string | Date, language: string): string {
  return words(time, language, { timeZone: zone, weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
}

/** @returns such as 'Tuesday, November 24', for a list of the next weeks */
export function dayOfYearIn(zone: string, time: string | Date, language: string): string {
  return words(time, language, { timeZone: zone, weekday: 'long', day: 'numeric', month: 'long' })
}

/** @returns such as '10:00 AM' */
export function hourIn(zone: string, time: string | Date, language: string): string {
  return words(time, language, { timeZone: zone, hour: 'numeric', minute: '2-digit' })
}

/** @returns such as 'Chicago', or what the fund calls the zone */
export function zoneLabel(zone: string, zones: readonly { id: string; label: string }[]): string {
  return zones.find(({ id }) => id === zone)?.label ?? zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
}

const formats = new Map<string, Intl.DateTimeFormat>()

function words(time: string | Date, language: string, options: Intl.DateTimeFormatOptions): string {
  // Making one takes longer than using it a hundred times.
  const key = `${language} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, options)
  formats.set(key, format)
  // Some systems set a narrow space before AM and PM; page and server must agree.
  return format.format(new Date(time)).replaceAll(/\s/g, ' ')
}
