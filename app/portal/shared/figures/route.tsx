import { serverContext } from '../../../context.ts'
import { LastLoaded } from '../../last-loaded.tsx'
import { requireActor } from '../../require-actor.ts'
import { unwrapOrRespond } from '../../server-errors.ts'
import type { Route } from './+types/route'
import { FiguresPage } from './figures-page.tsx'

export { PortalErrorBoundary as ErrorBoundary } from '../../error-page.tsx'

/**
 * Loads a holder's notes and payments for its delegate, and records the read.
 * @throws answers: those of `requireActor`; 404 for anyone else
 */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  return unwrapOrRespond(server.operations.getSharedFigures(actor, params.id))
}

export default function FiguresRoute({ loaderData, params }: Route.ComponentProps) {
  return (
    <LastLoaded loaded={loaderData} subject={params.id}>
      {shown => <FiguresPage {...shown} />}
    </LastLoaded>
  )
}
