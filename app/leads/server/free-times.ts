import { Temporal } from 'temporal-polyfill'
import type { CallOffer, Calls } from '../../../content/calls-types.ts'

/** A span of time, milliseconds since 1970 (UTC). */
export interface Span {
  from: number
  to: number
}

/**
 * Finds when a call can start. Hours are in the fund's time zone. When clocks go forward, the skipped hour has no
 * times; when they go back, the repeated hour is offered once.
 * @param offer the kind of call
 * @param calls the fund's time zone, notice, days ahead and closed days
 * @param taken spans of the calendar that are not free
 * @param now milliseconds since 1970
 * @returns possible starts, milliseconds since 1970, earliest first
 */
export function freeTimes(offer: CallOffer, calls: Calls, taken: readonly Span[], now: number): number[] {
  const zone = calls.timeZone
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate()
  const earliest = now + calls.noticeHours * 3_600_000
  const length = offer.slotMinutes * 60_000
  const times: number[] = []
  for (let ahead = 0; ahead < calls.daysAhead; ahead++) {
    const day = today.add({ days: ahead })
    if (calls.closed.includes(day.toString())) continue
    for (const span of offer.hours[day.dayOfWeek as 1] ?? []) {
      const [from, to] = span.split('-').map(time => Temporal.PlainTime.from(time)) as [
        Temporal.PlainTime,
        Temporal.PlainTime,
      ]
      const minutes = from.until(to).total('minutes')
      for (let minute = 0; minute + offer.slotMinutes <= minutes; minute += offer.slotMinutes) {
        const local = day.toPlainDateTime(from.add({ minutes: minute }))
        const start = local.toZonedDateTime(zone)
        // Clocks skip this time when they go forward.
        if (!start.toPlainDateTime().equals(local)) continue
        const at = start.epochMilliseconds
        const free = taken.every(other => at >= other.to || at + length <= other.from)
        if (at >= earliest && free) times.push(at)
      }
    }
  }
  return times
}
