import { href } from 'react-router'
import { fund } from '../../../../content/fund.ts'
import { timeZone } from '../../../../content/fund-time-zone.ts'
import { dayOfYearIn } from '../../../../rules/dates.ts'
import { grouped } from '../../../../rules/number.ts'
import { FormattedDate } from '../../../ui/formatted-date.tsx'
import { Link } from '../../../ui/link.tsx'
import { LoadError } from '../../load-error.tsx'
import type { TodayData } from './load-today.ts'
import { type TodayLine, todayLines } from './today-lines.ts'
import style from './today-panel.module.css'

type Props = TodayData & {
  /** Shows a link to everyone, where none is beside it. */
  leadsToPeople?: boolean
}

/** What is new from investors and what waits for the office; each line leads to the place where it is done. */
export function TodayPanel({ today, loadedAt, loadError, leadsToPeople }: Props) {
  const lines = today && todayLines(today)
  return (
    <section className={style.today} aria-labelledby="today">
      <header className={style.head}>
        <h2 id="today">Today</h2>
        <p>{dayOfYearIn(timeZone, loadedAt, fund.language)}</p>
        {leadsToPeople && (
          <Link to={href('/profile/admin/people')} className={style.people}>
            Find a person
          </Link>
        )}
      </header>
      <LoadError error={loadError} />
      {lines && lines.length > 0 && (
        <ul className={style.lines}>
          {lines.map(line => (
            <Line key={line.key} line={line} />
          ))}
        </ul>
      )}
      {lines?.length === 0 && (
        <p className={style.clear}>Nothing is waiting. New files, messages, calls and requests will appear here.</p>
      )}
    </section>
  )
}

function Line({ line: { count, what, which, since, act, to } }: { line: TodayLine }) {
  return (
    <li>
      <Link to={to} className={style.line}>
        <span className={style.count}>{grouped(count)}</span>
        <span className={style.what}>
          {what}
          {which && <span className={style.which}>{which}</span>}
          {since && (
            <span className={style.which}>
              {count === 1 ? 'From' : 'The oldest is from'} <FormattedDate date={since} />
            </span>
          )}
        </span>
        <span className={style.act}>
          {act} <span aria-hidden="true">→</span>
        </span>
      </Link>
    </li>
  )
}
