import { randomUUID } from 'node:crypto'
import { addDays } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { everyone, ownerAndAdministrators, ownerOnly } from '../../../tests/attacks/doors/actors.ts'
import { type AddressRow, form, row, signInFirst, toSignIn } from '../../../tests/attacks/doors/address-door.ts'
import { newHeldBy } from '../../holdings/tests/holding-doors.ts'
import { newDelegateInvitation, newGrant } from './delegate-doors.ts'

/** Whom holders let look, and what those see. */
export const delegateAddresses: AddressRow[] = [
  row('GET /profile/delegates', ownerOnly('sees', '404', toSignIn), async world => {
    await newGrant(world)
    return { path: '/profile/delegates' }
  }),
  row('GET /profile/delegates/:id', ownerAndAdministrators('sees', '404', toSignIn), async world => ({
    path: `/profile/delegates/${(await newGrant(world)).grant}`,
  })),
  // The owner's own name is at the top.
  row('GET /profile/shared', everyone('200', { ...toSignIn, owner: 'sees', delegate: 'sees' }), async world => {
    await newGrant(world)
    return { path: '/profile/shared' }
  }),
  row('GET /profile/shared/:id', everyone('404', { ...toSignIn, delegate: 'sees' }), async world => ({
    path: `/profile/shared/${(await newGrant(world)).holder}`,
  })),
  row('GET /profile/year/:year', everyone('404', { ...toSignIn, owner: 'sees', delegate: 'sees' }), async world => {
    await newGrant(world)
    return { path: `/profile/year/${fundDay().slice(0, 4)}` }
  }),
  form(
    'POST /profile/delegates delegate.invite',
    ownerOnly('changes', '404', { ...signInFirst, administrator: '403' }),
    async world => ({
      holderId: await newHeldBy(world),
      email: `${randomUUID()}@doors.example`,
      kind: 'accountant',
      categories: 'Tax',
      until: addDays(fundDay(), 30),
    }),
  ),
  form(
    'POST /profile/delegates delegate.revoke',
    ownerAndAdministrators('changes', '404', signInFirst),
    async world => ({
      grant: (await newGrant(world)).grant,
    }),
  ),
  form(
    'POST /profile/shared delegate.accept',
    everyone('404', { ...signInFirst, delegate: 'changes' }),
    async world => ({
      grant: await newDelegateInvitation(world),
    }),
  ),
  form('POST /profile/admin/holders/:id delegate.end', async world => {
    const { grant, holder } = await newGrant(world)
    return { at: `/profile/admin/holders/${holder}`, grant }
  }),
]
