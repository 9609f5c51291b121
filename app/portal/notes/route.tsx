import { serverContext } from '../../context.ts'
import { LastLoaded } from '../last-loaded.tsx'
import { requireActor } from '../require-actor.ts'
import { errorResponse, refusalFor, unwrapOrRespond } from '../server-errors.ts'
import { useLiveUpdates } from '../use-live-updates.ts'
import { useMe } from '../use-me.ts'
import type { Route } from './+types/route'
import { NotesPage } from './notes-page.tsx'

export { PortalErrorBoundary as ErrorBoundary } from '../error-page.tsx'
export { action } from './calendar-actions.ts'

/** @throws answers: those of `requireActor`; 404 for people who aren't a member of any holder */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  const { operations } = server
  const [holdings, calendar, statements] = await unwrapOrRespond(
    Promise.all([
      operations.getHoldings(actor, undefined, server.account),
      operations.getCalendarAddress(actor),
      operations.getOwnStatements(actor),
    ]),
  )
  if (!holdings) throw errorResponse(refusalFor('NOT_FOUND'), 404)
  const { holders } = holdings
  const shown = statements.filter(({ holderId }) => holders.some(({ id }) => id === holderId))
  return { holdings, calendar, statements: shown }
}

export default function NotesRoute({ loaderData }: Route.ComponentProps) {
  const me = useMe()
  useLiveUpdates(me.id)
  return <LastLoaded loaded={loaderData}>{shown => <NotesPage {...shown} />}</LastLoaded>
}
