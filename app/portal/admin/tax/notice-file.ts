import { serverContext } from '../../../context.ts'
import { unwrapOrAskForProof } from '../../proof/unwrap-or-ask-for-proof.ts'
import { requireAdministrator } from '../../require-actor.ts'
import { fileResponse } from '../csv-response.ts'
import type { Route } from './+types/notice-file'

/** GET: the letter about a B-notice, as a PDF for the post. */
export async function loader({ url, context, params, request }: Route.LoaderArgs): Promise<Response> {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const making = server.operations.makeNoticeLetter(actor, params.id, request.signal)
  const { number, pdf } = await unwrapOrAskForProof(making, url.pathname)
  return fileResponse(`b-notice-${number}.pdf`, 'application/pdf', pdf)
}
