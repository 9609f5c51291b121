import { everyone, ownerOnly } from '../../../tests/attacks/doors/actors.ts'
import { type AddressRow, at, form, row, signInFirst, toSignIn } from '../../../tests/attacks/doors/address-door.ts'
import type { World } from '../../../tests/attacks/doors/world.ts'
import { newAddress, newMaturingNote, newNote } from './holding-doors.ts'

const withNote = async (world: World, path: string) => {
  await newNote(world)
  return { path }
}

/** What members see of their notes, and their calendar. */
export const holdingAddresses: AddressRow[] = [
  row('GET /profile/notes', ownerOnly('sees', '404', toSignIn), world => withNote(world, '/profile/notes')),
  row('GET /profile/notes/:id', ownerOnly('sees', '404', toSignIn), async world => ({
    path: `/profile/notes/${await newNote(world)}`,
  })),
  row('GET /profile/notes/payments.csv', ownerOnly('sees', '200', toSignIn), world =>
    withNote(world, '/profile/notes/payments.csv'),
  ),
  row('GET /profile/notes/:id/choice', ownerOnly('sees', '404', toSignIn), async world => ({
    path: `/profile/notes/${await newMaturingNote(world)}/choice`,
  })),
  form(
    'POST /profile/notes/:id/choice note.elect',
    ownerOnly('changes', '404', { ...signInFirst, administrator: '403' }),
    async world => ({ at: `/profile/notes/${await newMaturingNote(world)}/choice`, choice: 'withdraw' }),
  ),
  form('POST /profile/notes calendar.create', everyone('changes', signInFirst), () => ({})),
  form('POST /profile/notes calendar.revoke', ownerOnly('changes', '302', signInFirst), async world => {
    await newAddress(world)
    return {}
  }),
  // No person's.
  at('GET /calendar/:file', everyone('404'), `/calendar/${'a'.repeat(43)}.ics`),
]
