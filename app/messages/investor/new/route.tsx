import { href, redirect } from 'react-router'
import { fund } from '../../../../content/fund.ts'
import { withQuery } from '../../../../rules/url.ts'
import { titleOf } from '../../../documents/documents.ts'
import { text } from '../../../shell/actions/fields.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { serverContext } from '../../../shell/context.ts'
import { BackLink } from '../../../shell/portal/back-link.tsx'
import type { Shown } from '../../../shell/portal/list-page.tsx'
import { LoadError } from '../../../shell/portal/load-error.tsx'
import { showOne } from '../../../shell/portal/one-page.tsx'
import { requireActor } from '../../../shell/portal/require-actor.ts'
import { unwrapOrRespond } from '../../../shell/portal/server-errors.ts'
import { pageTitle } from '../../../site/meta.ts'
import { startConversationCommand } from '../../conversation.commands.ts'
import { subjectAbout, subjectLength } from '../../conversations.ts'
import style from '../conversation/conversation-page.module.css'
import { MessageForm } from '../message-form.tsx'
import { offerDocuments } from '../offered-documents.ts'
import type { Route } from './+types/route'

/**
 * Loads what the form for a new message needs.
 * @param url with `document`, the id of the document it is about; `subject`, what else it is about; `user`, whom an
 *   administrator writes to
 * @throws answers: those of `requireActor`; no such person or document (404); an administrator who writes to no one is
 *   led to the inbox (302)
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  const { operations } = server
  const user = url.searchParams.get('user') ?? undefined
  if (actor.isAdmin && (!user || user === actor.id)) throw redirect(href('/profile/admin/messages'))
  const documentId = url.searchParams.get('document')
  const [to, document, offered] = await unwrapOrRespond(
    Promise.all([
      user ? operations.getUserProfile(actor, user) : undefined,
      documentId ? operations.getDocument(actor, documentId) : undefined,
      offerDocuments(operations, actor, user ?? actor.id),
    ]),
  )
  return {
    to: to && { id: to.id, name: to.full_name ?? to.email },
    document: document && { id: document.id, filename: document.filename },
    offered,
    subject: url.searchParams.get('subject')?.slice(0, subjectLength) ?? '',
    formId: crypto.randomUUID(),
  }
}

/** POST: starts a conversation and shows it, to an administrator in the inbox. */
export const action = commandActions([startConversationCommand], {
  redirectTo: ({ form }) =>
    withQuery(href('/profile/messages/new'), {
      document: text(form, 'documentId') || undefined,
      user: text(form, 'personId') || undefined,
    }),
  after: {
    [startConversationCommand.name]: (id: string, { form }) =>
      redirect(
        id === ''
          ? href('/profile/admin/approvals')
          : text(form, 'personId')
            ? href('/profile/admin/messages/:id', { id })
            : href('/profile/messages/:id', { id }),
      ),
  },
})

export default showOne<typeof loader>(NewMessagePage)

/** A new message to the fund, or from it. */
function NewMessagePage({ to, document, subject, offered, formId, loadError }: Shown<typeof loader>) {
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
