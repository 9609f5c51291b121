import { href, redirect } from 'react-router'
import { callAction, callPath } from '../../../content/calls-offered.ts'
import { fund } from '../../../content/fund.ts'
import { countOf } from '../../../rules/number.ts'
import { withQuery } from '../../../rules/url.ts'
import { loadList, type Shown, showList } from '../../shell/portal/list-page.tsx'
import { edgesOf, readPlace, toRequestedPage } from '../../shell/portal/list-place.ts'
import { LoadError } from '../../shell/portal/load-error.tsx'
import { Pagination } from '../../shell/portal/pagination.tsx'
import { requireActor } from '../../shell/portal/require-actor.ts'
import { useLiveUpdates } from '../../shell/portal/use-live-updates.ts'
import { useMe } from '../../shell/portal/use-me.ts'
import { Button } from '../../shell/ui/button.tsx'
import { classes } from '../../shell/ui/classes.ts'
import { EmptyState } from '../../shell/ui/empty-state.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { conversationKey, conversationsPerPage } from '../conversations.ts'
import { ConversationRow } from './conversation-row.tsx'
import style from './messages-page.module.css'

/**
 * Loads one page of the reader's conversations; the query has the fields of a `ListPlace`.
 * @throws answers: those of `requireActor`; an administrator is led to the inbox (302)
 */
export const loader = loadList({
  guard: (url, server) => {
    const actor = requireActor(url, server)
    if (actor.isAdmin) throw redirect(href('/profile/admin/messages'))
    return actor
  },
  view: query => ({ place: readPlace(query) }),
  read: ({ actor, operations }, { place }) =>
    operations.getConversations(actor, { of: actor.id, ...toRequestedPage(place) }),
  none: { conversations: [], total: 0, more: false },
  failed: 'LOAD_MESSAGES_FAILED',
})

export default showList<typeof loader>(MessagesPage)

/** What the reader and the fund have written to each other, newest first. */
function MessagesPage({ conversations, total, more, place, loadError }: Shown<typeof loader>) {
  useLiveUpdates(useMe().id)
  const isEmpty = total === 0 && !loadError
  return (
    <div className={`stack gap-6-8 ${style.messages}`}>
      <div>
        <LoadError error={loadError} />
        {isEmpty ? (
          <EmptyState
            title="No messages yet"
            action={
              <Button variant="primary" to={href('/profile/messages/new')}>
                Write to us
              </Button>
            }
          >
            Ask about a document, your account or a new note. Everything you and {fund.shortName} write to each other
            will appear here, and nowhere else: our e-mails never contain the words.
          </EmptyState>
        ) : (
          <>
            <div className="cluster center apart gap-3 below-4">
              <p className="quiet">{countOf(total, 'conversation')}</p>
              <Button variant="primary" to={href('/profile/messages/new')}>
                New message
              </Button>
            </div>
            <ol className="double-above">
              {conversations.map(conversation => (
                <ConversationRow
                  key={conversation.id}
                  conversation={conversation}
                  address={href('/profile/messages/:id', { id: conversation.id })}
                />
              ))}
            </ol>
            <Pagination
              label="messages"
              page={place.page}
              size={conversationsPerPage}
              edges={edgesOf(conversations, conversationKey)}
              total={total}
              more={more && conversations.length === conversationsPerPage}
              addressOf={to => withQuery(href('/profile/messages'), to)}
            />
          </>
        )}
      </div>
      <aside className={`quiet stack top gap-2 ${style.contact}`} aria-label="Talk to us">
        <p>We reply to messages within {fund.responseHours} hours. Prefer to talk?</p>
        <p>
          <a className={classes('figures', style.phone)} href={`tel:${fund.phoneDial}`}>
            {fund.phone}
          </a>
        </p>
        <p>
          <Link to={callPath}>{callAction}</Link>
        </p>
      </aside>
    </div>
  )
}
