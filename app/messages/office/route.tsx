import type { ReactNode } from 'react'
import { href } from 'react-router'
import { PageName } from '../../shell/office/page-name.tsx'
import { loadList, type Shown, showList } from '../../shell/portal/list-page.tsx'
import { edgesOf, toRequestedPage } from '../../shell/portal/list-place.ts'
import { LoadError } from '../../shell/portal/load-error.tsx'
import { Pagination } from '../../shell/portal/pagination.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { EmptyState } from '../../shell/ui/empty-state.tsx'
import { Link } from '../../shell/ui/link.tsx'
import {
  type ConversationFilter,
  type ConversationKind,
  conversationKey,
  conversationsPerPage,
} from '../conversations.ts'
import style from './inbox-page.module.css'
import { type InboxFilters, type InboxQuery, inboxFile, inboxPage, readInboxQuery } from './inbox-query.ts'
import { InboxRow } from './inbox-row.tsx'

/** Loads one page of everyone's conversations, as the query asks (`inbox-query.ts`). */
export const loader = loadList({
  view: query => ({ query: readInboxQuery(query) }),
  read: async ({ actor, operations }, { query }) => {
    const { show: filter, kind } = query
    return { list: await operations.getConversations(actor, { filter, kind, ...toRequestedPage(query) }) }
  },
  none: { list: { conversations: [], total: 0, more: false } },
  failed: 'LOAD_MESSAGES_FAILED',
})

export default showList<typeof loader>(InboxPage)

const filters: { show: ConversationFilter; label: string; empty: string; explanation: string }[] = [
  {
    show: 'open',
    label: 'Open',
    empty: 'Nothing is open',
    explanation: 'Investors’ messages, messages from the contact form and calls that visitors book will appear here.',
  },
  {
    show: 'new',
    label: 'Unanswered',
    empty: 'Everything is answered',
    explanation: 'Messages and calls appear here until someone answers them or marks them as done.',
  },
  {
    show: 'mine',
    label: 'Mine',
    empty: 'No conversations of yours',
    explanation: 'Conversations appear here once you’ve answered in them.',
  },
  {
    show: 'done',
    label: 'Done',
    empty: 'Nothing is marked as done',
    explanation: 'Conversations appear here once someone marks them as done. A new message reopens them.',
  },
]

const kinds: { kind: ConversationKind | undefined; label: string }[] = [
  { kind: undefined, label: 'Everything' },
  { kind: 'investors', label: 'Investors' },
  { kind: 'visitors', label: 'Visitors' },
  { kind: 'calls', label: 'Calls' },
]

/** Everyone's conversations, newest first, narrowed by links. */
function InboxPage({ list: { conversations, total, more }, query, loadError }: Shown<typeof loader>) {
  return (
    <div>
      <div className="cluster center apart gap-2-4">
        <PageName name="Inbox" />
        <div className="cluster gap-2-3">
          <Button size="small" href={inboxFile(query)}>
            Export CSV
          </Button>
          <Button size="small" to={href('/profile/admin/people')}>
            Write to an investor
          </Button>
        </div>
      </div>
      <div className={`cluster apart ${style.filters}`}>
        <FilterNav label="State">
          {filters.map(({ show, label }) => (
            <FilterLink key={show} to={{ show, kind: query.kind }} isCurrent={show === query.show}>
              {label}
            </FilterLink>
          ))}
        </FilterNav>
        <FilterNav label="From">
          {kinds.map(({ kind, label }) => (
            <FilterLink key={label} to={{ show: query.show, kind }} isCurrent={kind === query.kind}>
              {label}
            </FilterLink>
          ))}
        </FilterNav>
      </div>
      <LoadError error={loadError} />
      {conversations.length > 0 && (
        <ol className="double-above">
          {conversations.map(conversation => (
            <InboxRow key={conversation.id} conversation={conversation} />
          ))}
        </ol>
      )}
      {conversations.length === 0 && !loadError && <Empty query={query} total={total} />}
      <Pagination
        label="messages"
        page={query.page}
        size={conversationsPerPage}
        edges={edgesOf(conversations, conversationKey)}
        addressOf={place => inboxPage(query, place)}
        total={total}
        more={more && conversations.length === conversationsPerPage}
      />
    </div>
  )
}

function FilterNav({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={`cluster gap-0-5 ${style.filter}`}>
      {children}
    </nav>
  )
}

function FilterLink({ to, isCurrent, children }: { to: InboxFilters; isCurrent: boolean; children: ReactNode }) {
  return (
    <Link to={inboxPage(to)} aria-current={isCurrent || undefined} viewTransition={false} preventScrollReset>
      {children}
    </Link>
  )
}

function Empty({ query, total }: { query: InboxQuery; total: number }) {
  if (total > 0)
    return (
      <EmptyState level={2} title="No more messages" action={<Button to={inboxPage(query)}>First page</Button>}>
        There’s nothing on this page of the list.
      </EmptyState>
    )
  const { empty = '', explanation = '' } = filters.find(({ show }) => show === query.show) ?? {}
  return (
    <EmptyState
      level={2}
      title={empty}
      action={query.kind && <Button to={inboxPage({ ...query, kind: undefined })}>Show everything</Button>}
    >
      {query.kind ? 'Nothing of this kind matches. Other messages may be listed under Everything.' : explanation}
    </EmptyState>
  )
}
