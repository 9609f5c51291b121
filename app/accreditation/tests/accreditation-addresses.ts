import { consentToEsign } from '../../../server/sample/lives.ts'
import { administrators, ownerOnly } from '../../../tests/attacks/doors/actors.ts'
import { type AddressRow, form, row, signInFirst, toSignIn } from '../../../tests/attacks/doors/address-door.ts'
import { mark, type World } from '../../../tests/attacks/doors/world.ts'
import { newHolder } from '../../register/tests/register-doors.ts'
import { answers, newDecided, newEvidence, newEvidenceDocument, newSent, newStarted } from './accreditation-doors.ts'

const own = 'POST /profile/accreditation'
const review = '/profile/admin/accreditation'
const typedName = 'Owner of the doors'

/** A form of a reviewer's about what is made for it. */
const reviewForm = (intent: string, fields: Record<string, string>, given: (world: World) => Promise<string>) =>
  form(`POST ${review}/:id ${intent}`, async world => {
    // What two people do needs a second one, who is none of the actors.
    await world.newPerson({ isAdmin: true })
    return { at: `${review}/${await given(world)}`, ...fields }
  })

/** Whether someone is accredited: their own wizard, and the office's queue. */
export const accreditationAddresses: AddressRow[] = [
  row('GET /profile/accreditation', ownerOnly('sees', '200', toSignIn), async world => ({
    path: `/profile/accreditation?holder=${await newHolder(world)}`,
  })),
  form(`${own} accreditation.save`, ownerOnly('changes', '404', signInFirst), async world => ({
    holderId: (await newStarted(world)).holderId,
    ...answers,
    method: 'letter',
  })),
  form(`${own} accreditation.sign`, ownerOnly('changes', '404', signInFirst), async world => {
    await consentToEsign(world.portal.owner, world.owner)
    const { id, text } = await newStarted(world)
    return { accreditation: id, typedName, text }
  }),
  form(`${own} evidence.add`, ownerOnly('changes', '404', signInFirst), async world => {
    const { id } = await newStarted(world, 'letter')
    return { accreditation: id, documentId: await newEvidenceDocument(world), kind: 'other', datedOn: '' }
  }),
  ...['evidence.remove', 'evidence.send_anyway'].map(intent =>
    form(`${own} ${intent}`, ownerOnly('changes', '404', signInFirst), async world => ({
      evidence: await newEvidence(world),
    })),
  ),
  row('GET /profile/accreditation/:id/letter.pdf', ownerOnly('200', '404', toSignIn), async world => ({
    path: `/profile/accreditation/${(await newStarted(world, 'letter')).id}/letter.pdf`,
  })),
  row(`GET ${review}`, administrators('sees', '403', toSignIn), async world => {
    await newSent(world)
    return { path: review }
  }),
  row(`GET ${review}/:id`, administrators('sees', '403', toSignIn), async world => ({
    path: `${review}/${await newSent(world)}`,
  })),
  row('GET /profile/accreditation.zip', administrators('sees', '403', toSignIn), async world => ({
    path: `/profile/accreditation.zip?holder=${(await newStarted(world)).holderId}`,
  })),
  ...['accreditation.return', 'accreditation.reject'].map(intent => reviewForm(intent, { reason: mark }, newSent)),
  reviewForm('accreditation.revoke', { reason: mark }, world => newDecided(world, 'approved')),
  reviewForm('accreditation.clear', { reason: mark }, world => newDecided(world, 'revoked')),
]
