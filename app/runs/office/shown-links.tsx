import { withQuery } from '../../../rules/url.ts'
import { Link } from '../../shell/ui/link.tsx'
import style from './runs.module.css'

type Props = {
  /** The run's page. */
  at: string
  /** The part of its documents that is shown. */
  show: string
  /** What each part is called; `all` is the page without a query. */
  parts: Record<string, string>
}

/** Links to parts of a run's documents, such as those that no one has opened. */
export function ShownLinks({ at, show, parts }: Props) {
  return (
    <nav className={`cluster gap-2-5 small ${style.shown}`} aria-label="Documents shown">
      {Object.entries(parts).map(([part, label]) => (
        <Link
          key={part}
          to={part === 'all' ? at : withQuery(at, { show: part })}
          aria-current={part === show || undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
