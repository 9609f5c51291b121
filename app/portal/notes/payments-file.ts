import { serverContext } from '../../context.ts'
import { csvResponse } from '../admin/csv-response.ts'
import { requireActor } from '../require-actor.ts'
import { unwrapOrRespond } from '../server-errors.ts'
import type { Route } from './+types/payments-file'

/** All payments of the reader's notes as a CSV file. */
export async function loader({ url, context }: Route.LoaderArgs): Promise<Response> {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  return csvResponse('payments', await unwrapOrRespond(server.operations.exportOwnPayments(actor)))
}
