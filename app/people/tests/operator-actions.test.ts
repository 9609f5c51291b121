import { expect } from 'vitest'
import { test } from '../../../tests/helpers/shared-portal.ts'
import {
  grantAdministrator,
  grantApprover,
  listAdministrators,
  revokeAdministrator,
  revokeApprover,
} from '../server/operator-actions.ts'

test('an operator makes someone who has signed in an administrator, and revokes the role again', async ({
  portal,
  investor,
  admin,
}) => {
  const cookie = await portal.sessionOf(investor)
  await grantAdministrator(portal.owner, investor.email, portal.url)
  expect(await (await portal.fetch('/api/session', { cookie })).json()).toMatchObject({ profile: { is_admin: true } })
  expect((await listAdministrators(portal.owner)).map(person => person.email)).toEqual(
    expect.arrayContaining([admin.email, investor.email]),
  )
  expect(await revokeAdministrator(portal.owner, investor.email, portal.url)).toMatchObject({ done: true })
  expect(await (await portal.fetch('/api/session', { cookie })).json()).toMatchObject({ profile: { is_admin: false } })
  const { rows } = await portal.owner.query(
    "select action from audit_log where subject_id = $1 and action like 'administrator.%' order by id",
    [investor.id],
  )
  expect(rows.map(row => row.action)).toEqual(['administrator.granted', 'administrator.revoked'])
})

test('the first administrator can be named before they ever sign in', async ({ portal, domain }) => {
  const email = `boss@${domain}`
  const { sentence } = await grantAdministrator(portal.owner, email, portal.url)
  expect(sentence).toContain(`${email} is now an administrator.`)
  const cookie = await portal.signIn(email)
  expect(await (await portal.fetch('/api/session', { cookie })).json()).toMatchObject({
    profile: { email, is_admin: true },
  })
})

test('granting twice is not an error, and revoking a non-administrator says so', async ({ portal, admin }) => {
  expect(await grantAdministrator(portal.owner, admin.email, portal.url)).toEqual({
    done: true,
    sentence: `${admin.email} is already an administrator.`,
  })
  expect(await revokeAdministrator(portal.owner, 'nobody@example.com', portal.url)).toEqual({
    done: false,
    sentence: 'nobody@example.com is not an administrator.',
  })
})

test('an operator makes an accepted person an approver, and revokes that again; nobody else', async ({
  portal,
  investor,
  domain,
}) => {
  const guest = await portal.newPerson(`guest@${domain}`, { guest: true })
  expect(await grantApprover(portal.owner, guest.email, portal.url)).toMatchObject({ done: false })
  expect(await grantApprover(portal.owner, `nobody@${domain}`, portal.url)).toMatchObject({ done: false })
  expect(await grantApprover(portal.owner, investor.email, portal.url)).toEqual({
    done: true,
    sentence: `${investor.email} is now an approver.`,
  })
  const { rows } = await portal.owner.query('select is_approver, is_admin from user_profiles where id = $1', [
    investor.id,
  ])
  expect(rows).toEqual([{ is_approver: true, is_admin: false }])
  expect(await revokeApprover(portal.owner, investor.email, portal.url)).toMatchObject({ done: true })
  expect(await revokeApprover(portal.owner, investor.email, portal.url)).toMatchObject({ done: false })
})
