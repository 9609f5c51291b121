import { href, redirect } from 'react-router'
import { startConversationCommand } from '../../../../rules/conversation.commands.ts'
import { subjectLength } from '../../../../rules/conversations.ts'
import { withQuery } from '../../../../rules/url.ts'
import { text } from '../../../actions/fields.ts'
import { commandActions } from '../../../commands/command-actions.ts'
import { serverContext } from '../../../context.ts'
import { LastLoaded } from '../../last-loaded.tsx'
import { requireActor } from '../../require-actor.ts'
import { unwrapOrRespond } from '../../server-errors.ts'
import { offerDocuments } from '../offered-documents.ts'
import type { Route } from './+types/route'
import { NewMessagePage } from './new-message-page.tsx'

/**
 * Loads what the form for a new message needs.
 * @param url with `document`, the id of the document it is about; `subject`, what else it is about; `user`, whom an
 *   administrator writes to
 * @throws answers: those of `requireActor`; no such person or document (404); an administrator who writes to nobody is
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
        text(form, 'personId') ? href('/profile/admin/messages/:id', { id }) : href('/profile/messages/:id', { id }),
      ),
  },
})

/** The form for a new message. */
export default function NewMessageRoute({ loaderData }: Route.ComponentProps) {
  return <LastLoaded loaded={loaderData}>{shown => <NewMessagePage {...shown} />}</LastLoaded>
}
