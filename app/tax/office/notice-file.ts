import { unwrapOrAskForProof } from '../../identity/investor/proof/unwrap-or-ask-for-proof.ts'
import { serverContext } from '../../shell/context.ts'
import { fileResponse } from '../../shell/csv-response.ts'
import { requireAdministrator } from '../../shell/portal/require-actor.ts'
import type { Route } from './+types/notice-file'

/** GET: the letter about a B-notice, as a PDF for the post. */
export async function loader({ url, context, params, request }: Route.LoaderArgs): Promise<Response> {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const making = server.operations.makeNoticeLetter(actor, params.id, request.signal)
  const { number, pdf } = await unwrapOrAskForProof(making, url.pathname)
  return fileResponse(`b-notice-${number}.pdf`, 'application/pdf', pdf)
}
