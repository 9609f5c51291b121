import { href } from 'react-router'
import { coveredPersons as settings } from '../../../content/covered-persons.ts'
import { defineTable } from '../../shell/office/define-table.ts'
import rows from '../../shell/office/rows.module.css'
import { saveCsv } from '../../shell/office/save-csv.ts'
import { todayOfFund } from '../../shell/today-of-fund.ts'
import { Badge } from '../../shell/ui/badge.tsx'
import { Day } from '../../shell/ui/day.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { capacities, standingWords } from '../covered-persons.ts'
import type { ListedCovered } from '../server/register.ts'

const standing = ({ state, dueOn }: Pick<ListedCovered, 'state' | 'dueOn'>) =>
  standingWords(state, dueOn, { today: todayOfFund(), remindDays: settings.remindDays })

export function StandingBadge({ person }: { person: Pick<ListedCovered, 'state' | 'dueOn'> }) {
  const { words, tone } = standing(person)
  return <Badge tone={tone}>{words}</Badge>
}

/** The register of covered persons, on the page and in the file for counsel. */
export const coveredTable = defineTable<ListedCovered>([
  {
    header: 'Name',
    role: 'title',
    className: rows.grows,
    cell: ({ id, name, email }) => (
      <>
        <Link to={href('/profile/admin/covered-persons/:id', { id })}>{name}</Link>
        <span className={rows.fact}>{email ?? 'Outside the portal'}</span>
      </>
    ),
    csv: { Name: person => person.name, Account: person => person.email },
  },
  {
    header: 'Capacity',
    className: rows.grows,
    cell: ({ capacity }) => capacities[capacity],
    csv: { 'Capacity (17 CFR 230.506(d)(1))': person => capacities[person.capacity] },
  },
  {
    header: 'State',
    cell: person => <StandingBadge person={person} />,
    csv: { State: person => standing(person).words },
  },
  {
    header: 'Signed on',
    cell: ({ signedOn }) => (signedOn ? <Day date={signedOn} /> : 'Never'),
    csv: {
      'Signed on': person => person.signedOn,
      'Due on': person => person.dueOn,
      Version: person => person.version,
      'SHA-256': person => person.sha256,
    },
  },
  {
    csv: {
      'Covered since': person => person.since,
      'Covered until': person => person.endedOn,
      'Reason for the end': person => person.endReason,
    },
  },
])

export const loader = saveCsv({
  name: 'covered-persons',
  columns: coveredTable.csv,
  rows: ({ actor, operations }) => operations.exportCoveredPersons(actor),
  page: () => href('/profile/admin/covered-persons'),
})
