import { href } from 'react-router'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { pageNumber } from '../../../shell/portal/list-place.ts'
import { loadOne, showOne } from '../../../shell/portal/one-page.tsx'
import { recallDeliveryCommand } from '../../delivery.commands.ts'
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
