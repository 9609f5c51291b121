import { expect } from 'vitest'
import { invitationsPerAddress, invitationsPerAdministrator } from '../../../rules/limits.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { allSent, test as onPortal } from '../../../tests/helpers/shared-portal.ts'
import { inviteUser, resendInvitation } from '../server/invitations.ts'
import { getAllUsersForAdmin } from '../server/people-list.ts'

const test = onPortal.extend('elena', ({ domain }) => ({
  email: ` Elena@${domain.toUpperCase()} `,
  full_name: ' Dr. Elena  Marsh ',
  organization: '',
}))

test('an invited person gets a welcome without a code, and their first sign-in finds the profile', async ({
  portal,
  admin,
  domain,
  elena,
}) => {
  const userId = await inviteUser(admin, elena)
  const mail = await portal.mailbox.to(`elena@${domain}`)
  expect(mail.subject).toBe('Your Larkstone investor portal is ready')
  expect(mail.text).toContain('Welcome, Dr. Elena Marsh.')
  expect(mail.text).toContain(`${portal.url}/login`)
  expect(mail.text).not.toMatch(/\d{6}/)
  const listed = await getAllUsersForAdmin(admin, { search: `elena@${domain}` })
  expect(listed.users).toMatchObject([{ id: userId, email: `elena@${domain}`, isAdmin: false }])
  expect(listed.users[0]?.invitedAt).toBeInstanceOf(Date)

  const cookie = await portal.signIn(`elena@${domain}`)
  expect(await (await portal.fetch('/api/session', { cookie })).json()).toMatchObject({
    profile: { id: userId, full_name: 'Dr. Elena Marsh', organization: null, is_admin: false },
  })
  expect((await getAllUsersForAdmin(admin, { search: `elena@${domain}` })).users).toMatchObject([{ invitedAt: null }])
  const { rows } = await portal.owner.query(
    "select actor_email, subject_id from audit_log where action = 'user.invited' and actor_id = $1",
    [admin.id],
  )
  expect(rows).toEqual([{ actor_email: admin.email, subject_id: userId }])
})

test('inviting an address in use is refused, and nothing is sent', async ({ portal, investor, admin }) => {
  await expect(inviteUser(admin, { email: investor.email.toUpperCase() })).rejects.toMatchObject({
    code: 'ALREADY_INVITED',
  })
  const { rows } = await portal.owner.query(
    "select from audit_log where action = 'user.invited' and actor_id = $1 union all select from invitations where user_id = $2",
    [admin.id, investor.id],
  )
  expect(rows).toEqual([])
})

test('two administrators who invite the same person at once create one person, who gets one welcome', async ({
  portal,
  admin,
  domain,
}) => {
  const other = await portal.newPerson(`boss@${domain}`, { isAdmin: true })
  const answers = await Promise.allSettled(
    Array.from({ length: 6 }, (_, i) => inviteUser(i % 2 ? other : admin, { email: `new@${domain}` })),
  )
  const [invited, ...others] = answers.toSorted((a, b) => a.status.localeCompare(b.status))
  expect(others).toMatchObject(Array(5).fill({ reason: { code: 'ALREADY_INVITED' } }))
  await portal.mailbox.to(`new@${domain}`)
  const { rows } = await portal.owner.query("select from audit_log where action = 'user.invited' and subject_id = $1", [
    invited?.status === 'fulfilled' && invited.value,
  ])
  expect(rows).toHaveLength(1)
  await allSent(portal)
  expect(portal.mailbox.count(`new@${domain}`)).toBe(1)
})

test('a welcome can be sent again until the person has signed in', async ({ portal, second, admin, domain, elena }) => {
  const userId = await inviteUser(admin, elena)
  await portal.mailbox.to(`elena@${domain}`)
  await resendInvitation(admin, userId)
  expect((await portal.mailbox.to(`elena@${domain}`, 1)).text).toContain('/login')
  await portal.signIn(`elena@${domain}`)
  await expect(resendInvitation(admin, userId)).rejects.toMatchObject({ code: 'NOT_INVITED' })
  await expect(resendInvitation(admin, second.id)).rejects.toMatchObject({ code: 'NOT_INVITED' })
})

test.for<[fields: Parameters<typeof inviteUser>[1], code: string]>([
  [{ email: '' }, 'EMAIL_REQUIRED'],
  [{ email: 'elena@example' }, 'EMAIL_INVALID'],
  [{ email: 'a@example.com,b@example.com' }, 'EMAIL_INVALID'],
  [{ email: 'elena@example.com\r\nBcc: x@example.com' }, 'EMAIL_INVALID'],
  [{ email: 'elena@example.com', full_name: 'x'.repeat(201) }, 'NAME_LONG'],
  [{ email: 'elena@example.com', organization: 'x'.repeat(201) }, 'ORGANIZATION_LONG'],
])('an invitation with %o is rejected with a message and creates nobody', async ([fields, code], { admin }) => {
  const { total } = await getAllUsersForAdmin(admin)
  await expect(inviteUser(admin, fields)).rejects.toMatchObject({ code })
  expect((await getAllUsersForAdmin(admin)).total).toBe(total)
})

test('welcomes are rate-limited per address and per administrator', async ({ portal, admin, domain, elena }) => {
  const userId = await inviteUser(admin, elena)
  const codes: string[] = []
  for (let i = 0; i < invitationsPerAddress; i++) {
    await resendInvitation(admin, userId).catch(error => codes.push(error.code))
  }
  expect(codes).toEqual(['TOO_MANY_INVITATIONS'])
  await portal.owner.query('delete from auth.limits')
  for (let i = 0; i <= invitationsPerAdministrator; i++) {
    await inviteUser(admin, { email: `one-${i}@${domain}` }).catch(error => codes.push(error.code))
  }
  expect(codes).toEqual(['TOO_MANY_INVITATIONS', 'TOO_MANY_INVITATIONS'])
  expect((await getAllUsersForAdmin(admin, { search: `one- @${domain}` })).total).toBe(invitationsPerAdministrator)
})

test('an investor cannot invite anyone, through the operation or in the database', async ({
  portal,
  investor,
  admin,
  domain,
  elena,
}) => {
  const userId = await inviteUser(admin, elena)
  await expect(inviteUser(investor, { email: `x@${domain}` })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await expect(resendInvitation(investor, userId)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const me = investor.id
  const denied = { code: '42501' }
  await expect(queryAs(portal, me, "select app.invite_user('x@example.com', null, null)")).rejects.toMatchObject(denied)
  await expect(queryAs(portal, me, 'select app.invite_again($1)', [userId])).rejects.toMatchObject(denied)
  await expect(queryAs(portal, me, 'insert into invitations (user_id) values ($1)', [me])).rejects.toMatchObject(denied)
  await expect(queryAs(portal, me, 'update invitations set times = 9')).rejects.toMatchObject(denied)
  await expect(queryAs(portal, me, 'delete from invitations')).rejects.toMatchObject(denied)
  expect((await queryAs(portal, me, 'select from invitations')).rowCount).toBe(0)
})
