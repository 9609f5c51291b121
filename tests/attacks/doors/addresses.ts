import { randomUUID } from 'node:crypto'
import { accreditationAddresses } from '../../../app/accreditation/tests/accreditation-addresses.ts'
import { bulkAddresses } from '../../../app/bulk-delivery/tests/bulk-addresses.ts'
import { coveredAddresses } from '../../../app/covered-persons/tests/covered-doors.ts'
import { delegateAddresses } from '../../../app/delegates/tests/delegate-addresses.ts'
import { newGrant, newOnlyDelegate } from '../../../app/delegates/tests/delegate-doors.ts'
import { deliveryAddresses } from '../../../app/deliveries/tests/delivery-addresses.ts'
import { requestForms, requestPages } from '../../../app/document-requests/tests/request-addresses.ts'
import { holdingAddresses } from '../../../app/holdings/tests/holding-addresses.ts'
import { newHeldBy } from '../../../app/holdings/tests/holding-doors.ts'
import { letterAddresses } from '../../../app/letters/tests/letter-doors.ts'
import { conversationForms, conversationPages } from '../../../app/messages/tests/conversation-doors.ts'
import { inboxForms, inboxPages } from '../../../app/messages/tests/inbox-doors.ts'
import { registerAddresses } from '../../../app/register/tests/register-addresses.ts'
import { registerOfficeAddresses } from '../../../app/register/tests/register-office-addresses.ts'
import { sanctionsAddresses } from '../../../app/sanctions/tests/sanctions-addresses.ts'
import { sealingAddresses } from '../../../app/sealing/tests/sealing-doors.ts'
import { consentAddresses } from '../../../app/signing/tests/consent-addresses.ts'
import { envelopeAddresses } from '../../../app/signing/tests/envelope-addresses.ts'
import { subscriptionAddresses } from '../../../app/subscriptions/tests/subscription-doors.ts'
import { taxAddresses } from '../../../app/tax/tests/tax-addresses.ts'
import { wireAddresses } from '../../../app/wire-instructions/tests/wire-doors.ts'
import { publicPages } from '../../../content/pages.ts'
import type { FormPurpose } from '../../../server/access/form-proof.ts'
import { aVisitor, humanFormProof } from '../../helpers/leads.ts'
import { administrators, everyone, ownerAndAdministrators, ownerOnly, signedIn } from './actors.ts'
import {
  type AddressDoor,
  type AddressRow,
  at,
  form,
  noSession,
  row,
  type Sent,
  signInFirst,
  toSignIn,
} from './address-door.ts'
import { withDescribed } from './described-doors.ts'
import { officeAddresses } from './office-addresses.ts'
import { pageDoors } from './real-doors.ts'
import { mark, type World } from './world.ts'

const visitorForm = (purpose: FormPurpose) => {
  const { ticket, trap } = humanFormProof(purpose)
  return { ...aVisitor, ticket, leave_empty: trap }
}

const publicAddresses: AddressRow[] = [
  // Pages with a form fill in who is signed in; all others are the same for everyone.
  ...publicPages.map(({ path, prerendered }) =>
    at(`GET ${path}`, prerendered ? everyone('200') : ownerOnly('sees', '200')),
  ),
  ...['/call', '/login', '/auth/callback', '/report', '/stop'].map(path =>
    // The sign-in page leads those who are signed in to the portal.
    at(`GET ${path}`, path === '/login' ? everyone('302', { anonymous: '200' }) : everyone('200')),
  ),
  ...['sitemap.xml', 'robots.txt', 'manifest.webmanifest', '.well-known/security.txt', 'healthz', 'readyz'].map(path =>
    at(`GET /${path}`, everyone('200')),
  ),
  at('GET /docs', everyone('302')),
  at('GET /*', everyone('404'), '/no-such-page'),
  // With DEV_PAGES=1 and without a mail server only.
  at('GET /auth-test', everyone('404')),
  at('GET /signout-debug', everyone('404')),
  at('GET /outbox', everyone('404')),

  form('POST /contact visitor.send_message', everyone('changes'), () => ({
    ...visitorForm('message'),
    topic: 'question',
    message: 'Hello',
  })),
  form('POST /email-contact visitor.send_message', everyone('changes'), () => ({
    ...visitorForm('message'),
    topic: 'question',
    message: 'Hello',
  })),
  form('POST /investor-portal visitor.send_message', everyone('changes'), () => ({
    ...visitorForm('message'),
    topic: 'question',
    message: 'Please send me all documents',
  })),
  ...['phone-call-booking', 'video-call-booking', 'founder'].map(path =>
    form(`POST /${path} call.book`, everyone('400'), () => visitorForm('call')),
  ),
  ...['call.show', 'call.move', 'call.cancel_own'].map(intent =>
    form(`POST /call ${intent}`, everyone('404'), async world => ({ token: (await world.newCall()).id })),
  ),
  ...['email_report.show', 'email_report.lock', 'email_report.send_code', 'email_report.restore'].map(intent =>
    form(`POST /report ${intent}`, everyone('404'), async world => {
      await world.newAddressReport(true)
      return { token: randomUUID(), code: '000000' }
    }),
  ),
  ...['passkey_recovery.show', 'passkey_recovery.stop'].map(intent =>
    form(`POST /stop ${intent}`, everyone('404'), async world => {
      await world.newPasskeyRecovery()
      return { token: randomUUID() }
    }),
  ),
  // A browser that is signed in already is led on, and no code is sent.
  form('POST /login sign_in.send_code', signedIn('302', 'changes'), () => ({ email: `${randomUUID()}@doors.example` })),
  ...['sign_in.enter_code', 'sign_in.enter_second_code'].map(intent =>
    form(`POST /login ${intent}`, everyone('400'), ({ owner }) => ({ email: owner.email, code: '000000' })),
  ),
  at('GET /login/passkey', everyone('302')),
  // It shows a form to the browser that has just sent it.
  at('GET /login/held', everyone('302')),
  form('POST /login/held', everyone('200'), () => ({ subject: 'Not sent yet' })),
  form('POST /login/passkey sign_in.start_passkey', everyone('changes'), () => ({})),
  form('POST /login/passkey sign_in.with_passkey', everyone('400'), () => ({ answer: '{}' })),
]

const sessionAddresses: AddressRow[] = [
  at('GET /api/session', ownerOnly('sees', '200')),
  at('POST /api/session', ownerOnly('sees', '200')),
  // Ends the session it is sent with, and no other.
  at('POST /api/sign-out', everyone('changes', { anonymous: '200', ended: '200', disabled: 'changes' })),
  row('POST /unsubscribe', everyone('404'), ({ owner }) => ({ path: `/unsubscribe?token=${owner.id}` })),
  at('GET /unsubscribe', everyone('302')),
]

const fileAddresses: AddressRow[] = [
  row('GET /files/:id', ownerAndAdministrators('sees', '404', noSession), async world => ({
    path: `/files/${await world.newDocument()}`,
  })),
  row('POST /files/zip', ownerAndAdministrators('sees', '404', noSession), async world => ({
    path: '/files/zip',
    body: { ids: await world.newDocument() },
  })),
  at('GET /files/everything', ownerOnly('sees', '200', noSession)),
  row('GET /events', ownerAndAdministrators('sees', '403', noSession), ({ owner }) => ({
    path: `/events?user=${owner.id}`,
  })),
  // Into the owner's documents.
  row('POST /uploads', ownerAndAdministrators('changes', '403', noSession), ({ owner }) => ({
    path: '/uploads',
    headers: {
      'Tus-Resumable': '1.0.0',
      'Upload-Length': '9',
      'Upload-Metadata': `filename ${btoa('note.txt')},userId ${btoa(owner.id)}`,
    },
  })),
  row('HEAD /uploads/:id', ownerOnly('200', '404', noSession), async world => upload(await world.newUpload())),
  row('PATCH /uploads/:id', ownerOnly('204', '404', noSession), async world => ({
    ...upload(await world.newUpload(), { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' }),
    body: 'one',
  })),
  row('DELETE /uploads/:id', ownerOnly('changes', '404', noSession), async world => upload(await world.newUpload())),
]

function upload(id: string, headers: Record<string, string> = {}): Sent {
  return { path: `/uploads/${id}`, headers: { 'Tus-Resumable': '1.0.0', ...headers } }
}

/** Finds entries about the owner without naming them in full, which the page would show. */
const aboutOwner = new URLSearchParams({ person: mark.slice(1) })

const portalPages: AddressRow[] = [
  // Administrators see what is new from investors above their own documents.
  // Who only looks has a page for that.
  at('GET /profile', ownerAndAdministrators('sees', '200', { ...toSignIn, delegate: '302' })),
  at('GET /profile/settings', ownerOnly('sees', '200', toSignIn)),
  row('GET /profile/admin/people', administrators('sees', '403', toSignIn), () => ({
    path: `/profile/admin/people?q=${mark}`,
  })),
  ...['documents', 'delete-requests'].map(page =>
    row(`GET /profile/admin/${page}`, administrators('sees', '403', toSignIn), async world => {
      await world.newDeleteRequest()
      await world.newMessage()
      return { path: `/profile/admin/${page}` }
    }),
  ),
  // Administrators who look at themselves, and the owner here, are led to their own documents.
  row(
    'GET /profile/admin/people/:id',
    administrators('sees', '403', { ...toSignIn, owner: '302' }),
    async ({ newDocument, owner }) => {
      await newDocument()
      return { path: `/profile/admin/people/${owner.id}` }
    },
  ),
  ...['overview', 'messages', 'signing', 'access', 'activity'].map(section =>
    row(
      `GET /profile/admin/people/:id/${section}`,
      administrators('sees', '403', { ...toSignIn, owner: '302' }),
      ({ owner }) => ({ path: `/profile/admin/people/${owner.id}/${section}` }),
    ),
  ),
  // Leads to the overview, of which it has become a part.
  row('GET /profile/admin/people/:id/details', administrators('302', '403', toSignIn), ({ owner }) => ({
    path: `/profile/admin/people/${owner.id}/details`,
  })),
  row('GET /profile/admin/access', administrators('sees', '403', toSignIn), async world => {
    // Someone new, who is on the first page however many there are.
    await world.newAddressReport(false)
    return { path: '/profile/admin/access?sort=since' }
  }),
  at('GET /profile/admin/audit', administrators('sees', '403', toSignIn), `/profile/admin/audit?${aboutOwner}`),
  at(
    'GET /profile/admin/audit/export',
    administrators('sees', '403', toSignIn),
    `/profile/admin/audit/export?${aboutOwner}`,
  ),
  at('GET /profile/access.csv', administrators('sees', '403', toSignIn)),
  row('GET /profile/people/:id/erasure', administrators('200', '403', noSession), ({ owner }) => ({
    path: `/profile/people/${owner.id}/erasure`,
  })),
  at('GET /profile/admin', everyone('302')),
  at('GET /profile/proof', ownerOnly('sees', '200', toSignIn)),
  row('GET /profile/download/:id', ownerAndAdministrators('302', '404', toSignIn), async world => ({
    path: `/profile/download/${await world.newDocument()}`,
  })),
  row('GET /profile/documents/:id/views', ownerAndAdministrators('200', '404', noSession), async world => ({
    path: `/profile/documents/${await world.newDocument()}/views`,
  })),
  row('GET /profile/counts', ownerAndAdministrators('200', '403', toSignIn), ({ owner }) => ({
    path: `/profile/counts?user=${owner.id}`,
  })),
  at('GET /profile/funds', everyone('200', noSession)),
  at('GET /profile/people', administrators('sees', '403', noSession), `/profile/people?search=${mark}`),
  // Nothing to show at these: they lead to pages that ask who it is.
  ...['documents', 'invitations', 'passkeys', 'settings/account', 'settings/mail'].map(path =>
    at(`GET /profile/${path}`, everyone('302')),
  ),
  row('GET /profile/documents/:id', everyone('302'), ({ newDocument }) =>
    newDocument().then(id => ({ path: `/profile/documents/${id}` })),
  ),
  row('GET /profile/people/:id', everyone('302'), ({ owner }) => ({ path: `/profile/people/${owner.id}` })),
]

const documentForms: AddressRow[] = [
  row('POST /profile/documents/:id/views', ownerAndAdministrators('changes', '404', noSession), async world => ({
    path: `/profile/documents/${await world.newDocument()}/views`,
  })),
  form(
    'POST /profile/documents/:id document.request_delete',
    ownerAndAdministrators('changes', '404', signInFirst),
    async world => ({ at: `/profile/documents/${await world.newDocument()}` }),
  ),
  ...['document.approve_delete', 'document.reject_delete'].map(intent =>
    form(`POST /profile/documents/:id ${intent}`, async world => ({
      at: `/profile/documents/${await world.newDeleteRequest()}`,
    })),
  ),
  form(
    'POST /profile/documents/:id document.withdraw_delete',
    ownerOnly('changes', '404', { administrator: '409', ...signInFirst }),
    async world => ({
      at: `/profile/documents/${await world.newDeleteRequest()}`,
    }),
  ),
  form(
    'POST /profile/documents/:id document.undo_upload',
    ownerOnly('changes', '404', { administrator: '403', ...signInFirst }),
    async world => ({
      at: `/profile/documents/${await world.newDocument()}`,
    }),
  ),
  form(
    'POST /profile/documents/:id document.rename',
    ownerAndAdministrators('changes', '404', signInFirst),
    async world => ({
      at: `/profile/documents/${await world.newDocument()}`,
      filename: `${mark} ${randomUUID()}`,
    }),
  ),
  form('POST /profile/documents/:id document.delete', async world => ({
    at: `/profile/documents/${await world.newDocument()}`,
  })),
  form('POST /profile/documents document.add_link', ({ owner }) => ({
    user: owner.id,
    name: mark,
    url: 'https://sign.example/1',
  })),
  form(
    'POST /profile/documents documents.request_delete',
    ownerAndAdministrators('changes', '404', signInFirst),
    async world => ({ ids: await world.newDocument() }),
  ),
  form(
    'POST /profile/documents documents.move',
    ownerAndAdministrators('changes', '404', signInFirst),
    async world => ({
      ids: await world.newDocument(),
      fund_name: randomUUID(),
    }),
  ),
  form('POST /profile/documents documents.delete', async world => ({
    ids: await world.newDocument(),
  })),
  // About the person who sends it; a redirect says that there is nothing more to change.
  ...['home.skip_details', 'home.hide_steps'].map(intent =>
    form(`POST /profile/settings/account ${intent}`, everyone('changes', signInFirst), async ({ portal }) => {
      await portal.owner.query('update user_profiles set details_asked_at = null, steps_hidden_at = null')
      return {}
    }),
  ),
]

const settingsForms: AddressRow[] = [
  // These act on the person who sends them, so a stranger can change nothing but their own.
  form('POST /profile/settings/account profile.save', everyone('changes', signInFirst), () => ({
    full_name: `${mark} ${randomUUID()}`,
  })),
  form('POST /profile/settings email.start_change', everyone('changes', signInFirst), () => ({})),
  ...(
    [
      'email.verify_current',
      'email.enter_new',
      'email.send_again',
      'email.use_other',
      'email.verify_new',
      'email.cancel_change',
    ] as const
  ).map(intent =>
    // Every request has a session of its own, and no change has begun in it.
    form(
      `POST /profile/settings ${intent}`,
      everyone(intent === 'email.cancel_change' ? '302' : '409', signInFirst),
      () => ({
        code: '000000',
        email: `${randomUUID()}@doors.example`,
      }),
    ),
  ),
  ...['erasure.request', 'erasure.withdraw'].map(intent =>
    form(`POST /profile/settings/account ${intent}`, everyone('changes', signInFirst), async ({ portal }) => {
      const requested = intent === 'erasure.request' ? null : new Date()
      await portal.owner.query('update user_profiles set erase_requested_at = $1', [requested])
      return {}
    }),
  ),
  form('POST /profile/settings/account session.end', ownerOnly('changes', '404', signInFirst), async world => ({
    session: await world.newSession(),
  })),
  form(
    'POST /profile/settings/account holder.statement_rhythm',
    ownerOnly('changes', '404', signInFirst),
    async world => ({
      holder: await newHeldBy(world),
      rhythm: 'monthly',
    }),
  ),
  form('POST /profile/settings/account passkey.rename', ownerOnly('changes', '404', signInFirst), async world => ({
    passkey: await world.newPasskey(),
    name: 'Another name',
  })),
  form('POST /profile/settings/account passkey.remove', ownerOnly('changes', '404', signInFirst), async world => ({
    passkey: await world.newPasskey(),
  })),
  form('POST /profile/settings/account passkey.make_codes', everyone('changes', signInFirst), () => ({})),
  form(
    'POST /profile/settings/account passkey.request_recovery',
    everyone('404', { ...signInFirst, owner: 'changes' }),
    async world => {
      await world.portal.owner.query('delete from auth.passkey_recoveries')
      await world.newPasskey()
      return {}
    },
  ),
  form(
    'POST /profile/settings/account passkey.cancel_recovery',
    ownerOnly('changes', '404', signInFirst),
    async world => {
      await world.newPasskeyRecovery()
      return {}
    },
  ),
  form('POST /profile/settings/account session.end_others', everyone('changes', signInFirst), () => ({})),
  form('POST /profile/settings/mail mail_preferences.save', everyone('changes', signInFirst), () => ({
    document_added: mailChoices++ % 2 ? 'on' : 'off',
  })),
]
let mailChoices = 0

const withPasskey = async (world: World) => {
  await world.newPasskey()
  return { code: '000000' }
}

/** At the address for scripts, and on the page for browsers without. */
const passkeyForms: AddressRow[] = ['/profile/passkeys', '/profile/proof'].flatMap(path => [
  // The owner has a passkey, so they get something to sign.
  form(`POST ${path} proof.show_ways`, ownerOnly('changes', '200', noSession), withPasskey),
  form(`POST ${path} proof.by_passkey`, everyone('403', noSession), () => ({ answer: '{}' })),
  form(`POST ${path} proof.by_recovery_code`, everyone('400', signInFirst), () => ({ recovery: 'no such code' })),
  form(`POST ${path} proof.send_code`, everyone('changes', { ...noSession, owner: '403' }), withPasskey),
  form(`POST ${path} proof.by_code`, everyone('400', { ...signInFirst, owner: '403' }), withPasskey),
  form(`POST ${path} passkey.count`, everyone('200', noSession), () => ({})),
  form(`POST ${path} passkey.start_adding`, everyone('changes', noSession), () => ({})),
  form(`POST ${path} passkey.add`, everyone('403', noSession), () => ({ answer: '{}' })),
])

const administratorForms: AddressRow[] = [
  form('POST /profile/admin/access access.record_review', () => ({})),
  form('POST /profile/people/:id passkey.permit', async world => ({
    at: `/profile/people/${(await world.newPerson({ isAdmin: true })).id}`,
  })),
  form('POST /profile/people/:id person.remark', ({ owner }) => ({
    at: `/profile/people/${owner.id}`,
    body: mark,
  })),
  form('POST /profile/people/:id person.accept', async world => ({
    at: `/profile/people/${(await world.newPerson({ guest: true })).id}`,
  })),
  // A delegate is no guest: only this makes one an investor.
  form('POST /profile/people/:id person.accept_delegate', async world => ({
    at: `/profile/people/${await newOnlyDelegate(world)}`,
    reason: 'a test',
  })),
  form('POST /profile/people/:id person.end_grant', async world => ({
    at: `/profile/people/${world.people.delegate.id}`,
    grant: (await newGrant(world)).grant,
  })),
  form('POST /profile/admin/people person.accept_several', async world => ({
    ids: (await world.newPerson({ guest: true })).id,
  })),
  form('POST /profile/people/:id person.disable', async world => ({
    at: `/profile/people/${(await world.newPerson()).id}`,
    reason: 'a test',
  })),
  form('POST /profile/people/:id person.enable', async world => ({
    at: `/profile/people/${(await world.newDisabledPerson()).id}`,
  })),
  form('POST /profile/people/:id person.end_sessions', async world => {
    const person = await world.newPerson()
    await world.portal.sessionOf(person)
    return { at: `/profile/people/${person.id}` }
  }),
  form('POST /profile/people/:id person.end_session', async world => {
    const person = await world.newPerson()
    await world.portal.sessionOf(person)
    const { rows } = await world.portal.owner.query('select id from auth.sessions where user_id = $1', [person.id])
    return { at: `/profile/people/${person.id}`, session: rows[0].id }
  }),
  form('POST /profile/people/:id person.erase', async world => {
    const { id, email } = await world.newDisabledPerson()
    return { at: `/profile/people/${id}`, confirmation: email }
  }),
  form('POST /profile/people/:id person.edit', ({ owner }) => ({
    at: `/profile/people/${owner.id}`,
    full_name: `${mark} ${randomUUID()}`,
  })),
  form('POST /profile/people/:id right.administrator', async world => ({
    at: `/profile/people/${(await world.newPerson()).id}`,
  })),
  form(
    'POST /profile/people/:id right.remove_administrator',
    administrators('302', '403', signInFirst),
    async world => ({
      at: `/profile/people/${(await world.newPerson()).id}`,
    }),
  ),
  form('POST /profile/invitations person.invite', () => ({
    email: `${randomUUID()}@doors.example`,
  })),
  form('POST /profile/invitations person.invite_again', async world => ({
    user: await world.newInvitation(),
  })),
]

/** Every address of the site with every method it answers. */
const rows: AddressRow[] = [
  ...publicAddresses,
  ...sessionAddresses,
  ...fileAddresses,
  ...portalPages,
  ...requestPages,
  ...conversationPages,
  ...officeAddresses,
  ...delegateAddresses,
  ...deliveryAddresses,
  ...letterAddresses,
  ...sealingAddresses,
  ...wireAddresses,
  ...sanctionsAddresses,
  ...bulkAddresses,
  ...accreditationAddresses,
  ...coveredAddresses,
  ...subscriptionAddresses,
  ...taxAddresses,
  ...consentAddresses,
  ...envelopeAddresses,
  ...holdingAddresses,
  ...registerAddresses,
  ...registerOfficeAddresses,
  ...inboxPages,
  ...documentForms,
  ...settingsForms,
  ...passkeyForms,
  ...administratorForms,
  ...requestForms,
  ...conversationForms,
  ...inboxForms,
]

/** The same, with what commands' descriptions say. */
export const addressDoors: AddressDoor[] = withDescribed(rows, pageDoors())
