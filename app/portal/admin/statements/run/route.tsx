import { href, redirect } from 'react-router'
import { notices } from '../../../../../rules/notices.ts'
import { defineActions } from '../../../../actions/define-actions.ts'
import { text } from '../../../../actions/fields.ts'
import { administrator } from '../../../../actions/guards.ts'
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

/** POST: asks for the release, prepares the run again, or one holder's document alone, or corrects a statement. */
export const action = defineActions()({
  guard: administrator,
  redirectTo: ({ param }) => href('/profile/admin/statements/:id', { id: param('id') }),
  otherwise: 'STATEMENTS_FAILED',
  intents: {
    release: {
      run: ({ actor, operations, param }) => operations.requestRelease(actor, param('id')),
      notice: notices.releaseAsked,
    },
    again: {
      run: ({ actor, operations, param }) => operations.prepareAgain(actor, param('id')),
      notice: notices.statementsBegun,
    },
    alone: {
      fields: { holder: text },
      run: async ({ actor, operations, param, fields }) =>
        redirect(
          href('/profile/admin/statements/:id', {
            id: await operations.requestRunFor(actor, param('id'), fields.holder),
          }),
        ),
      notice: notices.statementsBegun,
    },
    correct: {
      fields: { statement: text, reason: text },
      run: async ({ actor, operations, fields }) =>
        redirect(
          href('/profile/admin/statements/:id', {
            id: await operations.correctStatement(actor, fields.statement, fields.reason),
          }),
        ),
      notice: notices.statementsBegun,
    },
  },
})

/** A run of statements. Each has its own dialogs: the one that begins a correction leads to another run. */
export default function RunRoute({ loaderData, params }: Route.ComponentProps) {
  return (
    <LastLoaded loaded={loaderData} subject={params.id}>
      {shown => <RunPage key={shown.run.id} {...shown} />}
    </LastLoaded>
  )
}
