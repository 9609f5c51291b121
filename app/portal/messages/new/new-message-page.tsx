import { href } from 'react-router'
import { fund } from '../../../../content/fund.ts'
import { startConversationCommand } from '../../../../rules/conversation.commands.ts'
import { subjectAbout } from '../../../../rules/conversations.ts'
import { titleOf } from '../../../../rules/documents.ts'
import { withQuery } from '../../../../rules/url.ts'
import { pageTitle } from '../../../site/meta.ts'
import { BackLink } from '../../back-link.tsx'
import { LoadError } from '../../load-error.tsx'
import type { Refusal } from '../../refusal.ts'
import style from '../conversation/conversation-page.module.css'
import { MessageForm } from '../message-form.tsx'
import type { OfferedDocument, OfferedDocuments } from '../offered-documents.ts'

type Props = {
  /** Whom an administrator writes to; undefined where an investor writes to the fund. */
  to: { id: string; name: string } | undefined
  /** What it is about. */
  document: OfferedDocument | undefined
  /** What else it is about, to be changed at will. */
  subject: string
  offered: OfferedDocuments
  formId: string
  loadError?: Refusal
}

/** A new message to the fund, or from it. */
export function NewMessagePage({ to, document, subject, offered, formId, loadError }: Props) {
  const name = document ? 'Ask about this document' : `Write to ${to?.name ?? fund.shortName}`
  return (
    <div className={`column-44 ${style.page}`}>
      <BackLink className={style.back} to={to ? href('/profile/admin/messages') : href('/profile/messages')}>
        All messages
      </BackLink>
      <title>{pageTitle(name)}</title>
      <h2 className="title breakable">{name}</h2>
      <p className={`quiet breakable above-2 ${style.about}`}>{document && titleOf(document.filename)}</p>
      <LoadError error={loadError} />
      <section className={`double-above pad-above-5 ${style.reply}`} aria-label="New message">
        <MessageForm
          action={withQuery(href('/profile/messages/new'), { document: document?.id, user: to?.id })}
          command={startConversationCommand}
          formId={formId}
          subject={document ? subjectAbout(document.filename) : subject}
          label={to ? 'Message' : document ? 'Your question' : 'Your message'}
          offered={offered}
          personId={to?.id}
          isFocused={Boolean(document ?? subject)}
        >
          {document && <input type="hidden" name="documentId" value={document.id} />}
          {to && <input type="hidden" name="personId" value={to.id} />}
        </MessageForm>
      </section>
    </div>
  )
}
