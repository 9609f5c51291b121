import { serverContext } from '../../../context.ts'
import { adminPages } from '../../addresses.ts'
import { unwrapOrAskForProof } from '../../proof/unwrap-or-ask-for-proof.ts'
import { requireAdministrator } from '../../require-actor.ts'
import { csvResponse } from '../csv-response.ts'
import type { Route } from './+types/export'

/** The whole access review as a CSV file. */
export async function loader({ url, context }: Route.LoaderArgs): Promise<Response> {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const csv = await unwrapOrAskForProof(server.operations.exportAccessReview(actor), adminPages.access)
  return csvResponse('access-review', csv)
}
