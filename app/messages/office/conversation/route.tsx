import { href } from 'react-router'
import { withQuery } from '../../../../rules/url.ts'
import { cancelCallCommand } from '../../../leads/call.commands.ts'
import type { Lead } from '../../../leads/server/manage-leads.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { serverContext } from '../../../shell/context.ts'
import { useLastList } from '../../../shell/office/last-list.ts'
import { BackLink } from '../../../shell/portal/back-link.tsx'
import type { Shown } from '../../../shell/portal/list-page.tsx'
import { LoadError } from '../../../shell/portal/load-error.tsx'
import { showOne } from '../../../shell/portal/one-page.tsx'
import { requireAdministrator } from '../../../shell/portal/require-actor.ts'
import { unwrapOrRespond } from '../../../shell/portal/server-errors.ts'
import { Button } from '../../../shell/ui/button.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { Notice, useNotice } from '../../../shell/ui/notice.tsx'
import { messagesShown, messagesShownAtMost } from '../../conversations.ts'
import * as inboxCommands from '../../inbox.commands.ts'
import { answerVisitorCommand, replyFromInboxCommand } from '../../inbox.commands.ts'
import { MessageForm } from '../../investor/message-form.tsx'
import { offerDocuments } from '../../investor/offered-documents.ts'
import { Thread } from '../../investor/thread.tsx'
import { useMarkRead } from '../../investor/use-mark-read.ts'
import type { ConversationMessage } from '../../server/conversation.ts'
import { counterpartName } from '../words.ts'
import type { Route } from './+types/route'
import { ConversationHead } from './conversation-head.tsx'
import style from './inbox-conversation-page.module.css'
import { PersonPanel } from './person-panel.tsx'
import { toPersonSummary } from './person-summary.ts'
import { RemarksSection } from './remarks-section.tsx'

/**
 * Loads a conversation with what a visitor sent or what the investor holds, and the administrators' remarks; with `earlier`, all of its messages. A
 * browser that opens the page itself, perhaps without scripts, marks it as read; otherwise the page does, once it is seen.
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
  return { conversation, remarks, lead, offered, held: toPersonSummary(holdings), formId: crypto.randomUUID() }
}

/** POST: answers, by message or by e-mail; writes a remark; marks as done or reopens; cancels a call. */
export const action = commandActions([...Object.values(inboxCommands), cancelCallCommand], {
  about: { conversation: 'id' },
  redirectTo: ({ param }) => href('/profile/admin/messages/:id', { id: param('id') }),
})

export default showOne<typeof loader>(InboxConversationPage)

/** A conversation as administrators see it: the person, the messages, an answer, and remarks for each other. */
function InboxConversationPage({
  conversation,
  lead,
  remarks,
  offered,
  held,
  formId,
  loadError,
}: Shown<typeof loader>) {
  const { id, person, visitor, messages, total, isUnread, lastMessageAt } = conversation
  const { say, ...notice } = useNotice()
  useMarkRead(id, isUnread ? lastMessageAt : undefined)
  const inbox = useLastList(href('/profile/admin/messages'))
  const name = counterpartName(conversation)
  const earlier = total - messages.length
  return (
    <div>
      <BackLink className={style.back} to={inbox}>
        All messages
      </BackLink>
      <ConversationHead conversation={conversation} lead={lead} onDone={say} />
      <div className={`stack narrow above-5 ${style.columns}`}>
        <div>
          <h2 className="visually-hidden">Messages</h2>
          <LoadError error={loadError} />
          {earlier > 0 && (
            <p className="small below-4">
              <Link to={`${href('/profile/admin/messages/:id', { id })}?earlier`} preventScrollReset>
                Show {earlier === 1 ? 'an earlier message' : `${earlier} earlier messages`}
              </Link>
            </p>
          )}
          <Thread
            conversation={{ ...conversation, messages: withVisitorsWords(messages, name, lead) }}
            nameOf={({ isOwn, senderName }) => (isOwn ? 'You' : senderName)}
            documentAddress={document =>
              withQuery(href('/profile/admin/people/:id', { id: person?.id ?? '' }), { document })
            }
            sent={visitor ? `Sent by e-mail to ${visitor.email}` : `Sent. ${name} hasn’t read it yet.`}
            read={`Read by ${name}`}
            isFund
          />
          <section className={`double-above pad-above-5 ${style.reply}`} aria-label="Reply">
            <MessageForm
              action={href('/profile/admin/messages/:id', { id })}
              command={visitor ? answerVisitorCommand : replyFromInboxCommand}
              formId={formId}
              label={visitor ? `Answer by e-mail to ${visitor.email}` : 'Your reply'}
              hint={
                visitor &&
                'What you write is sent as an e-mail, which isn’t private: no wire instructions or account numbers.'
              }
              offered={offered}
              personId={person?.id}
              onSent={say}
              buttons={
                <Button type="submit" name="done" value="1">
                  Send and mark as done
                </Button>
              }
            />
          </section>
        </div>
        <div className="stack top gap-5">
          {person && <PersonPanel personId={person.id} name={name} held={held} documents={offered.documents} />}
          <RemarksSection conversationId={id} remarks={remarks} onSaved={say} />
        </div>
      </div>
      <Notice {...notice} />
    </div>
  )
}

/** @returns the messages after what the visitor sent, which isn't among them */
function withVisitorsWords(messages: ConversationMessage[], name: string, lead: Lead | null): ConversationMessage[] {
  const sent = lead?.message ?? lead?.call
  if (!sent) return messages
  const first: ConversationMessage = {
    id: sent.id,
    fromFund: false,
    isOwn: false,
    senderName: name,
    body: sent.message || 'Booked this call without a message.',
    createdAt: sent.createdAt,
    attachments: [],
  }
  return [first, ...messages]
}
