import { serverContext } from '../../context.ts'
import { errorResponse, refusalFor, unwrapOrRespond } from '../server-errors.ts'
import type { Route } from './+types/funds'

/** The funds that an administrator can move documents to. */
export function loader({ context }: Route.LoaderArgs): Promise<string[]> {
  const { actor, operations } = context.get(serverContext)
  if (!actor) throw errorResponse(refusalFor('NO_SESSION'), 401)
  return unwrapOrRespond(operations.getFundNames(actor))
}

/** They are an offer: where they cannot be read, a name is typed. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<string[]> {
  return serverLoader().catch(() => [])
}
