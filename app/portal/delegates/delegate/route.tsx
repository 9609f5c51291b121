import { serverContext } from '../../../context.ts'
import { LastLoaded } from '../../last-loaded.tsx'
import { pageNumber } from '../../list-place.ts'
import { requireActor } from '../../require-actor.ts'
import { unwrapOrRespond } from '../../server-errors.ts'
import type { Route } from './+types/route'
import { DelegatePage } from './delegate-page.tsx'

export { PortalErrorBoundary as ErrorBoundary } from '../../error-page.tsx'

/**
 * Loads the reads of a delegate of the reader's holders.
 * @param url with `page`, from 1
 * @throws answers: those of `requireActor`; 404 for another holder's delegate
 */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  const page = pageNumber(url.searchParams)
  return { ...(await unwrapOrRespond(server.operations.getDelegate(actor, params.id, page - 1))), page }
}

export default function DelegateRoute({ loaderData, params }: Route.ComponentProps) {
  return (
    <LastLoaded loaded={loaderData} subject={params.id}>
      {shown => <DelegatePage {...shown} />}
    </LastLoaded>
  )
}
