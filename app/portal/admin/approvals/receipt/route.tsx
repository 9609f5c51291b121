import { serverContext } from '../../../../context.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { unwrapOrRespond } from '../../../server-errors.ts'
import { decider } from '../decider.ts'
import type { Route } from './+types/route'
import { ReceiptPage } from './receipt-page.tsx'

/**
 * Loads a batch approval, by the id of one of its requests.
 * @throws answers: those of `decider`; nothing was approved under this id (404)
 */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  return unwrapOrRespond(server.operations.getApprovalReceipt(decider(url, server), params.id))
}

export default function ReceiptRoute({ loaderData, params }: Route.ComponentProps) {
  return (
    <LastLoaded loaded={loaderData} subject={params.id}>
      {shown => <ReceiptPage {...shown} />}
    </LastLoaded>
  )
}
