import { href, redirect } from 'react-router'
import { closedStates, isIn } from '../../../../rules/note-states.ts'
import { electAtMaturityCommand } from '../../../../rules/notes/election.commands.ts'
import { commandActions } from '../../../commands/command-actions.ts'
import { serverContext } from '../../../context.ts'
import { pageTitle } from '../../../site/meta.ts'
import { LastLoaded } from '../../last-loaded.tsx'
import { requireActor } from '../../require-actor.ts'
import { unwrapOrRespond } from '../../server-errors.ts'
import { useLiveUpdates } from '../../use-live-updates.ts'
import { useMe } from '../../use-me.ts'
import type { Route } from './+types/route'
import { ChoicePage } from './choice-page.tsx'

export { PortalErrorBoundary as ErrorBoundary } from '../../error-page.tsx'

/**
 * @throws answers: those of `requireActor`; 404 for a note that isn't the reader's; redirect to the note's page if
 *   there is no choice to make or to show (302)
 */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  const { operations } = server
  const [{ note, agreement, today }, { toSign }] = await unwrapOrRespond(
    Promise.all([operations.getOwnNote(actor, params.id), operations.getWaitingForPerson(actor, actor.id)]),
  )
  const hasChoice = note.electionCloses || note.election || note.pendingElection || note.declinedElection
  if (!hasChoice || isIn(closedStates, note.state)) throw redirect(href('/profile/notes/:id', { id: note.id }))
  return { note, agreement, today, toSign }
}

/** POST: the reader chooses what happens to a note at maturity. */
export const action = commandActions([electAtMaturityCommand], {
  about: { note: 'id' },
  redirectTo: ({ param }) => href('/profile/notes/:id/choice', { id: param('id') }),
})

export default function ChoiceRoute({ loaderData, params }: Route.ComponentProps) {
  const me = useMe()
  useLiveUpdates(me.id)
  return (
    <LastLoaded loaded={loaderData} subject={params.id}>
      {shown => (
        <>
          <title>{pageTitle(`${shown.note.number} at maturity`)}</title>
          <ChoicePage key={shown.note.id} {...shown} />
        </>
      )}
    </LastLoaded>
  )
}
