import { href, redirect } from 'react-router'
import { replyToConversationCommand } from '../../../../rules/conversation.commands.ts'
import { messagesShown, messagesShownAtMost } from '../../../../rules/conversations.ts'
import { commandActions } from '../../../commands/command-actions.ts'
import { serverContext } from '../../../context.ts'
import { LastLoaded } from '../../last-loaded.tsx'
import { requireActor } from '../../require-actor.ts'
import { unwrapOrRespond } from '../../server-errors.ts'
import { useLiveUpdates } from '../../use-live-updates.ts'
import { useMe } from '../../use-me.ts'
import { offerDocuments } from '../offered-documents.ts'
import type { Route } from './+types/route'
import { ConversationPage } from './conversation-page.tsx'

/**
 * Loads one of the reader's conversations; with `earlier`, all of its messages. A browser that opens the page itself,
 * perhaps without scripts, marks it as read; otherwise the page does, once it is seen.
 * @throws answers: those of `requireActor`; no such conversation (404); an administrator is led to the inbox (302)
 */
export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  const { operations } = server
  if (actor.isAdmin) throw redirect(href('/profile/admin/messages/:id', { id: params.id }))
  const shown = url.searchParams.has('earlier') ? messagesShownAtMost : messagesShown
  const [conversation, offered] = await unwrapOrRespond(
    Promise.all([operations.getConversation(actor, params.id, shown), offerDocuments(operations, actor, actor.id)]),
  )
  if (conversation.isUnread && request.headers.get('sec-fetch-dest') === 'document') {
    await operations.markConversationRead(actor, conversation.id, conversation.lastMessageAt)
  }
  return { conversation, offered, formId: crypto.randomUUID() }
}

/** POST: replies. */
export const action = commandActions([replyToConversationCommand], {
  about: { conversation: 'id' },
  redirectTo: ({ param }) => href('/profile/messages/:id', { id: param('id') }),
})

/** One conversation between the reader and the fund. */
export default function ConversationRoute({ loaderData }: Route.ComponentProps) {
  useLiveUpdates(useMe().id)
  return (
    <LastLoaded
      loaded={loaderData}
      subject={loaderData && 'conversation' in loaderData ? loaderData.conversation.id : ''}
    >
      {shown => <ConversationPage key={shown.conversation.id} {...shown} />}
    </LastLoaded>
  )
}
