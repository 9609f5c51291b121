import { expect } from 'vitest'
import type { Client } from '../../../server/access/client.ts'
import { accountant } from '../../../tests/helpers/delegates.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { withFreshProof } from '../../../tests/helpers/notes.ts'
import { testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { inviteDelegate } from '../../delegates/server/invite-delegate.ts'
import { revokeGrant } from '../../delegates/server/revoke-grant.ts'
import { inviteUser } from '../../people/server/invitations.ts'
import { openSession } from '../server/open-session.ts'
import { sendCode } from '../server/sign-in.ts'

const test = testOnPortal({ OPEN_SIGN_UP: '0' })

let clients = 0
const newClient = (): Client => ({ ip: `10.78.0.${++clients}`, userAgent: 'test', cookie: '' })

test('with sign-up closed a stranger gets the same answer and an e-mail without a code', async ({ portal, domain }) => {
  const email = `stranger@${domain}`
  expect(await sendCode(newClient(), email)).toMatchObject({ email })
  const mail = await portal.mailbox.to(email)
  expect(mail.subject).toContain('No Larkstone portal')
  expect(mail.text).not.toMatch(/\b\d{6}\b/)
})

test('not even the right code makes a stranger a person', async ({ portal, domain }) => {
  const email = `stranger@${domain}`
  await expect(openSession(newClient(), email, 'code')).rejects.toMatchObject({ code: 'SIGN_UP_CLOSED' })
  expect((await portal.owner.query('select from auth.users where email = $1', [email])).rowCount).toBe(0)
})

test('invited people, and those who are here already, sign in as ever', async ({ portal, admin, investor, domain }) => {
  await inviteUser(admin, { email: `invited@${domain}` })
  for (const email of [`invited@${domain}`, investor.email]) {
    const cookie = await portal.signIn(email)
    expect(await (await portal.fetch('/api/session', { cookie })).json()).toMatchObject({ profile: { email } })
  }
})

test('so does who is invited to look at a holder’s documents, until that is withdrawn', async ({
  portal,
  admin,
  investor,
  domain,
}) => {
  const { id: holder } = await givenHolder(admin, investor)
  const member = await withFreshProof(portal, investor)
  const [email, other] = [`cpa@${domain}`, `other-cpa@${domain}`]
  await inviteDelegate(member, accountant(holder, email))
  const cookie = await portal.signIn(email)
  expect(await (await portal.fetch('/api/session', { cookie })).json()).toMatchObject({ profile: { email } })
  await revokeGrant(investor, await inviteDelegate(member, accountant(holder, other)))
  await expect(openSession(newClient(), other, 'code')).rejects.toMatchObject({ code: 'SIGN_UP_CLOSED' })
})
