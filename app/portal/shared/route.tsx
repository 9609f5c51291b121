import { href } from 'react-router'
import { acceptInvitationCommand } from '../../../rules/delegates.commands.ts'
import { commandActions } from '../../commands/command-actions.ts'
import { serverContext } from '../../context.ts'
import { LastLoaded } from '../last-loaded.tsx'
import { requireActor } from '../require-actor.ts'
import { unwrapOrRespond } from '../server-errors.ts'
import { useMe } from '../use-me.ts'
import type { Route } from './+types/route'
import { SharedPage } from './shared-page.tsx'

export { PortalErrorBoundary as ErrorBoundary } from '../error-page.tsx'
export { shouldRevalidateDocuments as shouldRevalidate } from '../viewer-revalidation.ts'

/**
 * Loads the reader's shared access, and invitations to more.
 * @param url with `document`, the id of the opened one
 * @throws answers: those of `requireActor`
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  return unwrapOrRespond(server.operations.getShared(actor))
}

export const action = commandActions([acceptInvitationCommand], { redirectTo: () => href('/profile/shared') })

/** What others share with the reader. */
export default function SharedRoute({ loaderData }: Route.ComponentProps) {
  const me = useMe()
  return <LastLoaded loaded={loaderData}>{shown => <SharedPage {...shown} me={me} />}</LastLoaded>
}
