import { addDays } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { administrators, ownerAndAdministrators, ownerOnly, signedIn } from '../../../tests/attacks/doors/actors.ts'
import { type AddressRow, at, form, row, signInFirst, toSignIn } from '../../../tests/attacks/doors/address-door.ts'
import { mark, type World } from '../../../tests/attacks/doors/world.ts'
import { newHolder } from '../../register/tests/register-doors.ts'
import { newEnvelope, newReadEnvelope } from './envelope-doors.ts'

const list = '/profile/admin/envelopes'
const own = '/profile/signing/envelopes'

/** A form on an envelope's page in the office. */
const officeForm = (
  intent: string,
  fields: Record<string, string> | ((world: World) => Record<string, string>) = {},
  stage: Parameters<typeof newEnvelope>[1] = 'draft',
) =>
  form(`POST ${list}/:id ${intent}`, async world => ({
    at: `${list}/${await newEnvelope(world, stage)}`,
    ...(typeof fields === 'function' ? fields(world) : fields),
  }))
const refused = administrators('400', '403', signInFirst)

/** Envelopes: the signer's pages, the document's bytes, and the office's pages. */
export const envelopeAddresses: AddressRow[] = [
  row('GET /profile/signing', signedIn('200', toSignIn.anonymous, { owner: 'sees' }), async world => {
    await newEnvelope(world, 'sent')
    return { path: '/profile/signing' }
  }),
  row(`GET ${own}/:id`, ownerOnly('sees', '404', toSignIn), async world => ({
    path: `${own}/${(await newReadEnvelope(world)).id}`,
  })),
  form(`POST ${own}/:id envelope.drawn`, ownerOnly('changes', '404', signInFirst), async world => ({
    at: `${own}/${await newEnvelope(world, 'sent')}`,
    page: '1',
  })),
  form(`POST ${own}/:id envelope.sign`, ownerOnly('changes', '404', signInFirst), async world => {
    const { id, shown } = await newReadEnvelope(world)
    return { at: `${own}/${id}`, shown, read: '1', typedName: mark }
  }),
  form(`POST ${own}/:id envelope.decline`, ownerOnly('changes', '404', signInFirst), async world => ({
    at: `${own}/${await newEnvelope(world, 'sent')}`,
    reason: mark,
  })),
  row('GET /files/envelopes/:id', ownerAndAdministrators('sees', '404', { anonymous: '401' }), async world => ({
    path: `/files/envelopes/${await newEnvelope(world, 'sent')}`,
  })),
  row(`GET ${list}`, administrators('sees', '403', toSignIn), async world => {
    await newEnvelope(world)
    return { path: list }
  }),
  form(`POST ${list} envelope.countersign_together`, async world => ({
    ...{ id: await newEnvelope(world, 'for the fund'), control: '1', typedName: mark },
  })),
  at(`GET ${list}/new`, administrators('sees', '403', toSignIn)),
  // Without a file.
  form(`POST ${list}/new envelope.prepare`, refused, async world => ({
    ...{ holder: await newHolder(world), title: mark, kind: 'agreement' },
  })),
  row(`GET ${list}/:id`, administrators('sees', '403', toSignIn), async world => ({
    path: `${list}/${await newEnvelope(world)}`,
  })),
  officeForm('envelope.seat', ({ owner }) => ({ seat: owner.id, turn: '1', capacity: mark })),
  officeForm('envelope.describe', { title: `${mark} again` }),
  officeForm('envelope.place', { turn: '1', what: 'name', page: '1', left: '1', top: '1', width: '2', height: '1' }),
  officeForm('envelope.unplace', { field: 'field 1' }),
  officeForm('envelope.send', { expiresOn: addDays(fundDay(), 5) }),
  officeForm('envelope.remind', {}, 'sent'),
  officeForm('envelope.void', { reason: mark }),
  officeForm('envelope.countersign', { typedName: mark }, 'for the fund'),
  form(`POST ${list}/:id envelope.paper`, refused, async world => ({
    ...{ at: `${list}/${await newEnvelope(world, 'sent')}`, day: fundDay() },
  })),
]
