import { ListBody, type ListBodyProps } from '../../shell/office/list-body.tsx'
import person from '../../shell/office/person-link.module.css'
import { PersonLink } from '../../shell/office/person-link.tsx'
import rows from '../../shell/office/rows.module.css'
import type { PaginationProps } from '../../shell/portal/pagination.tsx'
import { Badge } from '../../shell/ui/badge.tsx'
import { classes } from '../../shell/ui/classes.ts'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import type { Column } from '../../shell/ui/ledger.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { roleWords } from '../audit-query.ts'
import type { AuditEntry } from '../server/read-log.ts'
import style from './audit-page.module.css'

type Props = Pick<ListBodyProps<AuditEntry>, 'loadError' | 'empty'> & {
  entries: AuditEntry[]
  pages: Pick<PaginationProps, 'label' | 'page' | 'more' | 'addressOf'>
}

/** A page of the log: actor, action, subject, origin and time. */
export function AuditEntries({ entries, pages, ...rest }: Props) {
  const last = entries.at(-1)
  return (
    <ListBody
      className={classes(style.entries, rows.rows, rows.twoLines)}
      caption="Log"
      columns={columns}
      rows={entries}
      pages={{ ...pages, edges: last && { last: String(last.id) } }}
      {...rest}
    />
  )
}

/** Actions with words that include their outcome. */
const saysItself = /refused|failed|blocked/
/** A row that is gone, or never existed. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const columns: Column<AuditEntry>[] = [
  {
    header: 'What',
    role: 'title',
    className: classes(rows.grows, style.quarter),
    cell: ({ what, action, outcome, details }) => (
      <span className={rows.named}>
        <span>{what}</span>
        {outcome !== 'done' && !saysItself.test(action) && (
          <Badge tone="warning">{outcome === 'failed' ? 'Failed' : 'Refused'}</Badge>
        )}
        {typeof details.repeated === 'number' && <Badge>{details.repeated} more times</Badge>}
      </span>
    ),
  },
  {
    header: 'About',
    className: classes(rows.grows, style.quarter),
    cell: ({ subject, personId, address }) =>
      personId ? (
        <PersonLink id={personId} className="breakable">
          {subject}
        </PersonLink>
      ) : address ? (
        <Link to={address} className={classes(person.link, 'breakable')}>
          {subject}
        </Link>
      ) : subject && uuid.test(subject) ? (
        <span className="quiet" title={subject}>
          {subject.slice(0, 8)}…
        </span>
      ) : (
        subject && <span className="breakable">{subject}</span>
      ),
  },
  {
    header: 'Who',
    className: classes(rows.grows, style.quarter),
    cell: ({ who, role, actorId }) => (
      <span className={classes(rows.group, style.two)}>
        {actorId ? (
          <PersonLink id={actorId} className="breakable">
            {who}
          </PersonLink>
        ) : (
          <span className="breakable">{who ?? (role ? roleWords[role] : 'Unknown')}</span>
        )}
        {who && role && <span className={rows.fact}>{roleWords[role]}</span>}
      </span>
    ),
  },
  {
    header: 'IP and device',
    className: classes(rows.grows, style.quarter),
    cell: ({ ip, device }) =>
      (ip || device) && (
        <span className={classes(rows.group, style.two)}>
          <span className="breakable">{ip}</span>
          {device && <span className={rows.fact}>{device}</span>}
        </span>
      ),
  },
  { header: 'When', cell: ({ at }) => <FormattedDate date={at} time /> },
]
