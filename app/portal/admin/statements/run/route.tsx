import { href, redirect } from 'react-router'
import {
  correctStatementCommand,
  prepareAgainCommand,
  requestReleaseCommand,
  requestRunForCommand,
} from '../../../../../rules/statements.commands.ts'
import { commandActions } from '../../../../commands/command-actions.ts'
import { LastAnswer } from '../../../../commands/command-form.tsx'
import { serverContext } from '../../../../context.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { pageNumber } from '../../../list-place.ts'
import { requireAdministrator } from '../../../require-actor.ts'
import { unwrapOrRespond } from '../../../server-errors.ts'
import type { Route } from './+types/route'
import { RunPage } from './run-page.tsx'

/**
 * Loads a run with a page of its statements; the query has `page`, from 1.
 * @throws answers: not signed in, not allowed, and no such run (404)
 */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const page = pageNumber(url.searchParams)
  return { page, ...(await unwrapOrRespond(server.operations.getStatementRun(actor, params.id, page - 1))) }
}

const at = (id: string) => href('/profile/admin/statements/:id', { id })
const toNewRun = (id: string) => redirect(at(id))

/** POST: asks for the release, prepares the run again, or one holder's document alone, or corrects a statement. */
export const action = commandActions(
  [requestReleaseCommand, prepareAgainCommand, requestRunForCommand, correctStatementCommand],
  {
    about: { run: 'id' },
    redirectTo: ({ param }) => at(param('id')),
    after: { [requestRunForCommand.name]: toNewRun, [correctStatementCommand.name]: toNewRun },
  },
)

/** A run of statements. Each has its own dialogs: the one that begins a correction leads to another run. */
export default function RunRoute({ loaderData, actionData, params }: Route.ComponentProps) {
  return (
    <LastAnswer value={actionData}>
      <LastLoaded loaded={loaderData} subject={params.id}>
        {shown => <RunPage key={shown.run.id} {...shown} />}
      </LastLoaded>
    </LastAnswer>
  )
}
