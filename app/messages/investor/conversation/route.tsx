import { href, redirect } from 'react-router'
import { fund } from '../../../../content/fund.ts'
import { withQuery } from '../../../../rules/url.ts'
import { titleOf } from '../../../documents/documents.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { serverContext } from '../../../shell/context.ts'
import { BackLink } from '../../../shell/portal/back-link.tsx'
import type { Shown } from '../../../shell/portal/list-page.tsx'
import { LoadError } from '../../../shell/portal/load-error.tsx'
import { showOne } from '../../../shell/portal/one-page.tsx'
import { requireActor } from '../../../shell/portal/require-actor.ts'
import { unwrapOrRespond } from '../../../shell/portal/server-errors.ts'
import { useLiveUpdates } from '../../../shell/portal/use-live-updates.ts'
import { useMe } from '../../../shell/portal/use-me.ts'
import { Link } from '../../../shell/ui/link.tsx'
import { Notice, useNotice } from '../../../shell/ui/notice.tsx'
import { pageTitle } from '../../../site/meta.ts'
import { replyToConversationCommand } from '../../conversation.commands.ts'
import { messagesShown, messagesShownAtMost } from '../../conversations.ts'
import { MessageForm } from '../message-form.tsx'
import { offerDocuments } from '../offered-documents.ts'
import { Thread } from '../thread.tsx'
import { useMarkRead } from '../use-mark-read.ts'
import type { Route } from './+types/route'
import style from './conversation-page.module.css'

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

export default showOne<typeof loader>(ConversationPage)

const openDocument = (id: string) => withQuery(href('/profile'), { document: id })

/** A conversation as its investor sees it, and a reply. */
function ConversationPage({ conversation, offered, formId, loadError }: Shown<typeof loader>) {
  useLiveUpdates(useMe().id)
  const { id, subject, document, messages, total, isUnread, lastMessageAt } = conversation
  const { say, ...notice } = useNotice()
  useMarkRead(id, isUnread ? lastMessageAt : undefined)
  const earlier = total - messages.length
  return (
    <div className={`column-44 ${style.page}`}>
      <BackLink className={style.back} to={href('/profile/messages')}>
        All messages
      </BackLink>
      <title>{pageTitle(subject ?? 'Messages')}</title>
      <h2 className="title breakable">{subject}</h2>
      {document && (
        <p className={`quiet breakable above-2 ${style.about}`}>
          <Link to={openDocument(document.id)}>
            {subject?.includes(titleOf(document.filename)) ? 'Open the document' : titleOf(document.filename)}
          </Link>
        </p>
      )}
      <LoadError error={loadError} />
      {earlier > 0 && (
        <p className={`quiet breakable above-2 ${style.earlier}`}>
          <Link to={`${href('/profile/messages/:id', { id })}?earlier`} preventScrollReset>
            Show {earlier === 1 ? 'an earlier message' : `${earlier} earlier messages`}
          </Link>
        </p>
      )}
      <Thread
        conversation={conversation}
        nameOf={({ isOwn, fromFund, senderName }) =>
          isOwn ? 'You' : fromFund && senderName !== fund.shortName ? `${senderName}, ${fund.shortName}` : senderName
        }
        documentAddress={openDocument}
        // A promise only while it can still be kept.
        sent={isWithinResponseTime(lastMessageAt) ? `Sent. We’ll reply within ${fund.responseHours} hours.` : 'Sent'}
        read="Read"
      />
      <section className={`double-above pad-above-5 ${style.reply}`} aria-label="Reply">
        <MessageForm
          action={href('/profile/messages/:id', { id })}
          command={replyToConversationCommand}
          formId={formId}
          label={messages.at(-1)?.isOwn ? 'Add to your message' : 'Your reply'}
          offered={offered}
          onSent={say}
        />
      </section>
      <Notice {...notice} />
    </div>
  )
}

function isWithinResponseTime(sentAt: Date): boolean {
  return Date.now() - sentAt.getTime() < fund.responseHours * 3_600_000
}
