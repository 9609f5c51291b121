import { href } from 'react-router'
import { serverContext } from '../../../../context.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { requireAdministrator } from '../../../require-actor.ts'
import { unwrapOrRespond } from '../../../server-errors.ts'
import type { Route } from './+types/route'
import { LookPage } from './look-page.tsx'

/**
 * Loads what the second person looks at before they approve, and the approval.
 * @throws answers: not signed in, not allowed, and no such batch (404)
 */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const { operations } = server
  const { batch, papers } = await unwrapOrRespond(operations.getBatch(actor, params.id, { show: 'drawn' }))
  const link = href('/profile/admin/bulk/:id', { id: batch.id })
  const { waiting } = await unwrapOrRespond(operations.getApprovals(actor))
  return { batch, papers, approval: waiting.find(approval => approval.link === link) }
}

/** The documents that are drawn for the second person, each beside its recipient, and below them the approval. */
export default function LookRoute({ loaderData, params }: Route.ComponentProps) {
  return (
    <LastLoaded loaded={loaderData} subject={params.id}>
      {shown => <LookPage key={shown.batch.id} {...shown} />}
    </LastLoaded>
  )
}
