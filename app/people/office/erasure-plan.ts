import { serverContext } from '../../shell/context.ts'
import { asRefusal, isPortalError, refusalFor } from '../../shell/portal/server-errors.ts'
import type { Route } from './+types/erasure-plan'

/** What the erasure of a person's account would remove; with `open_note=on` while a note is open. */
export async function loader({ url, params, context }: Route.LoaderArgs): Promise<Response> {
  const { actor, operations, signedIn } = context.get(serverContext)
  const headers = { 'Cache-Control': 'no-store' }
  if (!actor) return Response.json(refusalFor('NO_SESSION'), { status: signedIn ? 503 : 401, headers })
  try {
    const openNote = url.searchParams.get('open_note') === 'on'
    return Response.json({ plan: await operations.getErasurePlan(actor, params.id, { openNote }) }, { headers })
  } catch (error) {
    return Response.json(asRefusal(error, 'PERSON_FAILED'), {
      status: isPortalError(error) ? error.status : 500,
      headers,
    })
  }
}
