import { href, redirect } from 'react-router'
import { draftNoteCommand } from '../../../notes/draft.commands.ts'
import { wholeForm } from '../../../shell/actions/fields.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { serverContext } from '../../../shell/context.ts'
import { LastLoaded } from '../../../shell/portal/last-loaded.tsx'
import { requireAdministrator } from '../../../shell/portal/require-actor.ts'
import { refusalFor, unwrapOrRespond } from '../../../shell/portal/server-errors.ts'
import { todayOfFund } from '../../../shell/today-of-fund.ts'
import type { Route } from './+types/route'
import { NewNotePage } from './new-note-page.tsx'
import { readDetails } from './typed-terms.ts'

/** Loads possible holders of the note: the query has the search `q`, or the holder or person it is `for`. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const search = url.searchParams.get('q')?.trim() ?? ''
  const chosenId = url.searchParams.get('for')
  const common = { today: todayOfFund(), search }
  if (chosenId) {
    const chosen = await unwrapOrRespond(server.operations.getNoteCandidate(actor, chosenId))
    return { ...common, candidates: [], hasMore: { holders: false, people: false }, chosen }
  }
  return { ...common, ...(await unwrapOrRespond(server.operations.findNoteCandidates(actor, search))) }
}

/** POST: writes a draft, for a holder of the register or for a new one. */
export const action = commandActions([draftNoteCommand], {
  run: {
    'note.draft': async ({ actor, operations, form, url }, typed) => {
      const written = wholeForm(form)
      // A browser without scripts reads the terms back only now.
      if (!typed.confirmed)
        return { command: draftNoteCommand.name, typed: written, error: refusalFor('TERMS_NOT_READ') }
      const id = await operations.createNoteFor(actor, url.searchParams.get('for') ?? '', {
        holder: {
          legalName: typed.legal_name,
          kind: typed.kind,
          state: typed.state,
          signingRule: typed.signing_rule || 'one',
          custodianName: typed.custodian_name,
        },
        note: readDetails(written),
      })
      return redirect(href('/profile/admin/register/notes/:id', { id }))
    },
  },
})

/** A new note. */
export default function NewNoteRoute({ loaderData }: Route.ComponentProps) {
  return <LastLoaded loaded={loaderData}>{shown => <NewNotePage {...shown} />}</LastLoaded>
}
