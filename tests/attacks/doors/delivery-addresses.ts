import { randomUUID } from 'node:crypto'
import { administrators } from './actors.ts'
import { type AddressDoor, form, row, signInFirst, toSignIn } from './address-door.ts'
import { newDelivery, newStagedFile } from './delivery-doors.ts'

/** Deliveries, and the page that sends them. */
export const deliveryAddresses: AddressDoor[] = [
  row('GET /profile/admin/deliver', administrators('sees', '403', toSignIn), () => ({
    path: '/profile/admin/deliver',
  })),
  row('GET /profile/admin/deliveries', administrators('sees', '403', toSignIn), async world => {
    await newDelivery(world)
    return { path: '/profile/admin/deliveries' }
  }),
  row('GET /profile/admin/deliveries/:id', administrators('sees', '403', toSignIn), async world => ({
    path: `/profile/admin/deliveries/${await newDelivery(world)}`,
  })),
  // The file isn't there.
  form('POST /profile/admin/deliver send', administrators('409', '403', signInFirst), async world => ({
    id: randomUUID(),
    category: 'Notices',
    upload: await newStagedFile(world),
    name: 'A notice',
    to: `person:${world.owner.id}`,
  })),
]
