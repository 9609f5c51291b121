import { href } from 'react-router'
import { serverContext } from '../../../context.ts'
import { unwrapOrAskForProof } from '../../proof/unwrap-or-ask-for-proof.ts'
import { requireAdministrator } from '../../require-actor.ts'
import { fileResponse } from '../csv-response.ts'
import type { Route } from './+types/matching-file'

/** GET: the file for the IRS's bulk TIN Matching; the query says `which` numbers, those that are new or all. */
export async function loader({ url, context }: Route.LoaderArgs): Promise<Response> {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const which = url.searchParams.get('which') === 'all' ? 'all' : 'new'
  const exporting = server.operations.exportTinMatching(actor, which)
  const { content } = await unwrapOrAskForProof(exporting, href('/profile/admin/tax'))
  return fileResponse('tin-matching.txt', 'text/plain; charset=us-ascii', content)
}
