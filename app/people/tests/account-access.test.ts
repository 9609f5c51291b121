import { expect } from 'vitest'
import { fund } from '../../../content/fund.ts'
import type { Client } from '../../../server/access/client.ts'
import { deliverMail } from '../../../server/mail/mailer.ts'
import { seal } from '../../../server/platform/seal.ts'
import { users } from '../../../server/sample/people.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { allNotified, endNotificationDelay } from '../../../tests/helpers/notifications.ts'
import { cookieHeader } from '../../../tests/helpers/passkeys.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { madeAdministrator } from '../../../tests/helpers/rights.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getUserDocuments } from '../../documents/server/documents.ts'
import { loadActor } from '../../identity/server/load-profile.ts'
import { sendCode, verifyCode, verifySecondCode } from '../../identity/server/sign-in.ts'
import { getPendingWork } from '../../today/server/pending-work.ts'
import { acceptPerson, disablePerson, enablePerson, endSessionsOf } from '../server/account-access.ts'
import { inviteUser } from '../server/invitations.ts'
import { getAllUsersForAdmin, getUserForAdmin } from '../server/people-list.ts'
import { removeAdministrator, requestAdministrator, requestApprover } from '../server/rights.ts'

const denied = { code: '42501' }
let clients = 0
const newClient = (): Client => ({ ip: `10.77.0.${++clients}`, userAgent: 'test', cookie: '' })

const onlyAdministrators = (portal: SharedPortal, ...ids: string[]) =>
  portal.owner.query('update user_profiles set is_admin = false where id <> all ($1)', [ids])

const actionsOn = async (portal: SharedPortal, id: string) =>
  (
    await portal.owner.query(
      "select action from audit_log where subject_id = $1 and action <> 'session.started' order by id",
      [id],
    )
  ).rows.map(({ action }) => action)

test('anyone who signs up is a guest until an administrator accepts them, and administrators are told', async ({
  portal,
  admin,
  domain,
}) => {
  await onlyAdministrators(portal, admin.id)
  const { people } = await getPendingWork(admin)
  // The first request after the sign-in creates the profile.
  await portal.fetch('/api/session', { cookie: await portal.signIn(`new@${domain}`) })
  const { users } = await getAllUsersForAdmin(admin, { state: 'guests', search: domain })
  expect(users).toMatchObject([{ email: `new@${domain}`, acceptedAt: null }])
  expect((await getPendingWork(admin)).people).toBe(people + 1)
  // In the list of all they come first, however many joined since.
  const { users: all } = await getAllUsersForAdmin(admin, { search: domain, guestsFirst: true })
  expect(all[0]?.email).toBe(`new@${domain}`)
  const id = users[0]?.id ?? ''
  const { rows } = await portal.owner.query('select user_id, kind from notices where person_id = $1', [id])
  expect(rows).toEqual([{ user_id: admin.id, kind: 'person-joined' }])

  expect(await acceptPerson(admin, id)).toBe(true)
  expect(await acceptPerson(admin, id)).toBe(false)
  expect((await getUserForAdmin(admin, id)).acceptedAt).toBeInstanceOf(Date)
  expect((await getPendingWork(admin)).people).toBe(people)
  expect(await actionsOn(portal, id)).toContain('person.accepted')
})

test('administrators get one e-mail about everyone who joined and still waits', async ({ portal, admin, domain }) => {
  await onlyAdministrators(portal, admin.id)
  const guests = await Promise.all([1, 2, 3].map(n => portal.newPerson(`guest${n}@${domain}`, { guest: true })))
  await acceptPerson(admin, guests[0]?.id ?? '')
  await endNotificationDelay(portal)
  await allNotified(portal)
  const [mail, ...more] = portal.mailbox.allTo(admin.email)
  expect(more).toEqual([])
  expect(mail?.text).toContain('2 new people have joined.')
  expect(mail?.text).toContain(`${portal.url}/profile/admin/people`)
  expect(mail?.text).not.toContain(domain)
  expect(mail?.headers.find(({ key }) => key === 'list-unsubscribe')).toBeDefined()
})

test('an invitation accepts beforehand, and so does the role of an administrator', async ({
  portal,
  admin,
  colleague,
  domain,
}) => {
  const userId = await inviteUser(admin, { email: `invited@${domain}` })
  expect(await getUserForAdmin(admin, userId)).toMatchObject({ acceptedAt: expect.any(Date) })
  const guest = await portal.newPerson(`guest@${domain}`, { guest: true })
  await madeAdministrator(admin, colleague, guest)
  expect(await getUserForAdmin(admin, guest.id)).toMatchObject({ acceptedAt: expect.any(Date) })
})

test('a guest can’t accept themselves or change any state, also not past the operations', async ({
  portal,
  investor,
  domain,
}) => {
  const guest = await portal.newPerson(`guest@${domain}`, { guest: true })
  await expect(acceptPerson(guest, guest.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  for (const statement of [
    'select app.accept_person($1)',
    "select app.disable_person($1, 'because')",
    'select app.enable_person($1)',
    'select app.end_sessions($1)',
    "select app.erase_person($1, 'nobody')",
    'select app.addresses_of($1)',
    'update user_profiles set accepted_at = now() where id = $1',
    'update user_profiles set disabled_at = null where id = $1',
  ]) {
    await expect(queryAs(portal, guest.id, statement, [guest.id]), statement).rejects.toMatchObject(denied)
  }
  await expect(queryAs(portal, guest.id, 'select app.storage_use($1)', [investor.id])).rejects.toMatchObject(denied)
  await users.insert(portal.owner, { id: '00000000-0000-4000-8000-000000000001', email: `self@${domain}` })
  const insert = "insert into user_profiles (id, email, accepted_at) values ($1, 'self@example.com', now())"
  await expect(
    queryAs(portal, '00000000-0000-4000-8000-000000000001', insert, ['00000000-0000-4000-8000-000000000001']),
  ).rejects.toMatchObject(denied)
})

test('closing someone’s access ends sessions and streams, and the database shows them nothing', async ({
  portal,
  investor,
  admin,
}) => {
  const cookie = await portal.sessionOf(investor)
  await givenDocument(portal, investor)
  const stream = await portal.fetch('/events', { cookie })
  const ended = stream.text()
  expect(await getUserDocuments(investor, investor.id)).toHaveLength(1)

  expect(await disablePerson(admin, investor.id, { reason: 'Left the fund' })).toBe(true)
  expect(await disablePerson(admin, investor.id, { reason: 'Again' })).toBe(false)
  expect(await ended).toContain('catch-up')
  expect(await (await portal.fetch('/api/session', { cookie })).json()).toMatchObject({ profile: null })
  expect((await portal.fetch('/uploads', { method: 'POST', cookie })).status).toBe(401)
  expect((await portal.fetch('/files/everything', { cookie })).status).toBe(401)
  // A stale actor, in a request that is still running.
  expect(await getUserDocuments(investor, investor.id)).toEqual([])
  const tables = ['user_profiles', 'documents', 'document_views', 'uploads', 'audit_log', 'app.readable_audit']
  for (const table of [...tables, 'messages', 'access_reviews']) {
    expect((await queryAs(portal, investor.id, `select from ${table}`)).rowCount, table).toBe(0)
  }
  await expect(
    queryAs(portal, investor.id, 'insert into mail_preferences (user_id) values ($1)', [investor.id]),
  ).rejects.toMatchObject(denied)
  // No session can be created, not even past the sign-in.
  await expect(portal.sessionOf(investor)).rejects.toMatchObject(denied)
  expect(await actionsOn(portal, investor.id)).toEqual(['person.disabled'])

  expect(await enablePerson(admin, investor.id)).toBe(true)
  expect(await getUserDocuments(investor, investor.id)).toHaveLength(1)
  await portal.sessionOf(investor)
})

test('a session that outlived the closing is none', async ({ portal, investor, admin }) => {
  await disablePerson(admin, investor.id, { reason: 'Test' })
  await portal.owner.query('alter table auth.sessions disable trigger closed')
  try {
    const cookie = await portal.sessionOf(investor)
    expect((await portal.fetch('/files/everything', { cookie })).status).toBe(401)
  } finally {
    await portal.owner.query('alter table auth.sessions enable trigger closed')
  }
})

test('only the right codes tell that access is closed', async ({ portal, investor, admin }) => {
  await disablePerson(admin, investor.id, { reason: 'Test' })
  const unknown = newClient()
  const { cookies } = await sendCode(unknown, investor.email)
  const client = { ...unknown, cookie: cookieHeader(cookies) }
  const [code = '', second = ''] = await portal.mailbox.codes(investor.email)
  const wrong = code === '000000' ? '111111' : '000000'
  await expect(verifyCode(client, investor.email, wrong)).rejects.toMatchObject({ code: 'INVALID_CODE' })
  await expect(verifyCode(client, investor.email, code)).rejects.toMatchObject({ code: 'SECOND_CODE' })
  const refused = verifySecondCode(client, investor.email, second)
  await expect(refused).rejects.toMatchObject({
    code: 'ACCESS_CLOSED',
    message: `Your access is closed. Call ${fund.phone}.`,
  })
  const { rows } = await portal.owner.query(
    "select action, details from audit_log where subject_id = $1 and outcome = 'refused'",
    [investor.id],
  )
  expect(rows).toMatchObject([{ action: 'sign_in.refused', details: { reason: 'ACCESS_CLOSED' } }])
})

test('mail about documents no longer reaches someone whose access is closed', async ({ portal, investor, admin }) => {
  await disablePerson(admin, investor.id, { reason: 'Test' })
  const sealed = seal('mail', { to: '', person: investor.id, subject: 'News', text: 'News', html: '' })
  await deliverMail({ sealed })
  expect(portal.mailbox.allTo(investor.email)).toEqual([])
})

test('nobody closes their own access or the last administrator’s, also when two do it at once', async ({
  portal,
  admin,
  domain,
}) => {
  const other = await portal.newPerson(`other@${domain}`, { isAdmin: true })
  await onlyAdministrators(portal, admin.id, other.id)
  await expect(disablePerson(admin, admin.id, { reason: 'Test' })).rejects.toMatchObject({ code: 'NOT_ONESELF' })
  const outcomes = await Promise.allSettled([
    disablePerson(admin, other.id, { reason: 'Test', alone: 'A test' }),
    disablePerson(other, admin.id, { reason: 'Test', alone: 'A test' }),
  ])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const [winner, loser] = outcomes[0]?.status === 'fulfilled' ? [admin, other] : [other, admin]
  // A disabled administrator's role has no effect, and doesn't count.
  await expect(removeAdministrator(winner, winner.id)).rejects.toMatchObject({ code: 'LAST_ADMINISTRATOR' })
  await expect(getAllUsersForAdmin(loser)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect((await queryAs(portal, loser.id, 'select app.is_admin() as admin')).rows).toEqual([{ admin: false }])
  await enablePerson(winner, loser.id)
  expect(await loadActor(loser.id)).toMatchObject({ isAdmin: false })
})

test('nobody becomes one of two people by opening a closed access: rights to decide don’t come back', async ({
  portal,
  admin,
  colleague,
  investor,
  domain,
}) => {
  // A person who has left, with a mailbox that the administrator reads now.
  const left = await portal.newPerson(`left@${domain}`, { isAdmin: true })
  await portal.owner.query('update user_profiles set is_approver = true where id = $1', [left.id])
  await requestAdministrator(admin, investor.id)
  await disablePerson(admin, left.id, { reason: 'They have left.' })
  await disablePerson(admin, investor.id, { reason: 'To be sure.' })
  const { waiting } = await getApprovals(colleague)
  const requested = waiting.find(({ summary }) => summary.includes(investor.email))?.id ?? ''
  for (const refused of [
    () => requestApprover(admin, investor.id),
    () => decideApproval(colleague, requested, 'approved'),
  ]) {
    await expect(refused()).rejects.toMatchObject({ code: 'APPROVER_INACTIVE' })
  }
  expect(await enablePerson(admin, left.id)).toBe(true)
  expect(await loadActor(left.id)).toMatchObject({ isAdmin: false, isApprover: false })
  expect(await actionsOn(portal, left.id)).toEqual([
    'person.disabled',
    'person.enabled',
    'administrator.revoked',
    'approver.revoked',
  ])
  // A right restored by two people counts as a new one.
  await requestApprover(admin, left.id)
  const again = (await getApprovals(colleague)).waiting.find(({ summary }) => summary.includes(left.email))?.id ?? ''
  await decideApproval(colleague, again, 'approved')
  const { rows } = await portal.owner.query('select decides_from > now() as waits from user_profiles where id = $1', [
    left.id,
  ])
  expect(rows).toEqual([{ waits: true }])
})

test('a reason is needed, and only administrators do any of this', async ({ investor, second, admin }) => {
  await expect(disablePerson(admin, investor.id, { reason: ' ' })).rejects.toMatchObject({ code: 'REASON_REQUIRED' })
  await expect(disablePerson(admin, investor.id, { reason: 'x'.repeat(501) })).rejects.toMatchObject({
    code: 'REASON_LONG',
  })
  for (const refused of [
    () => disablePerson(second, investor.id, { reason: 'Test' }),
    () => enablePerson(second, investor.id),
    () => endSessionsOf(second, investor.id),
    () => getUserForAdmin(second, investor.id),
  ]) {
    await expect((async () => refused())()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
})

test('an administrator signs someone out everywhere', async ({ portal, investor, admin }) => {
  const [one, two] = [await portal.sessionOf(investor), await portal.sessionOf(investor)]
  expect(await endSessionsOf(admin, investor.id)).toBe(2)
  for (const cookie of [one, two]) expect((await portal.fetch('/files/everything', { cookie })).status).toBe(401)
  expect(await actionsOn(portal, investor.id)).toEqual(['session.all_ended'])
})

test('guests, administrators and people without access are each a list', async ({
  portal,
  admin,
  investor,
  domain,
}) => {
  const guest = await portal.newPerson(`guest@${domain}`, { guest: true })
  await disablePerson(admin, investor.id, { reason: 'Test' })
  const emails = async (state: 'guests' | 'administrators' | 'disabled') =>
    (await getAllUsersForAdmin(admin, { state, search: domain })).users.map(({ email }) => email)
  expect(await emails('guests')).toEqual([guest.email])
  expect(await emails('administrators')).toEqual([admin.email])
  expect(await emails('disabled')).toEqual([investor.email])
})
