import { href } from 'react-router'
import * as paperCommands from '../../../../../rules/bulk-papers/paper.commands.ts'
import { commandActions } from '../../../../commands/command-actions.ts'
import { LastAnswer } from '../../../../commands/command-form.tsx'
import { serverContext } from '../../../../context.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { requireAdministrator } from '../../../require-actor.ts'
import { unwrapOrRespond } from '../../../server-errors.ts'
import type { Route } from './+types/route'
import { PaperPage } from './paper-page.tsx'

/**
 * Loads a document of a batch with who may get it, and what was served of it; the query has `q`, a holder who is searched for.
 * @throws answers: not signed in, not allowed, and no such document (404)
 */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const search = url.searchParams.get('q')?.trim() ?? ''
  return { search, paper: await unwrapOrRespond(server.operations.getPaper(actor, params.paper, search)) }
}

/** POST: matches it by hand, leaves it out, or undoes that. */
export const action = commandActions([...Object.values(paperCommands)], {
  about: { paper: 'paper' },
  redirectTo: ({ param }) => href('/profile/admin/bulk/:id/papers/:paper', { id: param('id'), paper: param('paper') }),
})

/** A document of a batch: its pages, and whose it is. */
export default function PaperRoute({ loaderData, params, actionData }: Route.ComponentProps) {
  return (
    <LastLoaded loaded={loaderData} subject={params.paper}>
      {shown => (
        <LastAnswer value={actionData}>
          <PaperPage key={shown.paper.id} {...shown} />
        </LastAnswer>
      )}
    </LastLoaded>
  )
}
