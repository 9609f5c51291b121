import { href } from 'react-router'
import { messagesShown, messagesShownAtMost } from '../../../../../rules/conversations.ts'
import * as inboxCommands from '../../../../../rules/inbox.commands.ts'
import { commandActions } from '../../../../commands/command-actions.ts'
import { serverContext } from '../../../../context.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { offerDocuments } from '../../../messages/offered-documents.ts'
import { requireAdministrator } from '../../../require-actor.ts'
import { unwrapOrRespond } from '../../../server-errors.ts'
import type { Route } from './+types/route'
import { InboxConversationPage } from './inbox-conversation-page.tsx'
import { toPersonInShort } from './person-in-short.ts'

/**
 * Loads a conversation with what a visitor sent or what the investor holds, and the administrators' remarks; with `earlier`, all of its messages. A
 * browser that opens the page itself, perhaps without scripts, marks it as read; otherwise the page does, once it is seen.
 * @throws answers: those of `requireAdministrator`; no such conversation (404)
 */
export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const { operations } = server
  const shown = url.searchParams.has('earlier') ? messagesShownAtMost : messagesShown
  const [conversation, remarks] = await unwrapOrRespond(
    Promise.all([
      operations.getConversation(actor, params.id, shown),
      operations.getRemarks(actor, { conversationId: params.id }),
    ]),
  )
  const { person, visitor } = conversation
  const [lead, offered, holdings] = await unwrapOrRespond(
    Promise.all([
      visitor ? operations.getLead(actor, visitor.leadId) : null,
      person ? offerDocuments(operations, actor, person.id) : { documents: [], hasMore: false },
      person ? operations.getHoldingsOf(actor, person.id) : undefined,
    ]),
  )
  if (conversation.isUnread && request.headers.get('sec-fetch-dest') === 'document') {
    await operations.markConversationRead(actor, conversation.id, conversation.lastMessageAt)
  }
  return { conversation, remarks, lead, offered, held: toPersonInShort(holdings), formId: crypto.randomUUID() }
}

/** POST: answers, by message or by e-mail; writes a remark; marks as done or reopens; cancels a call. */
export const action = commandActions([...Object.values(inboxCommands)], {
  about: { conversation: 'id' },
  redirectTo: ({ param }) => href('/profile/admin/messages/:id', { id: param('id') }),
})

/** One conversation, with an investor or a visitor, as administrators see it. */
export default function InboxConversationRoute({ loaderData }: Route.ComponentProps) {
  return (
    <LastLoaded
      loaded={loaderData}
      subject={loaderData && 'conversation' in loaderData ? loaderData.conversation.id : ''}
    >
      {shown => <InboxConversationPage key={shown.conversation.id} {...shown} />}
    </LastLoaded>
  )
}
