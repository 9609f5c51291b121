import { redirect } from 'react-router'
import { serverContext } from '../../../context.ts'
import { adminPages } from '../../addresses.ts'
import { requireAdministrator } from '../../require-actor.ts'
import { isPortalError } from '../../server-errors.ts'
import type { Route } from './+types/old-addresses'
import { inboxConversationPage } from './inbox-pages.ts'

/**
 * Visitors' messages and calls used to have a page of their own. Its addresses, which bookmarks still contain, lead to
 * the conversation about the message or call in the address, or to the inbox.
 * @throws answers: those of `requireAdministrator`
 */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  if (!params.id) return redirect(adminPages.messages)
  try {
    return redirect(inboxConversationPage(await server.operations.findVisitorConversation(actor, params.id)))
  } catch (error) {
    if (isPortalError(error) && error.code === 'NOT_FOUND') return redirect(adminPages.messages)
    throw error
  }
}
