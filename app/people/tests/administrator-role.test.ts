import { expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { withRefusalsRecorded } from '../../../server/access/refusals.ts'
import { atBrowser } from '../../../tests/helpers/email-change.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { withFreshProof } from '../../../tests/helpers/notes.ts'
import { inSession } from '../../../tests/helpers/passkeys.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { exportAuditLog } from '../../audit/server/log-file.ts'
import { getAuditLog } from '../../audit/server/read-log.ts'
import { verifyChain } from '../../audit/server/verify-chain.ts'
import { getAllDocumentsForAdmin } from '../../documents/server/all-documents.ts'
import { getDeleteRequests } from '../../documents/server/deletion.ts'
import { getFundNames } from '../../documents/server/fund-names.ts'
import { requestFreeze } from '../../holders/server/freeze-holder.ts'
import { getLead } from '../../leads/server/manage-leads.ts'
import { answerVisitor } from '../../messages/server/answer-visitor.ts'
import { getPendingWork } from '../../today/server/pending-work.ts'
import { getAccessReview } from '../server/access-review.ts'
import { acceptPerson, disablePerson } from '../server/account-access.ts'
import { erasePerson } from '../server/erasure.ts'
import { inviteUser, resendInvitation } from '../server/invitations.ts'
import { grantAdministrator, revokeAdministrator } from '../server/operator-actions.ts'
import { permitNewPasskey } from '../server/passkey-permit.ts'
import { getAllUsersForAdmin } from '../server/people-list.ts'
import { removeAdministrator, requestAdministrator, requestApprover } from '../server/rights.ts'

const administrators = async (portal: SharedPortal) =>
  (await portal.owner.query('select email from user_profiles where is_admin order by email')).rows.map(
    ({ email }) => email,
  )
const denied = { code: '42501' }

/** Revokes the role of all others, including other tests’ administrators. */
const onlyAdministrators = (portal: SharedPortal, ...people: Actor[]) =>
  portal.owner.query('update user_profiles set is_admin = false where id <> all ($1)', [people.map(({ id }) => id)])

test('two people give the role and one revokes it; all who decide hear of it, and the log has both', async ({
  portal,
  investor,
  admin,
  colleague,
}) => {
  await onlyAdministrators(portal, admin, colleague)
  expect(await requestAdministrator(admin, investor.id)).toBe(true)
  expect(await administrators(portal)).toEqual([admin.email, colleague.email].sort())
  await expect(requestAdministrator(admin, investor.id)).rejects.toMatchObject({ code: 'APPROVAL_OPEN' })
  const { waiting } = await getApprovals(colleague)
  const requested = waiting.find(({ summary }) => summary.includes(investor.email))
  expect(requested).toMatchObject({
    summary: `Make Iris Vestor (${investor.email}) an administrator`,
    requestedBy: `Ada Ministrator (${admin.email})`,
  })
  const before = portal.mailbox.count(admin.email)
  await decideApproval(colleague, requested?.id ?? '', 'approved')
  expect(await administrators(portal)).toContain(investor.email)
  await eventually('the other decider is told', async () => portal.mailbox.count(admin.email) > before)
  expect(await requestAdministrator(admin, investor.id)).toBe(false)
  expect(await removeAdministrator(admin, investor.id)).toBe(true)
  const { rows } = await portal.owner.query(
    'select action, actor_email, details from audit_log where subject_id = $1 order by id',
    [investor.id],
  )
  expect(rows).toEqual([
    {
      action: 'administrator.granted',
      actor_email: colleague.email,
      details: { email: investor.email, by: colleague.email, approval_id: requested?.id },
    },
    {
      action: 'administrator.revoked',
      actor_email: admin.email,
      details: { email: investor.email, by: admin.email },
    },
  ])
})

test('nobody makes a second person of their own: not an administrator, nor an approver, and what a new one approves counts after three days', async ({
  portal,
  investor,
  second,
  admin,
  colleague,
}) => {
  for (const [make, act] of [
    [requestAdministrator, 'set_administrator'],
    [requestApprover, 'set_approver'],
  ] as const) {
    await make(admin, investor.id)
    const call = `select app.${act}($1, true)`
    await expect(queryAs(portal, admin.id, call, [investor.id])).rejects.toMatchObject(denied)
  }
  const requested = async (what: string) =>
    (await getApprovals(colleague)).waiting.find(({ summary }) => summary.includes(`${investor.email}) ${what}`))?.id ??
    ''
  await expect(decideApproval(admin, await requested('an approver'), 'approved')).rejects.toMatchObject({
    code: 'APPROVE_OWN',
  })
  await decideApproval(colleague, await requested('an approver'), 'approved')
  // They can't grant themselves rights, either.
  const approver = await withFreshProof(portal, { ...investor, isApprover: true })
  const more = await requested('an administrator')
  await expect(decideApproval(approver, more, 'approved')).rejects.toMatchObject({ code: 'APPROVE_CONCERNED' })
  await decideApproval(colleague, more, 'approved')
  const { id: holder } = await givenHolder(admin, second)
  const freeze = await requestFreeze(admin, holder, { reason: 'dispute' })
  await expect(decideApproval(approver, freeze, 'approved')).rejects.toMatchObject({ code: 'DECIDER_WAITS' })
  await expect(
    queryAs(portal, admin.id, 'update user_profiles set decides_from = null where id = $1', [investor.id]),
  ).rejects.toMatchObject(denied)
  const { rows } = await portal.owner.query(
    "select decides_from between now() + interval '2 days 23 hours' and now() + interval '3 days' as waits from user_profiles where id = $1",
    [investor.id],
  )
  expect(rows).toEqual([{ waits: true }])
  await portal.owner.query("update user_profiles set decides_from = now() - interval '1 second' where id = $1", [
    investor.id,
  ])
  await decideApproval(await withFreshProof(portal, approver), freeze, 'approved')
})

test('an administrator with a second mailbox and a colleague’s name stays one person, and erasing that account hides nothing', async ({
  portal,
  admin,
  colleague,
  second,
  domain,
}) => {
  const from = { ip: '10.6.6.6', userAgent: 'the administrator’s browser' }
  const actor = { ...admin, from }
  const other = await portal.newPerson(`admin+2@${domain}`, { guest: true, fullName: colleague.fullName ?? '' })
  await acceptPerson(actor, other.id)
  expect(await requestApprover(actor, other.id)).toBe(true)
  const { waiting } = await getApprovals(colleague)
  const right = waiting.find(({ summary }) => summary.includes(other.email))
  expect(right?.summary).toBe(`Make Cole League (${other.email}) an approver`)
  const { id: holder } = await givenHolder(admin, second)
  const freeze = await requestFreeze(actor, holder, { reason: 'dispute' })
  for (const id of [right?.id ?? '', freeze]) {
    await expect(decideApproval(actor, id, 'approved')).rejects.toMatchObject({ code: 'APPROVE_OWN' })
    await expect(decideApproval(other, id, 'approved')).rejects.toMatchObject({ code: 'FORBIDDEN' })
    // Even if the site believed in the right.
    const decide = "update approvals set decision = 'approved' where id = $1"
    expect((await queryAs(portal, other.id, decide, [id])).rowCount).toBe(0)
  }
  await disablePerson(actor, other.id, { reason: 'Not needed.' })
  await erasePerson(actor, other.id, { openNote: false, confirmation: other.email })
  const { rows } = await portal.owner.query(
    `select action, actor_email, ip, details ->> 'kind' as kind from audit_log
    where subject_id in ($1, $2) and actor_id = $3 order by id`,
    [other.id, right?.id, admin.id],
  )
  const by = { actor_email: admin.email, ip: from.ip, kind: null }
  expect(rows).toEqual([
    { ...by, action: 'person.accepted' },
    { ...by, action: 'approval.asked', kind: 'right.approver' },
    { ...by, action: 'person.disabled' },
    // Entries of the database itself have no browser.
    { action: 'audit.redacted', actor_email: null, ip: null, kind: null },
    { ...by, action: 'person.erased' },
  ])
  expect((await verifyChain(portal.owner)).findings).toEqual([])
  // No new administrator can be made after that.
  await expect(decideApproval(colleague, right?.id ?? '', 'approved')).rejects.toMatchObject({
    code: 'APPROVAL_GONE',
  })
})

test('no one can remove the last administrator except the operator on the server', async ({ portal, admin }) => {
  await onlyAdministrators(portal, admin)
  await expect(removeAdministrator(admin, admin.id)).rejects.toMatchObject({ code: 'LAST_ADMINISTRATOR' })
  await expect(queryAs(portal, admin.id, 'select app.set_administrator($1, false)', [admin.id])).rejects.toMatchObject({
    constraint: 'an_administrator_stays',
  })
  expect(await administrators(portal)).toEqual([admin.email])
  const changes = "select from audit_log where subject_id = $1 and action like 'administrator.%'"
  expect((await portal.owner.query(changes, [admin.id])).rowCount).toBe(0)
  expect(await revokeAdministrator(portal.owner, admin.email, portal.url)).toMatchObject({ done: true })
  expect(await administrators(portal)).toEqual([])
})

test('administrators can give up their own role while there is another administrator', async ({
  portal,
  second,
  admin,
}) => {
  await onlyAdministrators(portal, admin)
  await grantAdministrator(portal.owner, second.email, portal.url)
  expect(await removeAdministrator(admin, admin.id, { alone: 'I leave the fund.' })).toBe(true)
  expect(await administrators(portal)).toEqual([second.email])
  // The database refuses a person with a stale administrator role.
  await expect(requestAdministrator(admin, admin.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
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
      removeAdministrator(admin, other.id, { alone: 'A test' }),
      removeAdministrator(other, admin.id, { alone: 'A test' }),
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
  const outcomes = await Promise.allSettled(all.map(one => removeAdministrator(one, one.id, { alone: 'A test' })))
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
  await grantAdministrator(portal.owner, second.email, portal.url)
  const cookie = await portal.sessionOf(second)
  const others = await portal.fetch(`/events?user=${investor.id}`, { cookie })
  const own = await portal.fetch('/events', { cookie })
  const received: string[] = []
  const reading = (async () => {
    for await (const piece of own.body as unknown as AsyncIterable<Uint8Array>)
      received.push(new TextDecoder().decode(piece))
  })().catch(() => {})
  const ended = others.text()
  await removeAdministrator(admin, second.id)
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
  const requested: [string, () => Promise<unknown>][] = [
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
    ['an invitation', () => resendInvitation(actor, second.id)],
  ]
  for (const lost of ['is_admin = false', "is_admin = true, disabled_at = now(), disabled_reason = 'Left'"]) {
    await portal.owner.query(`update user_profiles set ${lost} where id = $1`, [admin.id])
    for (const [what, ask] of requested) await expect(ask(), what).rejects.toMatchObject({ code: 'FORBIDDEN' })
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
  await expect(requestAdministrator(investor, investor.id)).rejects.toMatchObject(forbidden)
  const { sessionId } = await atBrowser(portal, investor)
  await expect(requestAdministrator({ ...investor, isAdmin: true, sessionId }, investor.id)).rejects.toMatchObject(
    forbidden,
  )
  await expect(requestAdministrator(admin, 'nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' })
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
    () => inviteUser(admin, { email: `new@${domain}` }),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
})
