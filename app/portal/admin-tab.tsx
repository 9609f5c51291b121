import type { Actor } from '../../server/actor.ts'
import type { UserProfile } from '../../server/profiles.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FormattedDate } from '../ui/formatted-date.tsx'
import { type Column, Ledger } from '../ui/ledger.tsx'
import style from './admin-tab.module.css'
import type { Refusal } from './errors.ts'
import { peopleAtOnce } from './profile-data.ts'
import { Trouble } from './trouble.tsx'

type Props = { me: Actor; page: number; people: UserProfile[]; total: number; trouble?: Refusal }

/** Everybody with an account, newest first (specification section 2). */
export function AdminTab({ me, page, people, total, trouble }: Props) {
  const columns: Column<UserProfile>[] = [
    {
      key: 'name',
      header: 'Name',
      role: 'title',
      cell: person => (
        <span className={style.name}>
          {nameOf(person)} {person.is_admin && <Badge>Admin</Badge>}
        </span>
      ),
    },
    { key: 'email', header: 'E-mail', bare: true, cell: ({ email }) => <span className={style.email}>{email}</span> },
    { key: 'organization', header: 'Organization', cell: ({ organization }) => organization || null },
    { key: 'joined', header: 'Joined', cell: ({ created_at }) => <FormattedDate date={created_at} /> },
    {
      key: 'actions',
      header: 'Actions',
      role: 'actions',
      cell: person => (
        <Button
          size="small"
          variant="link"
          to={person.id === me.id ? '/profile' : `/profile?user=${person.id}`}
          aria-label={`Open documents of ${nameOf(person)}`}
        >
          Open documents
        </Button>
      ),
    },
  ]
  const pages = Math.max(1, Math.ceil(total / peopleAtOnce))
  return (
    <div className={style.admin}>
      <header className={style.head}>
        <h2>Users</h2>
        {!trouble && <p>{total === 1 ? '1 person' : `${total.toLocaleString('en-US')} people`}</p>}
      </header>
      <Trouble trouble={trouble} />
      {people.length > 0 && (
        <Ledger className={style.people} caption="Users" columns={columns} rows={people} rowKey={({ id }) => id} />
      )}
      {people.length === 0 && !trouble && page === 1 && (
        <EmptyState title="No users yet" level={3}>
          Everybody who signs in for the first time is listed here.
        </EmptyState>
      )}
      {people.length === 0 && !trouble && page > 1 && (
        <EmptyState title="No more users" level={3} action={<PageLink page={1}>First page</PageLink>}>
          The list is shorter than this page.
        </EmptyState>
      )}
      {pages > 1 && (
        <nav className={style.pages} aria-label="Pages of users">
          {page > 1 && page <= pages && <PageLink page={page - 1}>Newer</PageLink>}
          <p>
            Page {page} of {pages}
          </p>
          {page < pages && <PageLink page={page + 1}>Older</PageLink>}
        </nav>
      )}
    </div>
  )
}

function PageLink({ page, children }: { page: number; children: string }) {
  return (
    <Button size="small" to={`/profile?tab=admin&page=${page}`}>
      {children}
    </Button>
  )
}

function nameOf({ full_name, email }: UserProfile): string {
  return full_name || email
}
