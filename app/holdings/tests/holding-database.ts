import { everyone, type Gets, ownerOnly } from '../../../tests/attacks/doors/actors.ts'
import type { World } from '../../../tests/attacks/doors/world.ts'
import { newAddress } from './holding-doors.ts'

const denied = everyone('denied')

/** Calendars, see `tableDoors`: their owner's alone. */
export const holdingTableDoors = {
  calendar_addresses: {
    owners: "id = '$calendar'",
    // Not even the owner reads what finds it.
    read: denied,
    change: ['revoked_at = now()', ownerOnly('rows', 'none')] as [string, Gets],
    remove: denied,
    // The owner has one.
    add: ["(user_id, token_hmac) values ('$owner', sha256('x'))", ownerOnly('23505', 'denied')] as [string, Gets],
  },
  calendar_events: {
    owners: "address_id = '$calendar'",
    read: ownerOnly('rows', 'none'),
    change: ['sequence = 5', ownerOnly('rows', 'none')] as [string, Gets],
    remove: denied,
    add: [
      "(address_id, uid, content_sha256) values ('$calendar', 'other', sha256('x'))",
      ownerOnly('rows', 'denied'),
    ] as [string, Gets],
  },
}

/** Makes the owner's calendar address, with an event. */
export async function holdingRows(world: World): Promise<Record<string, string>> {
  const $calendar = await newAddress(world)
  await world.portal.owner.query(
    "insert into calendar_events (address_id, uid, content_sha256) values ($1, 'one', sha256('x'))",
    [$calendar],
  )
  return { $calendar }
}
