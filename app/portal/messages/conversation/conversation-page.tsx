import { href } from 'react-router'
import { fund } from '../../../../content/fund.ts'
import { replyToConversationCommand } from '../../../../rules/conversation.commands.ts'
import { titleOf } from '../../../../rules/documents.ts'
import { withQuery } from '../../../../rules/url.ts'
import type { Conversation } from '../../../../server/messages/conversation.ts'
import { pageTitle } from '../../../site/meta.ts'
import { Link } from '../../../ui/link.tsx'
import { Notice, useNotice } from '../../../ui/notice.tsx'
import { BackLink } from '../../back-link.tsx'
import { LoadError } from '../../load-error.tsx'
import type { Refusal } from '../../refusal.ts'
import { MessageForm } from '../message-form.tsx'
import type { OfferedDocuments } from '../offered-documents.ts'
import { Thread } from '../thread.tsx'
import { useMarkRead } from '../use-mark-read.ts'
import style from './conversation-page.module.css'

type Props = {
  conversation: Conversation
  offered: OfferedDocuments
  formId: string
  loadError?: Refusal
}

const openDocument = (id: string) => withQuery(href('/profile'), { document: id })

/** A conversation as its investor sees it, and a reply. */
export function ConversationPage({ conversation, offered, formId, loadError }: Props) {
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
