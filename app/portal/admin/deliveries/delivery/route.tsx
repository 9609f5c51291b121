import { href } from 'react-router'
import { recallDeliveryCommand } from '../../../../../rules/delivery.commands.ts'
import { commandActions } from '../../../../commands/command-actions.ts'
import { pageNumber } from '../../../list-place.ts'
import { loadOne, showOne } from '../../../one-page.tsx'
import { DeliveryPage } from './delivery-page.tsx'

/**
 * Loads a delivery with a page of its documents; the query has `page`, from 1, and `show=unopened` for those that no one has
 * opened.
 */
export const loader = loadOne(async ({ actor, operations }, id, query) => {
  const page = pageNumber(query)
  const unopened = query.get('show') === 'unopened'
  return { page, unopened, ...(await operations.getDelivery(actor, id, { page: page - 1, unopened })) }
})

/** POST: recalls a delivery. */
export const action = commandActions([recallDeliveryCommand], {
  about: { delivery: 'id' },
  redirectTo: ({ param }) => href('/profile/admin/deliveries/:id', { id: param('id') }),
})

/** A delivery: what each recipient got, and when they opened it. */
export default showOne<typeof loader>(DeliveryPage)
