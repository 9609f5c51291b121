import type { ReactNode } from 'react'
import { fund } from '../../../content/fund.ts'
import { dayIn, dayOfYearIn, hourIn } from '../../../rules/dates.ts'
import style from './time-slots.module.css'

type Props = {
  /** Start times (ISO 8601, UTC), earliest first. */
  times: readonly string[]
  /** The time zone in which they are shown (IANA). */
  zone: string
  legend: ReactNode
  error?: string
  chosen?: string
  /** Free times to offer first, if the chosen one was taken. */
  nearest?: readonly string[]
}

/** A choice of free times, grouped by day. Works without scripts. */
export function TimeSlots({ times, zone, legend, error, chosen, nearest = [] }: Props) {
  const days = byDay(times, zone)
  const choice = (time: string) => (
    <label key={time} className={style.time}>
      <input type="radio" name="time" value={time} defaultChecked={time === chosen} />
      <time dateTime={time}>{hourIn(zone, time, fund.language)}</time>
    </label>
  )
  return (
    <fieldset className={style.times} aria-describedby={error ? 'time-error' : undefined}>
      <legend>{legend}</legend>
      <p className={style.error} id="time-error" aria-live="polite" tabIndex={-1} data-problem={error && true}>
        {error}
      </p>
      {nearest.length > 0 && (
        <div className={style.nearest}>
          <p>The closest available times</p>
          <ul>
            {nearest.map(time => (
              <li key={time}>
                <label className={style.time}>
                  <input type="radio" name="time" value={time} />
                  <time dateTime={time}>
                    {dayIn(zone, time, fund.language)}, {hourIn(zone, time, fund.language)}
                  </time>
                </label>
              </li>
            ))}
          </ul>
        </div>
      )}
      {[...days].map(([day, hours], i) => (
        <details key={day} name="day" open={i === 0} className={style.day}>
          <summary>
            <span>{day}</span>
            <span className={style.count}>{hours.length === 1 ? '1 time' : `${hours.length} times`}</span>
          </summary>
          <div className={style.hours}>{hours.map(choice)}</div>
        </details>
      ))}
      {times.length === 0 && (
        <p>
          No times are available in the next few days. Call <a href={`tel:${fund.phoneDial}`}>{fund.phone}</a> and we’ll
          find one.
        </p>
      )}
    </fieldset>
  )
}

function byDay(times: readonly string[], zone: string): Map<string, string[]> {
  const days = new Map<string, string[]>()
  for (const time of times) {
    const day = dayOfYearIn(zone, time, fund.language)
    days.set(day, [...(days.get(day) ?? []), time])
  }
  return days
}
