import { randomUUID } from 'node:crypto'
import * as op from '../../../server/operations.ts'
import { administrators, everyone, ownerAndAdministrators, ownerOnly } from '../../../tests/attacks/doors/actors.ts'
import { type AddressRow, at, form, row, signInFirst, toSignIn } from '../../../tests/attacks/doors/address-door.ts'
import type { World } from '../../../tests/attacks/doors/world.ts'
import { newDecision, newDocumentRequest, newSigningLink } from './request-doors.ts'

const request = async (world: World) => ({ request: await newDocumentRequest(world) })

/** What the office needs from a person. Before all forms: some of those end the sessions that pages are read with. */
export const requestPages: AddressRow[] = [
  row('GET /profile/signing/:id', ownerAndAdministrators('sees', '404', toSignIn), async world => ({
    path: `/profile/signing/${await newSigningLink(world)}`,
  })),
  row('GET /profile/admin/outstanding', administrators('sees', '403', toSignIn), async world => {
    await newSigningLink(world)
    return { path: '/profile/admin/outstanding' }
  }),
  at('GET /profile/requests', everyone('302')),
]

/** The forms about that, and about what the office decided. */
export const requestForms: AddressRow[] = [
  form(
    'POST /profile/signing/:id signing.say_signed',
    ownerOnly('changes', '404', { ...signInFirst, administrator: '403' }),
    async world => ({ at: `/profile/signing/${await newSigningLink(world)}` }),
  ),
  form(
    'POST /profile/signing/:id signing.say_not_signed',
    ownerOnly('changes', '404', { ...signInFirst, administrator: '403' }),
    async world => {
      const id = await newSigningLink(world)
      await op.markSigned(world.owner, id)
      return { at: `/profile/signing/${id}` }
    },
  ),
  ...['signing.confirm', 'signing.remind'].map(intent =>
    form(`POST /profile/signing/:id ${intent}`, async world => ({
      at: `/profile/signing/${await newSigningLink(world)}`,
    })),
  ),
  form('POST /profile/signing/:id signing.ask_again', async world => {
    const id = await newSigningLink(world)
    await op.markSigned(world.owner, id)
    return { at: `/profile/signing/${id}` }
  }),
  form('POST /profile/requests document_request.ask', ({ owner }) => ({
    person: owner.id,
    name: randomUUID(),
  })),
  ...['document_request.remind', 'document_request.receive', 'document_request.withdraw'].map(intent =>
    form(`POST /profile/requests ${intent}`, request),
  ),
  form('POST /profile/requests decision.dismiss', ownerOnly('changes', '302', signInFirst), async world => ({
    decision: await newDecision(world),
  })),
  ...['delete_request.approve_several', 'delete_request.reject_several'].map(intent =>
    form(`POST /profile/admin/delete-requests ${intent}`, async world => ({
      ids: await world.newDeleteRequest(),
    })),
  ),
]
