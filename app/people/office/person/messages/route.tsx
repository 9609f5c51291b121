import { href } from 'react-router'
import { withQuery } from '../../../../../rules/url.ts'
import { conversationKey, conversationsPerPage } from '../../../../messages/conversations.ts'
import { ConversationRow } from '../../../../messages/investor/conversation-row.tsx'
import type { Shown } from '../../../../shell/portal/list-page.tsx'
import { edgesOf, readPlace, toRequestedPage } from '../../../../shell/portal/list-place.ts'
import { loadOne, showOne } from '../../../../shell/portal/one-page.tsx'
import { Pagination } from '../../../../shell/portal/pagination.tsx'
import { useLiveUpdates } from '../../../../shell/portal/use-live-updates.ts'
import { Button } from '../../../../shell/ui/button.tsx'
import { EmptyState } from '../../../../shell/ui/empty-state.tsx'
import { accountName, useAccount } from '../account.ts'

/** Loads one page of the conversations with a person; the query has the fields of a `ListPlace`. */
export const loader = loadOne(async ({ actor, operations }, id, query) => {
  const place = readPlace(query)
  return { place, ...(await operations.getConversations(actor, { of: id, ...toRequestedPage(place) })) }
})

export default showOne<typeof loader>(Conversations)

function Conversations({ conversations, total, more, place }: Shown<typeof loader>) {
  const account = useAccount()
  const name = accountName(account)
  useLiveUpdates(account.id)
  const write = withQuery(href('/profile/messages/new'), { user: account.id })
  if (total === 0)
    return (
      <EmptyState title="No messages yet" action={<Button to={write}>Write to {name}</Button>}>
        What you and {name} write to each other will appear here.
      </EmptyState>
    )
  return (
    <>
      <div className="cluster center apart gap-3 below-4">
        <h2>Messages</h2>
        <Button to={write}>New message</Button>
      </div>
      <ol className="double-above">
        {conversations.map(conversation => (
          <ConversationRow
            key={conversation.id}
            conversation={conversation}
            address={href('/profile/admin/messages/:id', { id: conversation.id })}
            author={conversation.lastFromFund ? conversation.lastSender : name}
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
        addressOf={to => withQuery(href('/profile/admin/people/:id/messages', { id: account.id }), to)}
      />
    </>
  )
}
