import { accessPerPage } from '../../../../rules/limits.ts'
import { grouped } from '../../../../rules/number.ts'
import type { AccessEntry, AccessOrder, AccessReview } from '../../../../server/people/access-review.ts'
import { ActionFields } from '../../../actions/action-fields.tsx'
import { useAction } from '../../../actions/use-action.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmailText } from '../../../ui/email-text.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { FormattedDate } from '../../../ui/formatted-date.tsx'
import type { Column } from '../../../ui/ledger.tsx'
import { Notice, useNotice } from '../../../ui/notice.tsx'
import { StackedLedger } from '../../../ui/stacked-ledger.tsx'
import { adminPages, withQuery } from '../../addresses.ts'
import { LoadError } from '../../load-error.tsx'
import type { Refusal } from '../../refusal.ts'
import counted from '../counted-page.module.css'
import { Pagination } from '../pagination.tsx'
import { PersonLink } from '../person-link.tsx'
import { SearchForm } from '../search-form.tsx'
import style from './access-page.module.css'

const sorts: Record<AccessOrder, string> = {
  right: 'Most rights first',
  name: 'By name',
  since: 'Newest right first',
  seen: 'Longest unseen first',
}
export const accessSorts = Object.keys(sorts) as AccessOrder[]

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

type Props = AccessReview & { page: number; sort: AccessOrder; loadError?: Refusal }

/** Who may do what, since when and by whom, and when they were last seen, for administrators to look over once a year. */
export function AccessPage({ page, sort, entries, total, last, loadError }: Props) {
  const { say, ...notice } = useNotice()
  const { Form, answer, busy } = useAction(({ notice }) => notice && say(notice))
  const addressOf = (to: number) =>
    withQuery(adminPages.access, { sort: sort === 'right' ? undefined : sort, page: to > 1 ? String(to) : undefined })
  return (
    <div className={counted.page}>
      <header className={counted.head}>
        <h2>Access</h2>
        <p role="status">{!loadError && (total === 1 ? '1 person' : `${grouped(total)} people`)}</p>
      </header>
      <p className={style.about}>
        Look for people who no longer need their access, and close it.{' '}
        {last ? (
          <>
            Last reviewed on <FormattedDate date={last.at} />
            {last.by && ` by ${last.by}`}.
          </>
        ) : (
          'No review has been recorded yet.'
        )}
      </p>
      <div className={style.tools}>
        <SearchForm label="Access" action={adminPages.access} values={{ sort }}>
          <SelectField label="Sort" hideLabel name="sort" defaultValue={sort}>
            {accessSorts.map(each => (
              <option key={each} value={each}>
                {sorts[each]}
              </option>
            ))}
          </SelectField>
        </SearchForm>
        <Button size="small" href="/profile/access.csv">
          Export CSV
        </Button>
        <Form method="post" action={adminPages.access}>
          <ActionFields intent="done" />
          <Button size="small" type="submit" busy={busy} busyLabel="Saving…">
            Review done
          </Button>
        </Form>
      </div>
      <Banner of={answer}>{!busy && answer?.error?.message}</Banner>
      <LoadError error={loadError} />
      {entries.length > 0 && (
        <StackedLedger caption="Access" columns={columns} rows={entries} rowKey={({ id }) => id} />
      )}
      <Pagination label="people" page={page} total={total} size={accessPerPage} addressOf={to => addressOf(to.page)} />
      <Notice {...notice} />
    </div>
  )
}

const columns: Column<AccessEntry>[] = [
  {
    key: 'name',
    header: 'Name',
    role: 'title',
    cell: ({ id, full_name, email }) => (
      <>
        <PersonLink id={id} className={style.name}>
          {full_name || <EmailText>{email}</EmailText>}
        </PersonLink>
        {full_name && (
          <span className={style.email}>
            <EmailText>{email}</EmailText>
          </span>
        )}
      </>
    ),
  },
  {
    key: 'right',
    header: 'Right',
    cell: ({ right, disabled_reason: reason }) => (
      <>
        {tones[right] ? <Badge tone={tones[right]}>{rights[right]}</Badge> : rights[right]}
        {reason && <p className={style.reason}>{reason}</p>}
      </>
    ),
  },
  { key: 'since', header: 'Since', cell: ({ since }) => (since ? <FormattedDate date={since} /> : null) },
  { key: 'by', header: 'Given by', cell: entry => <span className={style.giver}>{giverOf(entry)}</span> },
  {
    key: 'seen',
    header: 'Last seen',
    cell: ({ last_seen }) => (last_seen ? <FormattedDate date={last_seen} /> : 'Never'),
  },
]

function giverOf({ right, given_by, since }: AccessEntry): string | null {
  if (given_by) return given_by
  if (right === 'guest') return 'Signed up'
  return right === 'administrator' && since ? 'On the server' : null
}
