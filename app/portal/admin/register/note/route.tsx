import { href } from 'react-router'
import { adjust } from '../../../../../rules/notes/calendar.ts'
import { isDay } from '../../../../../rules/notes/days.ts'
import * as noteCommands from '../../../../../rules/notes/note.commands.ts'
import * as paymentCommands from '../../../../../rules/notes/payment.commands.ts'
import { commandActions } from '../../../../commands/command-actions.ts'
import { serverContext } from '../../../../context.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { requireAdministrator } from '../../../require-actor.ts'
import { unwrapOrRespond } from '../../../server-errors.ts'
import { todayOfFund } from '../address.ts'
import type { Route } from './+types/route'
import { NotePage } from './note-page.tsx'

/** Loads a note's story; the query may name the `line` of its schedule that is to be paid, and the day of a `payoff` with the bank's `reference`. */
export async function loader({ url, context, params }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const story = await unwrapOrRespond(server.operations.getNoteStory(actor, params.id))
  const today = todayOfFund()
  const { searchParams } = url
  const asked = searchParams.get('payoff') ?? ''
  const isAsked = isDay(asked) && asked >= (story.terms.issueDate ?? today)
  // No note is paid off while banks are closed.
  const reference = searchParams.get('reference') ?? undefined
  const payoff = { day: isAsked ? asked : adjust(today, 'preceding'), isAsked, reference }
  return { story, today, payoff, line: Number(searchParams.get('line')) || undefined }
}

/** POST: what the office does with a note. */
export const action = commandActions([...Object.values(noteCommands), ...Object.values(paymentCommands)], {
  about: { note: 'id' },
  redirectTo: ({ param }) => href('/profile/admin/register/notes/:id', { id: param('id') }),
})

/** A note's whole story. */
export default function NoteRoute({ loaderData }: Route.ComponentProps) {
  return (
    <LastLoaded loaded={loaderData} subject={'story' in loaderData ? loaderData.story.id : ''}>
      {shown => <NotePage {...shown} />}
    </LastLoaded>
  )
}
