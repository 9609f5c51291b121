import { serverContext } from '../../context.ts'
import { errorResponse, refusalFor, unwrapOrRespond } from '../server-errors.ts'
import type { Route } from './+types/funds'

/** Loads the names of the funds that an administrator can move documents to. */
export function loader({ context }: Route.LoaderArgs): Promise<string[]> {
  const { actor, operations } = context.get(serverContext)
  if (!actor) throw errorResponse(refusalFor('NO_SESSION'), 401)
  return unwrapOrRespond(operations.getFundNames(actor))
}

/** The names are suggestions: if they can't be loaded, the administrator can still type one. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<string[]> {
  return serverLoader().catch(() => [])
}
