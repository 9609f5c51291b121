import { serverContext } from '../context.ts'
import type { Route } from './+types/views'
import { isPortalError, refusal } from './errors.ts'

/** One entry of a document's history, as it travels: `viewed_at` is an ISO instant. */
export interface HistoryEntry {
  id: string
  user_name: string | null
  user_email: string
  viewed_at: string
}

/** A document's history, newest first (specification section 7). */
export function loader({ params, context }: Route.LoaderArgs) {
  const { actor, operations } = context.get(serverContext)
  return answer(() => actor && operations.getDocumentViewHistory(actor, params.id))
}

/** Counts that the document was opened (specification section 4). */
export function action({ params, context }: Route.ActionArgs) {
  const { actor, operations } = context.get(serverContext)
  return answer(() => actor && operations.incrementViewCount(actor, params.id))
}

/** @param work undefined where nobody is signed in */
async function answer(work: () => Promise<unknown> | undefined): Promise<Response> {
  const headers = { 'Cache-Control': 'no-store' }
  try {
    const result = await work()
    if (result === undefined) return Response.json(refusal('NO_SESSION'), { status: 401, headers })
    return Response.json(result, { headers })
  } catch (error) {
    if (isPortalError(error)) {
      return Response.json({ code: error.code, message: error.message }, { status: error.status, headers })
    }
    console.error(error)
    return Response.json(refusal('UNEXPECTED'), { status: 500, headers })
  }
}
