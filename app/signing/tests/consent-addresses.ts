import { ownerOnly, signedIn } from '../../../tests/attacks/doors/actors.ts'
import { type AddressRow, form, row, signInFirst, toSignIn } from '../../../tests/attacks/doors/address-door.ts'
import { newEsignConsent } from './consent-doors.ts'

const own = 'POST /profile/signing/consent'

/** Consent to electronic records and signatures: its page, and its sample. */
export const consentAddresses: AddressRow[] = [
  row('GET /profile/signing/consent', signedIn('200', toSignIn.anonymous), () => ({
    path: '/profile/signing/consent',
  })),
  form(`${own} esign.ask_for_consent`, signedIn('changes', signInFirst.anonymous), async world => {
    await world.portal.owner.query('update esign_consents set superseded_at = now() where superseded_at is null')
    return {}
  }),
  form(`${own} esign.give_consent`, ownerOnly('changes', '404', signInFirst), async world => ({
    consent: await newEsignConsent(world, 'asked'),
    word: 'lantern',
  })),
  form(`${own} esign.withdraw_consent`, ownerOnly('changes', '404', signInFirst), async world => ({
    consent: await newEsignConsent(world, 'given'),
  })),
  row('GET /profile/signing/sample/:id', ownerOnly('200', '404', toSignIn), async world => ({
    path: `/profile/signing/sample/${await newEsignConsent(world, 'asked')}`,
  })),
  form('POST /profile/admin/people/:id/signing esign.withdraw_consent_for', async world => ({
    at: `/profile/admin/people/${world.owner.id}/signing`,
    consent: await newEsignConsent(world, 'given'),
  })),
]
