import { serverContext } from '../../../../context.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { unwrapOrRespond } from '../../../server-errors.ts'
import { decider } from '../../approvals/decider.ts'
import type { Route } from './+types/route'
import { LookPage } from './look-page.tsx'

/**
 * Loads the files that the second person opens before they approve a delivery, and the approval.
 * @throws answers: not signed in, not allowed
 */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = decider(url, server)
  const { operations } = server
  const asked = await unwrapOrRespond(operations.getDeliveryToOpen(actor, params.id))
  const { waiting } = await unwrapOrRespond(operations.getApprovals(actor))
  return { asked, approval: waiting.find(({ id }) => id === asked?.approvalId) }
}

/** The files of a delivery, each beside those who would get it, and below them the approval. */
export default function LookRoute({ loaderData, params }: Route.ComponentProps) {
  return (
    <LastLoaded loaded={loaderData} subject={params.id}>
      {shown => <LookPage key={params.id} deliveryId={params.id} {...shown} />}
    </LastLoaded>
  )
}
