import { expect, test } from 'vitest'
import { invitationsPerAddress, invitationsPerAdministrator } from '../../rules/limits.ts'
import { inviteAgain, inviteUser } from '../../server/people/invitations.ts'
import { getAllUsersForAdmin } from '../../server/people/people-list.ts'
import { asked } from '../helpers/asked.ts'
import { testPortal } from '../helpers/portal.ts'

const origin = 'https://larkstone.example'
const elena = { email: ' Elena@Example.com ', full_name: ' Dr. Elena  Marsh ', organization: '' }

test('an invited person gets a welcome without a code, and their first sign-in finds the profile', async () => {
  await using portal = await testPortal()
  const { userId, known } = await inviteUser(portal.admin, origin, elena)
  expect(known).toBe(false)
  const mail = await portal.mailbox.to('elena@example.com')
  expect(mail.subject).toBe('Your Larkstone investor portal is ready')
  expect(mail.text).toContain('Welcome, Dr. Elena Marsh.')
  expect(mail.text).toContain(`${origin}/login`)
  expect(mail.text).not.toMatch(/\d{6}/)
  const listed = await getAllUsersForAdmin(portal.admin, { search: 'elena' })
  expect(listed.users).toMatchObject([{ id: userId, email: 'elena@example.com', is_admin: false }])
  expect(listed.users[0]?.invited_at).toBeInstanceOf(Date)

  const cookie = await portal.signIn('elena@example.com')
  expect(await (await portal.fetch('/api/session', { cookie })).json()).toMatchObject({
    profile: { id: userId, full_name: 'Dr. Elena Marsh', organization: null, is_admin: false },
  })
  expect((await getAllUsersForAdmin(portal.admin, { search: 'elena' })).users).toMatchObject([{ invited_at: null }])
  const { rows } = await portal.owner.query(
    "select actor_email, subject_id from audit_log where action = 'user.invited'",
  )
  expect(rows).toEqual([{ actor_email: 'admin@example.com', subject_id: userId }])
})

test('an address that somebody has is answered with who it is, and nothing is sent', async () => {
  await using portal = await testPortal()
  expect(await inviteUser(portal.admin, origin, { email: 'INVESTOR@example.com' })).toEqual({
    userId: portal.investor.id,
    known: true,
  })
  const { rows } = await portal.owner.query("select count(*)::int from audit_log where action = 'user.invited'")
  expect(rows[0].count).toBe(0)
  expect((await portal.owner.query('select from invitations')).rowCount).toBe(0)
})

test('two administrators who invite the same person at once make one, who gets one welcome', async () => {
  await using portal = await testPortal()
  const other = await portal.newPerson('boss@example.com', { isAdmin: true })
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, i) => inviteUser(i % 2 ? other : portal.admin, origin, { email: 'new@example.com' })),
  )
  expect(new Set(answers.map(({ userId }) => userId)).size).toBe(1)
  expect(answers.filter(({ known }) => !known)).toHaveLength(1)
  await portal.mailbox.to('new@example.com')
  const { rows } = await portal.owner.query("select count(*)::int from audit_log where action = 'user.invited'")
  expect(rows[0].count).toBe(1)
})

test('a welcome may be sent again until the person has signed in', async () => {
  await using portal = await testPortal()
  const { userId } = await inviteUser(portal.admin, origin, elena)
  await portal.mailbox.to('elena@example.com')
  await inviteAgain(portal.admin, origin, userId)
  expect((await portal.mailbox.to('elena@example.com', 1)).text).toContain('/login')
  await portal.signIn('elena@example.com')
  await expect(inviteAgain(portal.admin, origin, userId)).rejects.toMatchObject({ code: 'NOT_INVITED' })
  await expect(inviteAgain(portal.admin, origin, portal.second.id)).rejects.toMatchObject({ code: 'NOT_INVITED' })
})

test.each([
  [{ email: '' }, 'EMAIL_REQUIRED'],
  [{ email: 'elena@example' }, 'EMAIL_INVALID'],
  [{ email: 'a@example.com,b@example.com' }, 'EMAIL_INVALID'],
  [{ email: 'elena@example.com\r\nBcc: x@example.com' }, 'EMAIL_INVALID'],
  [{ email: 'elena@example.com', full_name: 'x'.repeat(201) }, 'NAME_LONG'],
  [{ email: 'elena@example.com', organization: 'x'.repeat(201) }, 'ORGANIZATION_LONG'],
])('an invitation with %o is refused in words, and makes nobody', async (fields, code) => {
  await using portal = await testPortal()
  await expect(inviteUser(portal.admin, origin, fields)).rejects.toMatchObject({ code })
  expect((await getAllUsersForAdmin(portal.admin)).total).toBe(3)
})

test('a flood of welcomes is held back, to one address and by one administrator', async () => {
  await using portal = await testPortal()
  const { userId } = await inviteUser(portal.admin, origin, elena)
  const codes: string[] = []
  for (let i = 0; i < invitationsPerAddress; i++) {
    await inviteAgain(portal.admin, origin, userId).catch(error => codes.push(error.code))
  }
  expect(codes).toEqual(['TOO_MANY_INVITATIONS'])
  await portal.owner.query('delete from auth.limits')
  for (let i = 0; i <= invitationsPerAdministrator; i++) {
    await inviteUser(portal.admin, origin, { email: `one-${i}@example.com` }).catch(error => codes.push(error.code))
  }
  expect(codes).toEqual(['TOO_MANY_INVITATIONS', 'TOO_MANY_INVITATIONS'])
  expect((await getAllUsersForAdmin(portal.admin, { search: 'one-' })).total).toBe(invitationsPerAdministrator)
})

test('no investor invites anybody, by the operation or in the database', async () => {
  await using portal = await testPortal()
  const { userId } = await inviteUser(portal.admin, origin, elena)
  await expect(inviteUser(portal.investor, origin, { email: 'x@example.com' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await expect(inviteAgain(portal.investor, origin, userId)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const me = portal.investor.id
  const denied = { code: '42501' }
  await expect(asked(portal, me, "select app.invite_user('x@example.com', null, null)")).rejects.toMatchObject(denied)
  await expect(asked(portal, me, 'select app.invite_again($1)', [userId])).rejects.toMatchObject(denied)
  await expect(asked(portal, me, 'insert into invitations (user_id) values ($1)', [me])).rejects.toMatchObject(denied)
  await expect(asked(portal, me, 'update invitations set times = 9')).rejects.toMatchObject(denied)
  await expect(asked(portal, me, 'delete from invitations')).rejects.toMatchObject(denied)
  expect((await asked(portal, me, 'select from invitations')).rowCount).toBe(0)
})
