import { administrators } from '../../../tests/attacks/doors/actors.ts'
import { type AddressRow, form, row, signInFirst, toSignIn } from '../../../tests/attacks/doors/address-door.ts'
import { newHit } from './sanctions-database.ts'

const sanctions = '/profile/admin/sanctions'

/** The pages of the sanctions check, and what these ask for. */
export const sanctionsAddresses: AddressRow[] = [
  row(`GET ${sanctions}`, administrators('sees', '403', toSignIn), async world => {
    await newHit(world)
    return { path: sanctions }
  }),
  row(`GET ${sanctions}/:id`, administrators('sees', '403', toSignIn), async world => ({
    path: `${sanctions}/${(await newHit(world)).hit}`,
  })),
  form(`POST ${sanctions}/:id sanctions.decide`, administrators('changes', '403', signInFirst), async world => ({
    at: `${sanctions}/${(await newHit(world)).hit}`,
    decision: 'cleared',
    reason: 'Someone else',
  })),
]
