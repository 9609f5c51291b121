import { serverContext } from '../../../context.ts'
import { adminPages } from '../../addresses.ts'
import { unwrapOrAskForProof } from '../../proof/unwrap-or-ask-for-proof.ts'
import { requireAdministrator } from '../../require-actor.ts'
import type { Route } from './+types/export'

/** The whole access review as a CSV file. */
export async function loader({ url, context }: Route.LoaderArgs): Promise<Response> {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const csv = await unwrapOrAskForProof(server.operations.exportAccessReview(actor), adminPages.access)
  const day = new Date().toISOString().slice(0, 10)
  return new Response(csv, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="access-review-${day}.csv"`,
      'Cache-Control': 'no-store',
    },
  })
}
