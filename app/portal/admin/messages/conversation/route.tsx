import { href } from 'react-router'
import { messagesShown, messagesShownAtMost } from '../../../../../rules/conversations.ts'
import { notices } from '../../../../../rules/notices.ts'
import { defineActions } from '../../../../actions/define-actions.ts'
import { text, texts } from '../../../../actions/fields.ts'
import { administrator } from '../../../../actions/guards.ts'
import { serverContext } from '../../../../context.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { refusedMessage } from '../../../messages/message-answer.ts'
import { offerDocuments } from '../../../messages/offered-documents.ts'
import { requireAdministrator } from '../../../require-actor.ts'
import { unwrapOrRespond } from '../../../server-errors.ts'
import type { Route } from './+types/route'
import type { InboxAnswer } from './inbox-answer.ts'
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

const fields = { formId: text, body: text, done: text }

/** POST: answers, by message or by e-mail; writes a remark; marks as done or reopens; cancels a call. */
export const action = defineActions<InboxAnswer>()({
  guard: administrator,
  redirectTo: ({ param }) => href('/profile/admin/messages/:id', { id: param('id') }),
  refused: (submission, refused) => ({ ...refusedMessage(submission, refused), intent: submission.intent }),
  keepsPageOnFault: true,
  otherwise: 'SEND_MESSAGE_FAILED',
  intents: {
    reply: {
      fields: { ...fields, attachments: texts },
      run: async ({ actor, operations, param, fields: { done, ...draft } }) => {
        await operations.replyToConversation(actor, param('id'), draft)
        if (!done) return { notice: notices.messageSent }
        await operations.closeConversation(actor, param('id'))
        return { notice: notices.messageSentAndDone }
      },
    },
    answer: {
      fields,
      run: async ({ actor, operations, param, fields: { done, ...answer } }) => {
        await operations.answerVisitor(actor, param('id'), answer)
        if (!done) return { notice: notices.answerSent }
        await operations.closeConversation(actor, param('id'))
        return { notice: notices.answerSentAndDone }
      },
    },
    remark: {
      fields: { body: text },
      run: ({ actor, operations, param, fields: { body } }) =>
        operations.addRemark(actor, { conversationId: param('id'), body }),
      notice: notices.remarkSaved,
      otherwise: 'SAVE_REMARK_FAILED',
    },
    close: {
      run: ({ actor, operations, param }) => operations.closeConversation(actor, param('id')),
      notice: notices.conversationClosed,
      otherwise: 'CONVERSATION_FAILED',
    },
    reopen: {
      run: ({ actor, operations, param }) => operations.reopenConversation(actor, param('id')),
      notice: notices.conversationReopened,
      otherwise: 'CONVERSATION_FAILED',
    },
    cancel: {
      fields: { call: text, reason: text },
      run: ({ actor, operations, url, fields: { call, reason } }) =>
        operations.cancelCallForAdmin(actor, url.origin, call, reason),
      notice: notices.callCancelled,
      otherwise: 'CANCEL_CALL_FAILED',
    },
  },
})

/** One conversation, with an investor or a visitor, as administrators see it. */
export default function InboxConversationRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <LastLoaded
      loaded={loaderData}
      subject={loaderData && 'conversation' in loaderData ? loaderData.conversation.id : ''}
    >
      {shown => <InboxConversationPage key={shown.conversation.id} {...shown} answered={actionData} />}
    </LastLoaded>
  )
}
