import { expect, test } from 'vitest'
import { getAllDocumentsForAdmin } from '../../server/documents/all-documents.ts'
import { setAdministrator } from '../../server/people/administrator-role.ts'
import { inviteUser } from '../../server/people/invitations.ts'
import { revokeAdministrator } from '../../server/people/operator-actions.ts'
import { getAllUsersForAdmin } from '../../server/people/people-list.ts'
import { getPendingWork } from '../../server/today/pending-work.ts'
import { asked } from '../helpers/asked.ts'
import { eventually } from '../helpers/eventually.ts'
import { type TestPortal, testPortal } from '../helpers/portal.ts'

const administrators = async (portal: TestPortal) =>
  (await portal.owner.query('select email from user_profiles where is_admin order by email')).rows.map(
    ({ email }) => email,
  )
const denied = { code: '42501' }

test('an administrator makes another one and takes it away again, and the log says so', async () => {
  await using portal = await testPortal()
  expect(await setAdministrator(portal.admin, portal.investor.id, true)).toBe(true)
  expect(await setAdministrator(portal.admin, portal.investor.id, true)).toBe(false)
  expect(await administrators(portal)).toEqual(['admin@example.com', 'investor@example.com'])
  expect(await setAdministrator(portal.admin, portal.investor.id, false)).toBe(true)
  expect(await administrators(portal)).toEqual(['admin@example.com'])
  const { rows } = await portal.owner.query('select action, actor_email, details from audit_log order by id')
  const details = { email: 'investor@example.com', by: 'admin@example.com' }
  expect(rows).toEqual([
    { action: 'administrator.granted', actor_email: 'admin@example.com', details },
    { action: 'administrator.revoked', actor_email: 'admin@example.com', details },
  ])
})

test('no one can remove the last administrator except the operator on the server', async () => {
  await using portal = await testPortal()
  const { admin } = portal
  await expect(setAdministrator(admin, admin.id, false)).rejects.toMatchObject({ code: 'LAST_ADMINISTRATOR' })
  await expect(asked(portal, admin.id, 'select app.set_administrator($1, false)', [admin.id])).rejects.toMatchObject({
    constraint: 'an_administrator_stays',
  })
  expect(await administrators(portal)).toEqual(['admin@example.com'])
  expect((await portal.owner.query('select from audit_log')).rowCount).toBe(0)
  expect(await revokeAdministrator(portal.owner, 'admin@example.com')).toMatchObject({ done: true })
  expect(await administrators(portal)).toEqual([])
})

test('administrators can give up their own role while there is another administrator', async () => {
  await using portal = await testPortal()
  await setAdministrator(portal.admin, portal.second.id, true)
  expect(await setAdministrator(portal.admin, portal.admin.id, false)).toBe(true)
  expect(await administrators(portal)).toEqual(['second@example.com'])
  // Whoever still thinks of themselves as one is told by the database.
  await expect(setAdministrator(portal.admin, portal.admin.id, true)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('of two administrators who remove each other at the same moment one stays, a hundred times', async () => {
  await using portal = await testPortal()
  const other = await portal.newPerson('boss@example.com', { isAdmin: true })
  for (let i = 0; i < 100; i++) {
    const outcomes = await Promise.allSettled([
      setAdministrator(portal.admin, other.id, false),
      setAdministrator(other, portal.admin.id, false),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = outcomes.find(outcome => outcome.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 'FORBIDDEN' })
    expect(await administrators(portal)).toHaveLength(1)
    await portal.owner.query('update user_profiles set is_admin = true where id = any ($1)', [
      [portal.admin.id, other.id],
    ])
  }
})

test('all who give up their own right at once leave one', async () => {
  await using portal = await testPortal()
  const all = [portal.admin]
  for (let i = 0; i < 5; i++) all.push(await portal.newPerson(`boss${i}@example.com`, { isAdmin: true }))
  const outcomes = await Promise.allSettled(all.map(one => setAdministrator(one, one.id, false)))
  const refused = outcomes.filter(outcome => outcome.status === 'rejected')
  expect(refused.map(({ reason }) => reason.code)).toEqual(['LAST_ADMINISTRATOR'])
  expect(await administrators(portal)).toHaveLength(1)
})

test('who loses the right loses the streams of others’ documents at once, and keeps their own', async () => {
  await using portal = await testPortal()
  await setAdministrator(portal.admin, portal.second.id, true)
  const cookie = await portal.signIn('second@example.com')
  const others = await portal.fetch(`/events?user=${portal.investor.id}`, { cookie })
  const own = await portal.fetch('/events', { cookie })
  const heard: string[] = []
  const reading = (async () => {
    for await (const piece of own.body as unknown as AsyncIterable<Uint8Array>)
      heard.push(new TextDecoder().decode(piece))
  })().catch(() => {})
  const ended = others.text()
  await setAdministrator(portal.admin, portal.second.id, false)
  expect(await ended).toContain('event: profile')
  await eventually('word of the change', () => heard.join('').includes('event: profile'))
  expect((await portal.fetch(`/events?user=${portal.investor.id}`, { cookie })).status).toBe(403)
  await own.body?.cancel().catch(() => {})
  await portal.fetch('/api/sign-out', { method: 'POST', cookie, headers: { origin: portal.url } })
  await reading
})

test('the test sign-in is never made an administrator', async () => {
  await using portal = await testPortal({ TEST_LOGIN_EMAIL: 'investor@example.com', TEST_LOGIN_CODE: '123456' })
  await expect(setAdministrator(portal.admin, portal.investor.id, true)).rejects.toMatchObject({
    code: 'TEST_LOGIN_NOT_ADMIN',
  })
})

test('an investor grants, searches and counts nothing, by the operations or in the database', async () => {
  await using portal = await testPortal()
  const { investor, second } = portal
  const forbidden = { code: 'FORBIDDEN' }
  await expect(setAdministrator(investor, investor.id, true)).rejects.toMatchObject(forbidden)
  await expect(setAdministrator({ ...investor, isAdmin: true }, investor.id, true)).rejects.toMatchObject(forbidden)
  await expect(setAdministrator(portal.admin, 'nobody', true)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(getAllUsersForAdmin(investor)).rejects.toMatchObject(forbidden)
  await expect(getAllDocumentsForAdmin(investor)).rejects.toMatchObject(forbidden)
  await expect(getPendingWork(investor)).rejects.toMatchObject(forbidden)
  for (const statement of [
    `select app.set_administrator('${investor.id}', true)`,
    `select app.set_administrator('${portal.admin.id}', false)`,
    "select app.find_users('{}', 0, 50)",
    "select app.search_documents('{}', '{}', null, null, 'newest', 0, 50)",
    "select app.find_documents('{}', '{}', null, null, 'newest', 0, 50)",
    "select app.contains('x', '{}')",
    "select app.in_order('user_profiles d', 'true', null, 'id', 'id', false, 0, 50)",
    'select app.lock_administrators()',
    `update user_profiles set is_admin = true where id = '${investor.id}'`,
    'set role app_steward',
    'set role app_directory',
  ]) {
    await expect(asked(portal, investor.id, statement), statement).rejects.toMatchObject(denied)
  }
  expect(second.isAdmin).toBe(false)
  expect(await administrators(portal)).toEqual(['admin@example.com'])
})

test('who has just lost the right is refused in words where the site still took them for an administrator', async () => {
  await using portal = await testPortal()
  const { owner, admin } = portal
  await owner.query('update user_profiles set is_admin = false where id = $1', [admin.id])
  for (const deed of [
    () => getAllUsersForAdmin(admin),
    () => getAllDocumentsForAdmin(admin),
    () => inviteUser(admin, portal.url, { email: 'new@example.com' }),
  ]) {
    await expect(deed()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
})
