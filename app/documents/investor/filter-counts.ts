import { serverContext } from '../../shell/context.ts'
import { requireActor } from '../../shell/portal/require-actor.ts'
import { unwrapOrRespond } from '../../shell/portal/server-errors.ts'
import { readDocumentQuery } from '../document-query.ts'
import type { FilterCounts } from '../server/document-search.ts'
import type { Route } from './+types/filter-counts'

/** GET: how many documents each filter would show, given the rest of the query; with `user`, another person's. */
export function loader({ url, context }: Route.LoaderArgs): Promise<FilterCounts> {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  const { searchParams } = url
  const person = searchParams.get('user') || actor.id
  const account = person === actor.id && !actor.isAdmin ? server.account : undefined
  const query = readDocumentQuery(searchParams)
  return unwrapOrRespond(server.operations.countDocuments(actor, person, query, account))
}

/** @returns null if they can't be loaded: the filters work without them */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<FilterCounts | null> {
  return serverLoader().catch(() => null)
}
