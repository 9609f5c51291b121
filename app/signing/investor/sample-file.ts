import { serverContext } from '../../shell/context.ts'
import { requireActor } from '../../shell/portal/require-actor.ts'
import { unwrapOrRespond } from '../../shell/portal/server-errors.ts'
import type { Route } from './+types/sample-file'
import { sampleResponse } from './sample-response.ts'

/** GET: the sample of a requested consent. */
export async function loader({ url, context, params, request }: Route.LoaderArgs): Promise<Response> {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  const pdf = await unwrapOrRespond(server.operations.makeEsignSample(actor, params.id, request.signal))
  return sampleResponse(pdf, url, 'sample-document')
}
