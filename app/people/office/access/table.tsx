import { href } from 'react-router'
import { defineTable } from '../../../shell/office/define-table.ts'
import { PersonCell } from '../../../shell/office/person-link.tsx'
import rows from '../../../shell/office/rows.module.css'
import { saveCsv } from '../../../shell/office/save-csv.ts'
import { Badge } from '../../../shell/ui/badge.tsx'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import type { AccessEntry, AccessRight } from '../../server/access-review.ts'

const rights: Record<AccessRight, { label: string; tone?: 'plain' | 'warning' | 'danger' }> = {
  administrator: { label: 'Administrator', tone: 'plain' },
  approver: { label: 'Approver', tone: 'plain' },
  investor: { label: 'Investor' },
  delegate: { label: 'Shared access' },
  guest: { label: 'Guest', tone: 'warning' },
  none: { label: 'Access closed', tone: 'danger' },
}

/** People's rights, on the page and in the file. */
export const accessTable = defineTable<AccessEntry>([
  {
    header: 'Name',
    role: 'title',
    className: rows.grows,
    cell: ({ id, fullName, email }) => <PersonCell id={id} name={fullName} email={email} />,
    csv: { Name: entry => entry.fullName, 'E-mail': entry => entry.email },
  },
  {
    header: 'Role',
    className: rows.grows,
    cell: ({ right, disabledReason: reason }) => {
      const { label, tone } = rights[right]
      return (
        <>
          {tone ? <Badge tone={tone}>{label}</Badge> : label}
          {reason && <span className={rows.fact}>{reason}</span>}
        </>
      )
    },
    csv: { Right: entry => entry.right },
  },
  {
    header: 'Since',
    cell: ({ since }) => (since ? <FormattedDate date={since} /> : null),
    csv: { Since: entry => entry.since },
  },
  {
    header: 'Granted by',
    className: rows.grows,
    cell: giverOf,
    csv: { 'Given by': entry => entry.givenBy },
  },
  {
    header: 'Last seen',
    cell: ({ lastSeen }) => (lastSeen ? <FormattedDate date={lastSeen} /> : 'Never'),
    csv: { 'Last seen': entry => entry.lastSeen },
  },
  { csv: { 'Reason for closing': entry => entry.disabledReason } },
])

function giverOf({ right, givenBy, since }: AccessEntry): string | null {
  if (givenBy) return givenBy
  if (right === 'guest') return 'Signed up'
  if (right === 'delegate') return 'An investor'
  return right === 'administrator' && since ? 'On the server' : null
}

export const loader = saveCsv({
  name: 'access-review',
  columns: accessTable.csv,
  rows: ({ actor, operations }) => operations.exportAccessReview(actor),
  page: () => href('/profile/admin/access'),
})
