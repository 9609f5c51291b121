import { expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { actAs, actAsJobs } from '../../../server/database/act-as.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { givenNote } from '../../../tests/helpers/notes.ts'
import { queryAs, transactionAs } from '../../../tests/helpers/query-as.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { requestFreeze } from '../../holders/server/freeze-holder.ts'
import { requestNewMember } from '../../holders/server/member-changes.ts'
import { requestTransfer } from '../../notes/server/transfer.ts'
import { disablePerson } from '../../people/server/account-access.ts'
import { removeAdministrator, removeApprover, requestApprover } from '../../people/server/rights.ts'
import { getPendingWork } from '../../today/server/pending-work.ts'
import { countApprovals, getApprovals } from '../server/approvals-list.ts'
import { voidApprovals } from '../server/ask-for-approval.ts'
import { decideApproval, withdrawApproval } from '../server/decide-approval.ts'

/** @returns the id of a request to make a person a member of a holder, and the holder's id */
async function requested(admin: Actor, investor: Actor, person: Actor) {
  const holder = await givenHolder(admin, investor)
  const id = await requestNewMember(admin, holder.id, { email: person.email, right: 'viewer', paper: 'Letter' })
  return { id, holder: holder.id }
}

const membersOf = async ({ owner }: SharedPortal, holder: string) =>
  (
    await owner.query('select user_id, approval_id from holder_members where holder_id = $1 and ended_at is null', [
      holder,
    ])
  ).rows

test('what one administrator asks for, another one approves, and it happens then', async ({
  portal,
  admin,
  colleague,
  investor,
  second,
}) => {
  const { id, holder } = await requested(admin, investor, second)
  expect(await membersOf(portal, holder)).toHaveLength(1)
  const { waiting } = await getApprovals(colleague)
  const shown = waiting.find(each => each.id === id)
  expect(shown).toMatchObject({ requestedBy: `Ada Ministrator (${admin.email})`, isOwn: false, canDecide: true })
  expect(shown?.lines[0]).toMatch(/^Second Person \(second@.*\) acts for Iris Vestor \(H-\d{4}\), as viewer\.$/)
  await decideApproval(colleague, id, 'approved')
  expect(await membersOf(portal, holder)).toContainEqual({ user_id: second.id, approval_id: id })
  const { decided } = await getApprovals(admin)
  expect(decided.find(each => each.id === id)).toMatchObject({
    decision: 'approved',
    decidedBy: `Cole League (${colleague.email})`,
  })
  const { rows } = await portal.owner.query(
    'select action, actor_id, actor_role from audit_log where subject_id = any ($1) order by id',
    [[id, holder]],
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'holder.created',
    'approval.asked',
    'approval.approved',
    'holder.member_added',
  ])
})

test('an approver approves, is named as one in the log, and sees nothing else', async ({
  portal,
  admin,
  approver,
  investor,
  second,
}) => {
  const { id, holder } = await requested(admin, investor, second)
  expect(await countApprovals(approver)).toBeGreaterThan(0)
  await decideApproval(approver, id, 'approved')
  expect(await membersOf(portal, holder)).toHaveLength(2)
  const { rows } = await portal.owner.query(
    "select distinct actor_role from audit_log where actor_id = $1 and action like any (array['approval%', 'holder%'])",
    [approver.id],
  )
  expect(rows).toEqual([{ actor_role: 'approver' }])
  for (const table of ['holders', 'holder_members', 'documents', 'audit_log', 'delete_decisions', 'invitations'])
    expect((await queryAs(portal, approver.id, `select from ${table}`)).rowCount, table).toBe(0)
  expect((await queryAs(portal, approver.id, 'select from user_profiles')).rowCount).toBe(1)
})

test('nobody approves what they asked for themselves, neither by operation nor in the database', async ({
  portal,
  admin,
  colleague,
  investor,
  second,
}) => {
  expect(colleague.isAdmin).toBe(true)
  const { id } = await requested(admin, investor, second)
  await expect(decideApproval(admin, id, 'approved')).rejects.toMatchObject({ code: 'APPROVE_OWN' })
  await expect(decideApproval(admin, id, 'rejected')).rejects.toMatchObject({ code: 'APPROVE_OWN' })
  const decide = 'update approvals set decision = $2 where id = $1'
  for (const decision of ['approved', 'rejected', 'void'])
    await expect(queryAs(portal, admin.id, decide, [id, decision])).rejects.toMatchObject({ code: '42501' })
  // The database’s owner can't, either.
  const as = `update approvals set decision = 'approved', decided_by = $2 where id = $1`
  await expect(portal.owner.query(as, [id, admin.id])).rejects.toMatchObject({ constraint: 'two_people' })
  await portal.owner.query('begin')
  await portal.owner.query('alter table approvals disable trigger guard')
  const past = `update approvals set decision = 'approved', decided_by = asked_by, decided_at = now() where id = $1`
  await expect(portal.owner.query(past, [id])).rejects.toMatchObject({ constraint: 'two_people' })
  await portal.owner.query('rollback')
})

test('investors, former approvers and people whose access is closed decide nothing', async ({
  portal,
  admin,
  approver,
  investor,
  second,
}) => {
  const { id, holder } = await requested(admin, investor, second)
  const forged = { ...investor, isApprover: true, sessionId: approver.sessionId }
  await expect(decideApproval(investor, id, 'approved')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(decideApproval(forged, id, 'rejected')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(getApprovals(investor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(getApprovals(forged)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect((await queryAs(portal, investor.id, 'select from approvals')).rowCount).toBe(0)
  expect(await removeApprover(admin, approver.id)).toBe(true)
  await expect(decideApproval(approver, id, 'approved')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await portal.owner.query('update user_profiles set is_approver = true, disabled_at = now() where id = $1', [
    approver.id,
  ])
  await expect(decideApproval(approver, id, 'rejected')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await membersOf(portal, holder)).toHaveLength(1)
})

test('an approval needs fresh proof; a rejection says why, and changes nothing', async ({
  portal,
  admin,
  colleague,
  investor,
  second,
}) => {
  const { id, holder } = await requested(admin, investor, second)
  await portal.owner.query("update auth.sessions set created_at = now() - interval '11 minutes' where id = $1", [
    colleague.sessionId,
  ])
  await expect(decideApproval(colleague, id, 'approved')).rejects.toMatchObject({ code: 'PROOF_NEEDED' })
  await decideApproval(colleague, id, 'rejected', ' Ask his wife first. ')
  expect(await membersOf(portal, holder)).toHaveLength(1)
  const { decided } = await getApprovals(admin)
  expect(decided.find(each => each.id === id)).toMatchObject({ decision: 'rejected', reason: 'Ask his wife first.' })
  await expect(decideApproval(colleague, id, 'rejected')).rejects.toMatchObject({ code: 'APPROVAL_GONE' })
})

test('two people who decide at the same moment decide once', async ({
  portal,
  admin,
  colleague,
  approver,
  investor,
  second,
}) => {
  const { id, holder } = await requested(admin, investor, second)
  const results = await Promise.allSettled([
    decideApproval(colleague, id, 'approved'),
    decideApproval(approver, id, 'approved'),
    decideApproval(colleague, id, 'rejected'),
    withdrawApproval(admin, id),
  ])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const codes = results.flatMap(result => (result.status === 'rejected' ? [result.reason.code] : []))
  expect(codes).toEqual(['APPROVAL_GONE', 'APPROVAL_GONE', 'APPROVAL_GONE'])
  const { rows } = await portal.owner.query('select decision from approvals where id = $1', [id])
  expect(await membersOf(portal, holder)).toHaveLength(rows[0].decision === 'approved' ? 2 : 1)
})

test('the same is asked for once; it can be withdrawn by the person who asked, and is void when its subject changes', async ({
  portal,
  admin,
  colleague,
  investor,
  second,
}) => {
  const { id, holder } = await requested(admin, investor, second)
  const again = () => requestNewMember(admin, holder, { email: second.email, right: 'owner', paper: 'Letter' })
  await expect(again()).rejects.toMatchObject({ code: 'APPROVAL_OPEN' })
  await expect(withdrawApproval(colleague, id)).rejects.toMatchObject({ code: 'NOT_YOUR_REQUEST' })
  await withdrawApproval(admin, id)
  await expect(decideApproval(colleague, id, 'approved')).rejects.toMatchObject({ code: 'APPROVAL_GONE' })
  const next = await again()
  // Strangers void nothing; members do, by changing its subject.
  const voided = (actor: Actor) => actAs(actor, tx => voidApprovals(tx, 'holder.members', holder))
  expect(await voided(second)).toBe(0)
  expect(await voided(investor)).toBe(1)
  await expect(decideApproval(colleague, next, 'approved')).rejects.toMatchObject({ code: 'APPROVAL_GONE' })
  await again()
  expect(await actAsJobs(tx => voidApprovals(tx, 'holder.members', holder))).toBe(1)
  expect(await membersOf(portal, holder)).toHaveLength(1)
})

test('what was asked never changes, and nothing is removed, by anybody', async ({
  portal,
  admin,
  investor,
  second,
  colleague,
}) => {
  expect(colleague.isAdmin).toBe(true)
  const { id } = await requested(admin, investor, second)
  for (const change of [`content = '{}'`, `summary = 'x'`, 'asked_by = decided_by', 'subject_id = id'])
    await expect(portal.owner.query(`update approvals set ${change} where id = $1`, [id]), change).rejects.toThrow()
  await expect(portal.owner.query('delete from approvals where id = $1', [id])).rejects.toThrow(/stay/)
  await expect(queryAs(portal, admin.id, 'delete from approvals where id = $1', [id])).rejects.toMatchObject({
    code: '42501',
  })
  await expect(
    queryAs(portal, admin.id, "update approvals set content = '{}' where id = $1", [id]),
  ).rejects.toMatchObject({ code: '42501' })
})

test('what somebody asked for is void once they are no administrator any more, or their access is closed', async ({
  portal,
  admin,
  colleague,
  investor,
  second,
  domain,
}) => {
  const leaving = await portal.newPerson(`leaving@${domain}`, { isAdmin: true })
  const first = await requested(leaving, investor, second)
  await disablePerson(admin, leaving.id, { reason: 'They have left.' })
  await expect(decideApproval(colleague, first.id, 'approved')).rejects.toMatchObject({ code: 'APPROVAL_GONE' })
  const { decided } = await getApprovals(colleague)
  expect(decided.find(({ id }) => id === first.id)).toMatchObject({
    decision: 'void',
    reason: 'The person who asked for this is no longer an administrator.',
  })
  const gone = await portal.newPerson(`gone@${domain}`, { isAdmin: true })
  const next = await requested(gone, investor, second)
  await removeAdministrator(admin, gone.id)
  await expect(decideApproval(colleague, next.id, 'approved')).rejects.toMatchObject({ code: 'APPROVAL_GONE' })
  // An older one, or one of the same moment: it can't be approved, but it can be removed from the list.
  const late = await requested(admin, investor, second)
  await portal.owner.query('alter table user_profiles disable trigger void_requests')
  await portal.owner.query('update user_profiles set is_admin = false where id = $1', [admin.id])
  await portal.owner.query('alter table user_profiles enable trigger void_requests')
  await expect(decideApproval(colleague, late.id, 'approved')).rejects.toMatchObject({ code: 'REQUESTER_LEFT' })
  const approve = "update approvals set decision = 'approved' where id = $1"
  await expect(queryAs(portal, colleague.id, approve, [late.id])).rejects.toMatchObject({ code: '42501' })
  await decideApproval(colleague, late.id, 'rejected')
})

test('nobody decides what concerns a holder that they act for, on either side of a transfer, or what concerns themselves', async ({
  portal,
  people,
  admin,
  colleague,
  approver,
  investor,
  second,
}) => {
  const refused = async (who: Actor, id: string) => {
    for (const decision of ['approved', 'rejected'] as const)
      await expect(decideApproval(who, id, decision)).rejects.toMatchObject({ code: 'APPROVE_CONCERNED' })
    const decide = 'update approvals set decision = $2 where id = $1'
    for (const decision of ['approved', 'rejected'])
      await expect(queryAs(portal, who.id, decide, [id, decision])).rejects.toMatchObject({ code: '42501' })
    const { waiting } = await getApprovals(who)
    expect(waiting.find(each => each.id === id)).toMatchObject({ canDecide: false, refusal: 'APPROVE_CONCERNED' })
  }
  // Administrators can't make themselves members of a holder, either.
  const holder = await givenHolder(admin, investor)
  const joining = await requestNewMember(admin, holder.id, { email: approver.email, right: 'viewer', paper: 'Letter' })
  await refused(approver, joining)
  await decideApproval(colleague, joining, 'approved')
  await refused(approver, await requestFreeze(admin, holder.id, { reason: 'dispute' }))
  const note = await givenNote(portal, people, '2026-06-15')
  const to = await givenHolder(admin, approver, { legalName: 'Approver Trust' })
  const transfer = { holder: to.id, reason: 'death', day: '2026-07-20', paper: 'Letter' }
  const moving = await requestTransfer(admin, note.id, transfer)
  await refused(approver, moving)
  expect((await getApprovals(colleague)).waiting.find(({ id }) => id === moving)).toMatchObject({ canDecide: true })
  // If everyone else is its member, no approver is left.
  const own = await givenHolder(admin, second)
  const others = await portal.owner.query(
    'select id from user_profiles where (is_admin or is_approver) and disabled_at is null and id <> $1',
    [admin.id],
  )
  await portal.owner.query(
    "insert into holder_members (holder_id, user_id, member_right) select $1, unnest($2::uuid[]), 'viewer'",
    [own.id, others.rows.map(({ id }) => id)],
  )
  await expect(requestFreeze(admin, own.id, { reason: 'dispute' })).rejects.toMatchObject({
    code: 'NOBODY_TO_APPROVE',
  })
})

test('the badge counts what its reader may decide, and nothing that is theirs, concerns them or takes an administrator', async ({
  portal,
  admin,
  colleague,
  approver,
  investor,
  second,
  domain,
}) => {
  const insider = await portal.newPerson(`insider@${domain}`, { isAdmin: true })
  const fresh = await portal.newPerson(`fresh@${domain}`, { isAdmin: true })
  await portal.owner.query("update user_profiles set decides_from = now() + interval '1 day' where id = $1", [fresh.id])
  const readers = [admin, colleague, approver, insider, fresh]
  const counted = async () =>
    Promise.all(
      readers.map(async reader => {
        const listed = (await getApprovals(reader)).waiting.filter(({ canDecide }) => canDecide).length
        const badge = await countApprovals(reader)
        expect(badge).toBe(listed)
        if (reader.isAdmin) expect((await getPendingWork(reader)).approvals).toBe(badge)
        return badge
      }),
    )
  const before = await counted()
  const grew = async () => (await counted()).map((badge, n) => badge - (before[n] ?? 0))
  await requested(admin, investor, second)
  expect(await grew()).toEqual([0, 1, 1, 1, 0])
  const holder = await givenHolder(admin, insider)
  await requestFreeze(admin, holder.id, { reason: 'dispute' })
  expect(await grew()).toEqual([0, 2, 2, 1, 0])
  await portal.owner.query(
    `insert into approvals (kind, subject_id, holder_id, content, summary, asked_by)
      values ('note.sign', gen_random_uuid(), $1, '{"soldOn": "2026-01-02", "verifiedOn": "2026-01-03", "cents": "1"}', 'x', $2)`,
    [holder.id, colleague.id],
  )
  expect(await grew()).toEqual([1, 2, 2, 1, 0])
})

test('with nobody else who could approve, asking is refused, and says whom to appoint', async ({
  portal,
  admin,
  investor,
  second,
  domain,
}) => {
  const holder = await givenHolder(admin, investor)
  const others = await portal.owner.query(
    'update user_profiles set disabled_at = now() where (is_admin or is_approver) and id <> $1 and disabled_at is null returning id',
    [admin.id],
  )
  const ask = () => requestNewMember(admin, holder.id, { email: second.email, right: 'viewer', paper: 'Letter' })
  try {
    await expect(ask()).rejects.toMatchObject({ code: 'NOBODY_TO_APPROVE', message: expect.stringMatching(/approver/) })
    await portal.newPerson(`only@${domain}`, { isApprover: true })
    await ask()
  } finally {
    const ids = others.rows.map(({ id }) => id)
    await portal.owner.query('update user_profiles set disabled_at = null where id = any ($1)', [ids])
  }
})

test('what takes two people, one can’t do in the database either', async ({ portal, admin, investor, second }) => {
  const holder = await givenHolder(admin, investor)
  const add = `insert into holder_members (holder_id, user_id, member_right, added_by) values ($1, $2, 'owner', $3)`
  await expect(queryAs(portal, admin.id, add, [holder.id, second.id, admin.id])).rejects.toMatchObject({
    code: '42501',
  })
  const end = 'update holder_members set ended_at = now() where holder_id = $1'
  expect((await queryAs(portal, admin.id, end, [holder.id])).rowCount).toBe(0)
  // The rights of an approval last as long as its transaction.
  const { id } = await requested(admin, investor, second)
  const colleague = await portal.newPerson(`late-${id}@example.com`, { isApprover: true })
  await decideApproval(colleague, id, 'approved')
  const applying = 'select app.is_applying() as applying, app.acts_for_office() as office'
  expect((await queryAs(portal, colleague.id, applying)).rows).toEqual([{ applying: false, office: false }])
})

test('a person whose access was closed since does not become a member, by the operation nor by the database', async ({
  portal,
  admin,
  colleague,
  investor,
  domain,
}) => {
  const leaver = await portal.newPerson(`leaver@${domain}`)
  const { id, holder } = await requested(admin, investor, leaver)
  await disablePerson(admin, leaver.id, { reason: 'Left' })
  await expect(decideApproval(colleague, id, 'approved')).rejects.toMatchObject({
    code: 'MEMBER_CLOSED',
    message: expect.stringContaining('has been closed'),
  })
  const byHand = transactionAs(portal, 'app_user', colleague.id, async client => {
    await client.query("update approvals set decision = 'approved' where id = $1", [id])
    const add = `insert into holder_members (holder_id, user_id, member_right, added_by, approval_id)
      values ($1, $2, 'owner', $3, $4)`
    await client.query(add, [holder, leaver.id, colleague.id, id])
  })
  await expect(byHand).rejects.toMatchObject({ constraint: 'member_has_access' })
  expect(await membersOf(portal, holder)).toHaveLength(1)
  await decideApproval(colleague, id, 'rejected')
})

test('only an accepted person whose access is open becomes an approver; nobody makes themselves one', async ({
  portal,
  admin,
  approver,
  investor,
  domain,
}) => {
  const guest = await portal.newPerson(`guest@${domain}`, { guest: true })
  await expect(requestApprover(admin, guest.id)).rejects.toMatchObject({ code: 'APPROVER_INACTIVE' })
  await expect(requestApprover(investor, investor.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const own = 'update user_profiles set is_approver = true where id = $1'
  await expect(queryAs(portal, investor.id, own, [investor.id])).rejects.toMatchObject({ code: '42501' })
  await expect(queryAs(portal, admin.id, own, [admin.id])).rejects.toMatchObject({ code: '42501' })
  const call = 'select app.set_approver($1, true)'
  await expect(queryAs(portal, investor.id, call, [investor.id])).rejects.toMatchObject({ code: '42501' })
  await expect(queryAs(portal, admin.id, call, [investor.id])).rejects.toMatchObject({ code: '42501' })
  expect(await requestApprover(admin, approver.id)).toBe(false)
  expect(await requestApprover(admin, investor.id)).toBe(true)
  await expect(requestApprover(admin, investor.id)).rejects.toMatchObject({ code: 'APPROVAL_OPEN' })
  const nobody = await transactionAs(portal, 'app_user', '', client => client.query('select app.is_approver() as may'))
  expect(nobody.rows).toEqual([{ may: false }])
})
