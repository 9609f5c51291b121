import { serverContext } from '../../context.ts'
import { LastLoaded } from '../last-loaded.tsx'
import { requireActor } from '../require-actor.ts'
import { unwrapOrRespond } from '../server-errors.ts'
import type { Route } from './+types/route'
import { YearPage } from './year-page.tsx'

export { PortalErrorBoundary as ErrorBoundary } from '../error-page.tsx'

/**
 * Loads a calendar year of the reader's holders, and of those that share figures and tax documents with the reader.
 * @throws answers: those of `requireActor`; 404 for anyone else
 */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  return unwrapOrRespond(server.operations.getYear(actor, params.year, undefined, server.account))
}

export default function YearRoute({ loaderData, params }: Route.ComponentProps) {
  return (
    <LastLoaded loaded={loaderData} subject={params.year}>
      {shown => <YearPage {...shown} />}
    </LastLoaded>
  )
}
