import { serverContext } from '../../shell/context.ts'
import { csvResponse } from '../../shell/csv-response.ts'
import { requireActor } from '../../shell/portal/require-actor.ts'
import { unwrapOrRespond } from '../../shell/portal/server-errors.ts'
import type { Route } from './+types/payments-file'

/** All payments of the reader's notes as a CSV file. */
export async function loader({ url, context }: Route.LoaderArgs): Promise<Response> {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  return csvResponse('payments', await unwrapOrRespond(server.operations.exportOwnPayments(actor)))
}
