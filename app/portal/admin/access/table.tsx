import { href } from 'react-router'
import type { AccessEntry } from '../../../../server/people/access-review.ts'
import { Badge } from '../../../ui/badge.tsx'
import { EmailText } from '../../../ui/email-text.tsx'
import { FormattedDate } from '../../../ui/formatted-date.tsx'
import { defineTable } from '../define-table.ts'
import list from '../list-page.module.css'
import { PersonLink } from '../person-link.tsx'
import { saveCsv } from '../save-csv.ts'

const rights = {
  administrator: 'Administrator',
  approver: 'Approver',
  investor: 'Investor',
  guest: 'Guest',
  none: 'Access closed',
} as const
const tones = {
  administrator: 'plain',
  approver: 'plain',
  investor: undefined,
  guest: 'warning',
  none: 'danger',
} as const

/** Who may do what, on the page and in the file. */
export const accessTable = defineTable<AccessEntry>([
  {
    key: 'name',
    header: 'Name',
    role: 'title',
    cell: ({ id, full_name, email }) => (
      <>
        <PersonLink id={id} className={list.name}>
          {full_name || <EmailText>{email}</EmailText>}
        </PersonLink>
        {full_name && (
          <span className={list.below}>
            <EmailText>{email}</EmailText>
          </span>
        )}
      </>
    ),
    csv: { Name: entry => entry.full_name, 'E-mail': entry => entry.email },
  },
  {
    key: 'right',
    header: 'Right',
    cell: ({ right, disabled_reason: reason }) => (
      <>
        {tones[right] ? <Badge tone={tones[right]}>{rights[right]}</Badge> : rights[right]}
        {reason && <p className={list.remark}>{reason}</p>}
      </>
    ),
    csv: { Right: entry => entry.right },
  },
  {
    key: 'since',
    header: 'Since',
    cell: ({ since }) => (since ? <FormattedDate date={since} /> : null),
    csv: { Since: entry => entry.since },
  },
  {
    key: 'by',
    header: 'Given by',
    cell: entry => <span className={list.giver}>{giverOf(entry)}</span>,
    csv: { 'Given by': entry => entry.given_by },
  },
  {
    key: 'seen',
    header: 'Last seen',
    cell: ({ last_seen }) => (last_seen ? <FormattedDate date={last_seen} /> : 'Never'),
    csv: { 'Last seen': entry => entry.last_seen },
  },
  { csv: { 'Reason for closing': entry => entry.disabled_reason } },
])

function giverOf({ right, given_by, since }: AccessEntry): string | null {
  if (given_by) return given_by
  if (right === 'guest') return 'Signed up'
  return right === 'administrator' && since ? 'On the server' : null
}

/** GET: the whole review as a file. */
export const loader = saveCsv({
  name: 'access-review',
  columns: accessTable.csv,
  rows: ({ actor, operations }) => operations.exportAccessReview(actor),
  page: () => href('/profile/admin/access'),
})
