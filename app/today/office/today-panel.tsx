import { href } from 'react-router'
import { fund } from '../../../content/fund.ts'
import { timeZone } from '../../../content/fund-time-zone.ts'
import { dayOfYearIn } from '../../../rules/dates.ts'
import { PageName } from '../../shell/office/page-name.tsx'
import { LoadError } from '../../shell/portal/load-error.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { LineList } from './line-list.tsx'
import type { TodayData } from './load-today.ts'
import { type TodayGroup, todayGroups } from './today-lines.ts'
import style from './today-panel.module.css'

type Props = TodayData & {
  /** It is a part of a page with a name of its own, and leads to everyone, as nothing beside it does. */
  isPart?: boolean
}

/** What there is to do, money first; each line leads to where it is handled. */
export function TodayPanel({ today, loadedAt, loadError, isPart }: Props) {
  const groups = today && todayGroups(today)
  return (
    <section className={style.today} aria-labelledby="today">
      <header className={`cluster baseline gap-0-5 below-3 ${style.head}`}>
        {isPart ? <h2 id="today">Today</h2> : <PageName name="Today" id="today" />}
        <p className="quiet">{dayOfYearIn(timeZone, loadedAt, fund.language)}</p>
        {isPart && (
          <Link to={href('/profile/admin/people')} className={`small to-end ${style.people}`}>
            Find a person
          </Link>
        )}
      </header>
      <LoadError error={loadError} />
      {groups?.map(group => (
        <Group key={group.key} group={group} Heading={isPart ? 'h3' : 'h2'} />
      ))}
      {groups && (
        <p className="quiet above-5">
          {groups.some(({ lines }) => lines.length > 0) ? 'That’s all for now.' : 'You’re all caught up.'}
        </p>
      )}
    </section>
  )
}

function Group({ group: { key, title, lines, empty }, Heading }: { group: TodayGroup; Heading: 'h2' | 'h3' }) {
  const heading = `today-${key}`
  return (
    <section className={style.group} aria-labelledby={heading}>
      <Heading id={heading}>{title}</Heading>
      {lines.length > 0 ? <LineList lines={lines} /> : <p className="double pad-3 muted">{empty}</p>}
    </section>
  )
}
