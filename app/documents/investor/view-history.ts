import type { Actor } from '../../../server/access/actor.ts'
import { type ServerContext, serverContext } from '../../shell/context.ts'
import { isPortalError, refusalFor } from '../../shell/portal/server-errors.ts'
import type { DocumentAccess } from '../server/history.ts'
import type { Route } from './+types/view-history'

/** One entry of a document's history, as JSON carries it: `viewed_at` is an ISO 8601 time. */
export interface HistoryEntry {
  id: string
  kind: DocumentAccess['kind']
  /** For administrators: the person, while they have an account. */
  user_id?: string | null
  user_name: string | null
  user_email: string
  viewed_at: string
}

/** GET: a document's views, newest first (specification section 7); with `?downloads`, also its downloads. */
export function loader({ params, url, context }: Route.LoaderArgs) {
  const { operations, ...server } = context.get(serverContext)
  const { getDocumentHistory, getDocumentViewHistory } = operations
  const read = url.searchParams.has('downloads') ? getDocumentHistory : getDocumentViewHistory
  return answer(server, actor => read(actor, params.id))
}

/** POST: counts that the document was opened (specification section 4). */
export function action({ params, context }: Route.ActionArgs) {
  const server = context.get(serverContext)
  return answer(server, actor => server.operations.incrementViewCount(actor, params.id))
}

async function answer(
  server: Omit<ServerContext, 'operations'>,
  work: (actor: Actor) => Promise<unknown>,
): Promise<Response> {
  const { actor, signedIn, databaseUnavailable } = server
  const headers = { 'Cache-Control': 'no-store' }
  if (databaseUnavailable) return Response.json(refusalFor('AWAY'), { status: 503, headers })
  if (!signedIn) return Response.json(refusalFor('NO_SESSION'), { status: 401, headers })
  if (!actor) return Response.json(refusalFor('PROFILE_UNREADABLE'), { status: 503, headers })
  try {
    return Response.json(await work(actor), { headers })
  } catch (error) {
    if (isPortalError(error)) {
      return Response.json({ code: error.code, message: error.message }, { status: error.status, headers })
    }
    console.error(error)
    return Response.json(refusalFor('UNEXPECTED'), { status: 500, headers })
  }
}
