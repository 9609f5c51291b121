import { serverContext } from '../../shell/context.ts'
import { requireActor } from '../../shell/portal/require-actor.ts'
import { unwrapOrRespond } from '../../shell/portal/server-errors.ts'
import { sampleResponse } from '../../signing/investor/sample-response.ts'
import type { Route } from './+types/sample-file'

/** GET: the sample form of a requested consent. */
export async function loader({ url, context, params, request }: Route.LoaderArgs): Promise<Response> {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  const pdf = await unwrapOrRespond(server.operations.makeSampleForm(actor, params.id, request.signal))
  return sampleResponse(pdf, url, 'sample-tax-form')
}
