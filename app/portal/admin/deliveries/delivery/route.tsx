import { useEffect } from 'react'
import { href, useRevalidator } from 'react-router'
import { recallDeliveryCommand } from '../../../../../rules/delivery.commands.ts'
import { commandActions } from '../../../../commands/command-actions.ts'
import { LastAnswer } from '../../../../commands/command-form.tsx'
import { serverContext } from '../../../../context.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { pageNumber } from '../../../list-place.ts'
import { requireAdministrator } from '../../../require-actor.ts'
import { unwrapOrRespond } from '../../../server-errors.ts'
import type { Route } from './+types/route'
import { DeliveryPage } from './delivery-page.tsx'

/**
 * Loads a delivery with a page of its documents; the query has `page`, from 1, and `show=unopened` for those that nobody has
 * opened.
 * @throws answers: not signed in, not allowed, and no such delivery (404)
 */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const page = pageNumber(url.searchParams)
  const unopened = url.searchParams.get('show') === 'unopened'
  const found = server.operations.getDelivery(actor, params.id, { page: page - 1, unopened })
  return { page, unopened, ...(await unwrapOrRespond(found)) }
}

/** POST: recalls a delivery. */
export const action = commandActions([recallDeliveryCommand], {
  about: { delivery: 'id' },
  redirectTo: ({ param }) => href('/profile/admin/deliveries/:id', { id: param('id') }),
})

/** While it is being sent, the page looks again this often (ms): an attempt that fails changes no document. */
const looksAgain = 2000

/** A delivery: what each recipient got, and when they opened it. */
export default function DeliveryRoute({ loaderData, params, actionData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const isSending = 'delivery' in loaderData && loaderData.delivery.state === 'sending'
  useEffect(() => {
    if (!isSending) return
    const timer = setInterval(revalidate, looksAgain)
    return () => clearInterval(timer)
  }, [isSending, revalidate])
  return (
    <LastLoaded loaded={loaderData} subject={params.id}>
      {shown => (
        <LastAnswer value={actionData}>
          <DeliveryPage {...shown} />
        </LastAnswer>
      )}
    </LastLoaded>
  )
}
