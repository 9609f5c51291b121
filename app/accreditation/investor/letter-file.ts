import { serverContext } from '../../shell/context.ts'
import { fileResponse } from '../../shell/csv-response.ts'
import { requireActor } from '../../shell/portal/require-actor.ts'
import { unwrapOrRespond } from '../../shell/portal/server-errors.ts'
import type { Route } from './+types/letter-file'

/**
 * GET: the letter that a professional signs, as a PDF; the query has the `person` it is about, unless that is the
 * holder.
 */
export async function loader({ url, context, params, request }: Route.LoaderArgs): Promise<Response> {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  const requested = { accreditationId: params.id, person: url.searchParams.get('person') ?? '' }
  const { name, pdf } = await unwrapOrRespond(server.operations.makeLetterToSign(actor, requested, request.signal))
  const plain = name.replaceAll(/[^A-Za-z0-9]+/g, '-')
  return fileResponse(`verification-letter-${plain}.pdf`, 'application/pdf', pdf)
}
