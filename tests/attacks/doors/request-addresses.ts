import { randomUUID } from 'node:crypto'
import * as op from '../../../server/operations.ts'
import { administrators, everyone, ownerAndAdministrators, ownerOnly } from './actors.ts'
import { type AddressDoor, at, form, row, signInFirst, toSignIn } from './address-door.ts'
import { newDecision, newDocumentRequest, newSigningLink } from './request-operations.ts'
import type { World } from './world.ts'

const request = async (world: World) => ({ id: await newDocumentRequest(world) })

/** What the office needs from a person. Before all forms: some of those end the sessions that pages are read with. */
export const requestPages: AddressDoor[] = [
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
export const requestForms: AddressDoor[] = [
  form(
    'POST /profile/signing/:id signed',
    ownerOnly('changes', '404', { ...signInFirst, administrator: '403' }),
    async world => ({ at: `/profile/signing/${await newSigningLink(world)}` }),
  ),
  form(
    'POST /profile/signing/:id not-signed',
    ownerOnly('changes', '404', { ...signInFirst, administrator: '403' }),
    async world => {
      const id = await newSigningLink(world)
      await op.markSigned(world.owner, id)
      return { at: `/profile/signing/${id}` }
    },
  ),
  ...['confirm', 'remind'].map(intent =>
    form(`POST /profile/signing/:id ${intent}`, administrators('changes', '403', signInFirst), async world => ({
      at: `/profile/signing/${await newSigningLink(world)}`,
    })),
  ),
  form('POST /profile/signing/:id ask-again', administrators('changes', '403', signInFirst), async world => {
    const id = await newSigningLink(world)
    await op.markSigned(world.owner, id)
    return { at: `/profile/signing/${id}` }
  }),
  form('POST /profile/requests ask', administrators('changes', '403', signInFirst), ({ owner }) => ({
    person: owner.id,
    name: randomUUID(),
  })),
  ...['remind', 'received', 'withdraw'].map(intent =>
    form(`POST /profile/requests ${intent}`, administrators('changes', '403', signInFirst), request),
  ),
  form('POST /profile/requests dismiss', ownerOnly('changes', '302', signInFirst), async world => ({
    id: await newDecision(world),
  })),
  ...['approve', 'reject'].map(intent =>
    form(
      `POST /profile/admin/delete-requests ${intent}`,
      administrators('changes', '403', signInFirst),
      async world => ({
        ids: await world.newDeleteRequest(),
      }),
    ),
  ),
]
