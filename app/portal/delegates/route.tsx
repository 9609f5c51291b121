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
 * Loads who has access to what the reader's holders share.
 * @param url with `for`, as what somebody is invited; an accountant without it
 * @throws answers: those of `requireActor`; 404 for people who act for no holder
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  const delegates = await unwrapOrRespond(server.operations.getOwnDelegates(actor, server.account))
  return { ...delegates, kind: kindIn(url.searchParams) }
}

/** POST: invites somebody, or ends what somebody sees. */
export const action = commandActions([inviteDelegateCommand, revokeGrantCommand], {
  redirectTo: () => href('/profile/delegates'),
})

/** @returns the role to invite as, by the query of the page */
function kindIn(query: URLSearchParams): DelegateKind {
  const asked = query.get('for') ?? ''
  return Object.hasOwn(delegateKinds, asked) ? (asked as DelegateKind) : 'accountant'
}

/** Who has access to the documents of the reader's holders. */
export default function DelegatesRoute({ loaderData }: Route.ComponentProps) {
  return <LastLoaded loaded={loaderData}>{shown => <DelegatesPage {...shown} />}</LastLoaded>
}
