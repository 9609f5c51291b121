import type { CallOffer, Calls } from './calls-types.ts'
import { listed, unless, whole } from './check-helpers.ts'

/**
 * Checks the hours of calls.
 * @param chosen the time zones that visitors choose from
 * @returns each fault as a sentence
 */
export function inCalls(calls: Calls, chosen: readonly { id: string }[]): string[] {
  return [
    ...unless(
      isTimeZone(calls.timeZone),
      'content/fund-time-zone.ts: timeZone',
      `'${calls.timeZone}' is not a time zone such as 'America/New_York'.`,
    ),
    ...chosen.flatMap(({ id }) =>
      unless(isTimeZone(id), 'content/call-zones.ts: callZones', `'${id}' is not an IANA time zone.`),
    ),
    ...calls.closed.flatMap(day =>
      unless(isDay(day), 'content/call-offers.ts: closed', `'${day}' is not a date such as '2026-12-25'.`),
    ),
    ...(['phone', 'video', 'founder'] as const).flatMap(name =>
      inOffer(`content/call-offers.ts: ${name}`, calls[name]),
    ),
  ]
}

function inOffer(where: string, { hours, slotMinutes, length }: CallOffer): string[] {
  return [
    ...unless(whole(slotMinutes), `${where}.slotMinutes`, 'is not a whole number of minutes.'),
    ...unless(length.from <= length.to, `${where}.length`, 'ends before it begins.'),
    ...unless(length.to <= slotMinutes, `${where}.length`, `does not fit into slotMinutes, ${slotMinutes}.`),
    ...Object.entries(hours).flatMap(([day, spans]) =>
      unless(
        spans.every(isSpan) &&
          [...spans].sort().every((span, i, all) => i === 0 || span >= (all[i - 1] ?? '').slice(6)),
        `${where}.hours[${day}]`,
        `must be spans such as '09:00-12:00' that do not overlap, not ${listed(spans)}.`,
      ),
    ),
  ]
}

function isSpan(span: string): boolean {
  const [, from = '', to = ''] = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d|24:00)$/.exec(span) ?? []
  return from < to
}

function isTimeZone(id: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: id })
    return true
  } catch {
    return false
  }
}

function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}
