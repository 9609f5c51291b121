import { administrators } from '../../../tests/attacks/doors/actors.ts'
import { type AddressRow, form, noSession, row, toSignIn } from '../../../tests/attacks/doors/address-door.ts'
import { newDelivery, newRequestedDelivery, sentDelivery } from './delivery-doors.ts'

/** Deliveries, and the page that sends them. */
export const deliveryAddresses: AddressRow[] = [
  row('GET /profile/admin/deliver', administrators('sees', '403', toSignIn), () => ({
    path: '/profile/admin/deliver',
  })),
  row('GET /profile/admin/deliveries', administrators('sees', '403', toSignIn), async world => {
    await newDelivery(world)
    return { path: '/profile/admin/deliveries' }
  }),
  row('GET /profile/admin/runs', administrators('sees', '403', toSignIn), async world => {
    await newDelivery(world)
    return { path: '/profile/admin/runs' }
  }),
  row('GET /profile/admin/deliveries/:id', administrators('sees', '403', toSignIn), async world => ({
    path: `/profile/admin/deliveries/${await newDelivery(world)}`,
  })),
  row('GET /profile/admin/deliveries/:id/look', administrators('sees', '403', toSignIn), async world => ({
    path: `/profile/admin/deliveries/${await newRequestedDelivery(world)}/look`,
  })),
  row('GET /profile/deliveries.csv', administrators('sees', '403', toSignIn), async world => ({
    path: `/profile/deliveries.csv?delivery=${await newDelivery(world)}`,
  })),
  row('GET /files/deliveries/:id/:n', administrators('sees', '403', noSession), async world => ({
    path: `/files/deliveries/${await newRequestedDelivery(world)}/1`,
  })),
  form('POST /profile/admin/deliveries/:id delivery.recall', async world => ({
    at: `/profile/admin/deliveries/${await sentDelivery(world)}`,
    reason: 'A test',
  })),
]
