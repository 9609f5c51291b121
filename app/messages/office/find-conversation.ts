import { href, redirect } from 'react-router'
import { serverContext } from '../../shell/context.ts'
import { requireAdministrator } from '../../shell/portal/require-actor.ts'
import { isPortalError } from '../../shell/portal/server-errors.ts'
import type { Route } from './+types/find-conversation'

/**
 * Leads from a visitor's message or call, which the office's e-mail names, to the conversation about it; to the inbox
 * where it is gone.
 */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  try {
    return redirect(
      href('/profile/admin/messages/:id', { id: await server.operations.findVisitorConversation(actor, params.id) }),
    )
  } catch (error) {
    if (isPortalError(error) && error.code === 'NOT_FOUND') return redirect(href('/profile/admin/messages'))
    throw error
  }
}
