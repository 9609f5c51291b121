import { href } from 'react-router'
import { inviteDelegateCommand, revokeGrantCommand } from '../../../rules/delegates.commands.ts'
import { type DelegateKind, delegateKinds } from '../../../rules/delegates.ts'
import { commandActions } from '../../commands/command-actions.ts'
import { serverContext } from '../../context.ts'
import { LastLoaded } from '../last-loaded.tsx'
import { requireActor } from '../require-actor.ts'
import { unwrapOrRespond } from '../server-errors.ts'
import type { Route } from './+types/route'
import { DelegatesPage } from './delegates-page.tsx'

export { PortalErrorBoundary as ErrorBoundary } from '../error-page.tsx'

/**
 * Loads the delegates of the reader's holders.
 * @param url with `for`, the kind of delegate to invite; an accountant by default
 * @throws answers: those of `requireActor`; 404 for people who aren't a member of any holder
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  const delegates = await unwrapOrRespond(server.operations.getOwnDelegates(actor, server.account))
  return { ...delegates, kind: kindIn(url.searchParams) }
}

export const action = commandActions([inviteDelegateCommand, revokeGrantCommand], {
  redirectTo: () => href('/profile/delegates'),
})

function kindIn(query: URLSearchParams): DelegateKind {
  const asked = query.get('for') ?? ''
  return Object.hasOwn(delegateKinds, asked) ? (asked as DelegateKind) : 'accountant'
}

/** Who has access to the documents of the reader's holders. */
export default function DelegatesRoute({ loaderData }: Route.ComponentProps) {
  return <LastLoaded loaded={loaderData}>{shown => <DelegatesPage {...shown} />}</LastLoaded>
}
