import { serverContext } from '../../../context.ts'
import { pageTitle } from '../../../site/meta.ts'
import { LastLoaded } from '../../last-loaded.tsx'
import { requireActor } from '../../require-actor.ts'
import { unwrapOrRespond } from '../../server-errors.ts'
import { useLiveUpdates } from '../../use-live-updates.ts'
import { useMe } from '../../use-me.ts'
import type { Route } from './+types/route'
import { NotePage } from './note-page.tsx'

export { PortalErrorBoundary as ErrorBoundary } from '../../error-page.tsx'

/** @throws answers: those of `requireActor`; 404 for a note that isn't the reader's */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  return unwrapOrRespond(server.operations.getOwnNote(actor, params.id))
}

export default function NoteRoute({ loaderData, params }: Route.ComponentProps) {
  const me = useMe()
  useLiveUpdates(me.id)
  return (
    <LastLoaded loaded={loaderData} subject={params.id}>
      {shown => (
        <>
          <title>{pageTitle(shown.note.number)}</title>
          <NotePage key={shown.note.id} {...shown} />
        </>
      )}
    </LastLoaded>
  )
}
