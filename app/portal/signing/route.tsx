import { serverContext } from '../../context.ts'
import { pageTitle } from '../../site/meta.ts'
import { LastLoaded } from '../last-loaded.tsx'
import { requireActor } from '../require-actor.ts'
import { unwrapOrRespond } from '../server-errors.ts'
import { useLiveUpdates } from '../use-live-updates.ts'
import { useMe } from '../use-me.ts'
import type { Route } from './+types/route'
import { SigningPage } from './signing-page.tsx'

export { PortalErrorBoundary as ErrorBoundary } from '../error-page.tsx'
export { action } from './signing-actions.ts'

/** @throws answers: those of `requireActor`, not a signing link of the reader's (404) */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  return { link: await unwrapOrRespond(server.operations.getSigningLink(actor, params.id)) }
}

/** One document to sign: the signing site, and the remaining steps. */
export default function SigningRoute({ loaderData, params }: Route.ComponentProps) {
  const me = useMe()
  useLiveUpdates(me.id)
  return (
    <LastLoaded loaded={loaderData} subject={params.id}>
      {({ link }) => (
        <>
          <title>{pageTitle(link.filename)}</title>
          <SigningPage key={link.id} me={me} link={link} />
        </>
      )}
    </LastLoaded>
  )
}
