import { href } from 'react-router'
import { notices } from '../../../../../rules/notices.ts'
import { defineActions } from '../../../../actions/define-actions.ts'
import { text } from '../../../../actions/fields.ts'
import { administrator } from '../../../../actions/guards.ts'
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

/** POST: matches it by hand, leaves it out, or takes that back. */
export const action = defineActions()({
  guard: administrator,
  redirectTo: ({ param }) => href('/profile/admin/bulk/:id/papers/:paper', { id: param('id'), paper: param('paper') }),
  otherwise: 'BULK_FAILED',
  intents: {
    match: {
      fields: { holder: text },
      run: ({ actor, operations, param, fields }) => operations.matchPaper(actor, param('paper'), fields.holder),
      notice: notices.paperMatched,
    },
    exclude: {
      fields: { reason: text },
      run: ({ actor, operations, param, fields }) => operations.excludePapers(actor, [param('paper')], fields.reason),
      notice: notices.paperExcluded,
    },
    reset: {
      run: ({ actor, operations, param }) => operations.resetPaper(actor, param('paper')),
      notice: notices.paperReset,
    },
  },
})

/** A document of a batch: its pages, and whose it is. */
export default function PaperRoute({ loaderData, params }: Route.ComponentProps) {
  return (
    <LastLoaded loaded={loaderData} subject={params.paper}>
      {shown => <PaperPage key={shown.paper.id} {...shown} />}
    </LastLoaded>
  )
}
