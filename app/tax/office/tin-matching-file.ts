import { href } from 'react-router'
import { unwrapOrAskForProof } from '../../identity/investor/proof/unwrap-or-ask-for-proof.ts'
import { serverContext } from '../../shell/context.ts'
import { fileResponse } from '../../shell/csv-response.ts'
import { requireAdministrator } from '../../shell/portal/require-actor.ts'
import type { Route } from './+types/tin-matching-file'

/** GET: the file for the IRS's bulk TIN Matching; the query says `which` numbers, those that are new or all. */
export async function loader({ url, context }: Route.LoaderArgs): Promise<Response> {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const which = url.searchParams.get('which') === 'all' ? 'all' : 'new'
  const exporting = server.operations.exportTinMatching(actor, which)
  const { content } = await unwrapOrAskForProof(exporting, href('/profile/admin/tax'))
  return fileResponse('tin-matching.txt', 'text/plain; charset=us-ascii', content)
}
