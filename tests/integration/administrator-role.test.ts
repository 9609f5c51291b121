import { expect } from 'vitest'
import type { Actor } from '../../server/access/actor.ts'
import { withRefusalsRecorded } from '../../server/access/refusals.ts'
import { exportAuditLog } from '../../server/audit/log-file.ts'
import { getAuditLog } from '../../server/audit/read-log.ts'
import { getAllDocumentsForAdmin } from '../../server/documents/all-documents.ts'
import { getDeleteRequests } from '../../server/documents/deletion.ts'
import { getFundNames } from '../../server/documents/fund-names.ts'
import { permitNewPasskey } from '../../server/identity/passkeys/passkey-permit.ts'
import { getLead } from '../../server/leads/manage-leads.ts'
import { answerVisitor } from '../../server/messages/answer-visitor.ts'
import { getAccessReview } from '../../server/people/access-review.ts'
import { inviteUser, resendInvitation } from '../../server/people/invitations.ts'
import { revokeAdministrator } from '../../server/people/operator-actions.ts'
import { getAllUsersForAdmin } from '../../server/people/people-list.ts'
import { setAdministrator } from '../../server/people/rights.ts'
import { getPendingWork } from '../../server/today/pending-work.ts'
import { atBrowser } from '../helpers/email-change.ts'
import { eventually } from '../helpers/eventually.ts'
import { inSession } from '../helpers/passkeys.ts'
import { queryAs } from '../helpers/query-as.ts'
import { type SharedPortal, test } from '../helpers/shared-portal.ts'

const administrators = async (portal: SharedPortal) =>
  (await portal.owner.query('select email from user_profiles where is_admin order by email')).rows.map(
    ({ email }) => email,
  )
const denied = { code: '42501' }

/** Revokes the role of all others, including other tests’ administrators. */
const onlyAdministrators = (portal: SharedPortal, ...people: Actor[]) =>
  portal.owner.query('update user_profiles set is_admin = false where id <> all ($1)', [people.map(({ id }) => id)])

test('an administrator grants the role and revokes it, and both are logged', async ({ portal, investor, admin }) => {
  await onlyAdministrators(portal, admin)
  expect(await setAdministrator(admin, investor.id, true)).toBe(true)
  expect(await setAdministrator(admin, investor.id, true)).toBe(false)
  expect(await administrators(portal)).toEqual([admin.email, investor.email])
  expect(await setAdministrator(admin, investor.id, false)).toBe(true)
  expect(await administrators(portal)).toEqual([admin.email])
  const { rows } = await portal.owner.query(
    'select action, actor_email, details from audit_log where subject_id = $1 order by id',
    [investor.id],
  )
  const details = { email: investor.email, by: admin.email }
  expect(rows).toEqual([
    { action: 'administrator.granted', actor_email: admin.email, details },
    { action: 'administrator.revoked', actor_email: admin.email, details },
  ])
})

test('no one can remove the last administrator except the operator on the server', async ({ portal, admin }) => {
  await onlyAdministrators(portal, admin)
  await expect(setAdministrator(admin, admin.id, false)).rejects.toMatchObject({ code: 'LAST_ADMINISTRATOR' })
  await expect(queryAs(portal, admin.id, 'select app.set_administrator($1, false)', [admin.id])).rejects.toMatchObject({
    constraint: 'an_administrator_stays',
  })
  expect(await administrators(portal)).toEqual([admin.email])
  const changes = "select from audit_log where subject_id = $1 and action like 'administrator.%'"
  expect((await portal.owner.query(changes, [admin.id])).rowCount).toBe(0)
  expect(await revokeAdministrator(portal.owner, admin.email)).toMatchObject({ done: true })
  expect(await administrators(portal)).toEqual([])
})

test('administrators can give up their own role while there is another administrator', async ({
  portal,
  second,
  admin,
}) => {
  await onlyAdministrators(portal, admin)
  await setAdministrator(admin, second.id, true)
  expect(await setAdministrator(admin, admin.id, false)).toBe(true)
  expect(await administrators(portal)).toEqual([second.email])
  // The database refuses someone who still believes they are an administrator.
  await expect(setAdministrator(admin, admin.id, true)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('when two administrators revoke each other’s role at the same moment, one remains, a hundred times', async ({
  portal,
  admin,
  domain,
}) => {
  await onlyAdministrators(portal, admin)
  const other = await portal.newPerson(`boss@${domain}`, { isAdmin: true })
  for (let i = 0; i < 100; i++) {
    const outcomes = await Promise.allSettled([
      setAdministrator(admin, other.id, false),
      setAdministrator(other, admin.id, false),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = outcomes.find(outcome => outcome.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 'FORBIDDEN' })
    expect(await administrators(portal)).toHaveLength(1)
    await portal.owner.query('update user_profiles set is_admin = true where id = any ($1)', [[admin.id, other.id]])
  }
})

test('if all administrators give up their role at once, one remains', async ({ portal, admin, domain }) => {
  await onlyAdministrators(portal, admin)
  const all = [admin]
  for (let i = 0; i < 5; i++) all.push(await portal.newPerson(`boss${i}@${domain}`, { isAdmin: true }))
  const outcomes = await Promise.allSettled(all.map(one => setAdministrator(one, one.id, false)))
  const refused = outcomes.filter(outcome => outcome.status === 'rejected')
  expect(refused.map(({ reason }) => reason.code)).toEqual(['LAST_ADMINISTRATOR'])
  expect(await administrators(portal)).toHaveLength(1)
})

test('a person who loses the role immediately loses the streams of others’ documents, and keeps their own', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  await setAdministrator(admin, second.id, true)
  const cookie = await portal.sessionOf(second)
  const others = await portal.fetch(`/events?user=${investor.id}`, { cookie })
  const own = await portal.fetch('/events', { cookie })
  const received: string[] = []
  const reading = (async () => {
    for await (const piece of own.body as unknown as AsyncIterable<Uint8Array>)
      received.push(new TextDecoder().decode(piece))
  })().catch(() => {})
  const ended = others.text()
  await setAdministrator(admin, second.id, false)
  expect(await ended).toContain('event: profile')
  await eventually('the profile event', () => received.join('').includes('event: profile'))
  expect((await portal.fetch(`/events?user=${investor.id}`, { cookie })).status).toBe(403)
  await own.body?.cancel().catch(() => {})
  await portal.fetch('/api/sign-out', { method: 'POST', cookie, headers: { origin: portal.url } })
  await reading
})

test('a person who just lost the role or their access is refused, rather than shown empty lists', async ({
  portal,
  second,
  admin,
}) => {
  const { actor } = await inSession(portal, admin)
  const recorded = withRefusalsRecorded(
    { exportAuditLog },
    { actor, client: { ip: '192.0.2.8', userAgent: '', cookie: '' } },
  )
  const asked: [string, () => Promise<unknown>][] = [
    ['people', () => getAllUsersForAdmin(actor)],
    ['documents', () => getAllDocumentsForAdmin(actor)],
    ['funds', () => getFundNames(actor)],
    ['requests to delete', () => getDeleteRequests(actor)],
    ['a visitor’s message', () => getLead(actor, second.id)],
    ['an answer to a visitor', () => answerVisitor(actor, second.id, { body: 'Hello' })],
    ['pending work', () => getPendingWork(actor)],
    ['the log', () => getAuditLog(actor, {})],
    ['the log as a file', () => recorded.exportAuditLog(actor, {}, 'csv')],
    ['access', () => getAccessReview(actor)],
    ['a permit', () => permitNewPasskey(actor, second.id)],
    ['an invitation', () => resendInvitation(actor, portal.url, second.id)],
  ]
  for (const lost of ['is_admin = false', "is_admin = true, disabled_at = now(), disabled_reason = 'Left'"]) {
    await portal.owner.query(`update user_profiles set ${lost} where id = $1`, [admin.id])
    for (const [what, ask] of asked) await expect(ask(), what).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
  const { rows } = await portal.owner.query(
    "select action, details from audit_log where actor_id = $1 and action ~ 'exported|refused'",
    [admin.id],
  )
  const refused = { action: 'access.refused', details: { code: 'FORBIDDEN', asked: 'exportAuditLog' } }
  expect(rows).toEqual([refused, refused])
})

test('an investor cannot grant the role, search or count, through the operations or in the database', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  await onlyAdministrators(portal, admin)
  const forbidden = { code: 'FORBIDDEN' }
  await expect(setAdministrator(investor, investor.id, true)).rejects.toMatchObject(forbidden)
  const { sessionId } = await atBrowser(portal, investor)
  await expect(setAdministrator({ ...investor, isAdmin: true, sessionId }, investor.id, true)).rejects.toMatchObject(
    forbidden,
  )
  await expect(setAdministrator(admin, 'nobody', true)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(getAllUsersForAdmin(investor)).rejects.toMatchObject(forbidden)
  await expect(getAllDocumentsForAdmin(investor)).rejects.toMatchObject(forbidden)
  await expect(getPendingWork(investor)).rejects.toMatchObject(forbidden)
  for (const statement of [
    `select app.set_administrator('${investor.id}', true)`,
    `select app.set_administrator('${admin.id}', false)`,
    "select app.find_users('{}', 0, 50)",
    "select app.page_documents('{}', '{}', null, null, 'newest', null, false, 0, 50)",
    "select app.contains('x', '{}')",
    "select app.in_order('user_profiles d', 'true', null, 'id', 'id', false, 0, 50)",
    'select app.lock_administrators()',
    `update user_profiles set is_admin = true where id = '${investor.id}'`,
    'set role app_steward',
    'set role app_directory',
  ]) {
    await expect(queryAs(portal, investor.id, statement), statement).rejects.toMatchObject(denied)
  }
  expect(second.isAdmin).toBe(false)
  expect(await administrators(portal)).toEqual([admin.email])
})

test('a person who has just lost the role gets a clear refusal while the site still considers them an administrator', async ({
  portal,
  admin,
  domain,
}) => {
  const { owner } = portal
  await owner.query('update user_profiles set is_admin = false where id = $1', [admin.id])
  for (const attempt of [
    () => getAllUsersForAdmin(admin),
    () => getAllDocumentsForAdmin(admin),
    () => inviteUser(admin, portal.url, { email: `new@${domain}` }),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
})
