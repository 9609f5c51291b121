import { type ReactNode, useState } from 'react'
import { fund } from '../../../content/fund.ts'
import { dayIn, dayOfYearIn, hourIn } from '../../../rules/dates.ts'
import { countOf } from '../../../rules/number.ts'
import { useMendedError } from '../../shell/ui/use-mended-error.ts'
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
export function TimeSlots({ times, zone, legend, error: answered, chosen, nearest = [] }: Props) {
  const { error, onInput } = useMendedError(answered)
  const [picked, setPicked] = useState(chosen)
  return (
    <fieldset
      className={style.times}
      onInput={onInput}
      aria-describedby={error ? 'time-error' : undefined}
      onChange={event => event.target instanceof HTMLInputElement && setPicked(event.target.value)}
    >
      <legend>{legend}</legend>
      <p className={style.error} id="time-error" aria-live="polite" tabIndex={-1} data-problem={answered && true}>
        {error}
      </p>
      {nearest.length > 0 && (
        <div className={`stack gap-2 ${style.nearest}`}>
          <p>The closest available times</p>
          <ul>
            {nearest.map(time => (
              <li key={time}>
                <label className={`stack touch ${style.time}`}>
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
      {/* Another zone has other days. They are made again: beside an open day, a browser closes one that is added. */}
      <Days key={zone} times={times} zone={zone} picked={picked} />
      {times.length === 0 && (
        <p>
          No times are available in the next few days. Call <a href={`tel:${fund.phoneDial}`}>{fund.phone}</a> and we’ll
          find one.
        </p>
      )}
    </fieldset>
  )
}

/** The days with their times. The day of the time picked before is open, otherwise the first. */
function Days({ times, zone, picked: latest }: Pick<Props, 'times' | 'zone'> & { picked?: string }) {
  // From here on the browser knows what is picked and open. If it were set again, the browser would check this day's
  // time instead of the nearest one.
  const [picked] = useState(latest)
  const days = [...byDay(times, zone)]
  const open = Math.max(
    days.findIndex(([, hours]) => hours.some(time => time === picked)),
    0,
  )
  return days.map(([day, hours], i) => (
    <details key={day} name="day" open={i === open} className={`line-below ${style.day}`}>
      <summary>
        <span>{day}</span>
        <span className={`quiet tabular ${style.count}`}>{countOf(hours.length, 'time')}</span>
      </summary>
      <div className={`stack gap-3 ${style.hours}`}>
        {hours.map(time => (
          <label key={time} className={`stack touch ${style.time}`}>
            <input type="radio" name="time" value={time} defaultChecked={time === picked} />
            <time dateTime={time}>{hourIn(zone, time, fund.language)}</time>
          </label>
        ))}
      </div>
    </details>
  ))
}

function byDay(times: readonly string[], zone: string): Map<string, string[]> {
  const days = new Map<string, string[]>()
  for (const time of times) {
    const day = dayOfYearIn(zone, time, fund.language)
    days.set(day, [...(days.get(day) ?? []), time])
  }
  return days
}
