import { href } from 'react-router'
import { unwrapOrAskForProof } from '../../identity/investor/proof/unwrap-or-ask-for-proof.ts'
import { serverContext } from '../../shell/context.ts'
import { csvResponse } from '../../shell/csv-response.ts'
import { requireAdministrator } from '../../shell/portal/require-actor.ts'
import type { Route } from './+types/iris-file'

/** GET: one of a year's files for the IRS; the query has which `part`, from 1. */
export async function loader({ url, context, params }: Route.LoaderArgs): Promise<Response> {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const part = Number(url.searchParams.get('part') ?? '1')
  const exporting = server.operations.exportIris(actor, params.id, part)
  const { content, year } = await unwrapOrAskForProof(
    exporting,
    href('/profile/admin/tax/forms/:id', { id: params.id }),
  )
  return csvResponse(`1099-int-${year}-part-${part}`, content)
}
