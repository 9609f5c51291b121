import { href } from 'react-router'
import { unwrapOrAskForProof } from '../../identity/investor/proof/unwrap-or-ask-for-proof.ts'
import { serverContext } from '../../shell/context.ts'
import { fileResponse } from '../../shell/csv-response.ts'
import { requireAdministrator } from '../../shell/portal/require-actor.ts'
import type { Route } from './+types/binder'

/** GET: the binder of a holder (`holder` in the query) or of an offering (`offering`), as a ZIP archive. */
export async function loader({ url, context }: Route.LoaderArgs): Promise<Response> {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const offering = url.searchParams.get('offering')
  const of = offering ? { offering } : { holderId: url.searchParams.get('holder') ?? '' }
  const exporting = server.operations.exportBinder(actor, of)
  const { name, archive } = await unwrapOrAskForProof(exporting, href('/profile/admin/accreditation'))
  const plain = name.replaceAll(/[^A-Za-z0-9-]+/g, '-')
  return fileResponse(`accreditation-${plain}.zip`, 'application/zip', archive)
}
