import { noBreak } from '../../shell/office/no-break.tsx'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import { Link } from '../../shell/ui/link.tsx'
import type { TodayLine } from './line.ts'
import style from './today-panel.module.css'

/** Pending work, a line for each kind; the whole line links to the page for it. */
export function LineList({ lines }: { lines: readonly TodayLine[] }) {
  return (
    <ul className={`plain-list stack double divided ${style.lines}`}>
      {lines.map(line => (
        <Line key={line.key} line={line} />
      ))}
    </ul>
  )
}

function Line({ line: { figure, what, which, since, act, to, also, isLate } }: { line: TodayLine }) {
  return (
    <li data-late={isLate || undefined}>
      <Link to={to} className={`stack baseline touch pad-3 ${style.line}`}>
        <span className={`tabular unbroken display size-h4 ${style.figure}`}>{figure}</span>{' '}
        <span className={`stack breakable strong ${style.what}`}>
          <span>{noBreak(what)}</span>
          {which && <span className="quiet regular"> {noBreak(which)}</span>}
          {since && (
            <span className="quiet regular">
              {' '}
              Since <FormattedDate date={since} />
            </span>
          )}
        </span>{' '}
        <span className={style.act}>
          {act} <span aria-hidden="true">→</span>
        </span>
      </Link>
      {also && (
        <Link to={also.to} className={`stack center touch ${style.also}`}>
          {also.label}
        </Link>
      )}
    </li>
  )
}
