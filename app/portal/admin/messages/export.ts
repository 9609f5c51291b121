import { serverContext } from '../../../context.ts'
import { unwrapOrAskForProof } from '../../proof/unwrap-or-ask-for-proof.ts'
import { requireAdministrator } from '../../require-actor.ts'
import { csvResponse } from '../csv-response.ts'
import type { Route } from './+types/export'
import { inboxPage, readInboxQuery } from './inbox-query.ts'

/** GET: the conversations that `show` and `kind` find, as a CSV file without what was written in them. */
export async function loader({ url, context }: Route.LoaderArgs): Promise<Response> {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const query = readInboxQuery(url.searchParams)
  const { show: filter, kind } = query
  const exporting = server.operations.exportInbox(actor, { filter, kind })
  return csvResponse('messages', await unwrapOrAskForProof(exporting, inboxPage(query)))
}
