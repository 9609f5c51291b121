import { serverContext } from '../../shell/context.ts'
import { errorResponse, refusalFor, unwrapOrRespond } from '../../shell/portal/server-errors.ts'
import type { Route } from './+types/funds'

/** Loads the names of the funds to choose from for documents. */
export function loader({ context }: Route.LoaderArgs): Promise<string[]> {
  const { actor, operations } = context.get(serverContext)
  if (!actor) throw errorResponse(refusalFor('NO_SESSION'), 401)
  return unwrapOrRespond(operations.getFundNames(actor))
}

/** If the names can't be loaded, documents go to the default fund, and administrators can type a name. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<string[]> {
  return serverLoader().catch(() => [])
}
