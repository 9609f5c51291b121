import { expect } from 'vitest'
import { fund } from '../../../content/fund.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { allSent, type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { getSystemState } from '../../system/server/system-state.ts'
import { todayGroups } from '../../today/office/today-lines.ts'
import { getToday } from '../../today/server/today.ts'
import { disablePerson } from '../server/account-access.ts'
import { revokeApprover } from '../server/operator-actions.ts'
import { removeAdministrator, removeApprover } from '../server/rights.ts'

/** Leaves an administrator, and the named people, as the only approvers. */
async function onlyApprovers({ owner }: SharedPortal, ...people: Actor[]): Promise<void> {
  await owner.query('update user_profiles set is_admin = is_admin and id = any ($1), is_approver = false', [
    people.map(({ id }) => id),
  ])
}

const approversOf = async ({ owner }: SharedPortal) =>
  (
    await owner.query(
      'select id from user_profiles where (is_admin or is_approver) and disabled_at is null order by id',
    )
  ).rows.map(({ id }) => id)

const loggedOf = async ({ owner }: SharedPortal, id: string) =>
  (
    await owner.query(
      "select action, details ->> 'alone' as alone from audit_log where subject_id = $1 and (action like '%.revoked' or action = 'person.disabled') order by id",
      [id],
    )
  ).rows

test('the last other person who decides is removed only with a reason, which the log keeps and everyone is told', async ({
  portal,
  admin,
  colleague,
}) => {
  await onlyApprovers(portal, admin, colleague)
  const doors: [name: string, act: (why?: string) => Promise<boolean>][] = [
    ['administrator.revoked', why => removeAdministrator(admin, colleague.id, { alone: why })],
    // The administrator who leaves: someone else is left alone.
    ['administrator.revoked', why => removeAdministrator(colleague, colleague.id, { alone: why })],
    ['person.disabled', why => disablePerson(admin, colleague.id, { reason: 'They left.', alone: why })],
  ]
  for (const [action, act] of doors) {
    await portal.owner.query(
      'update user_profiles set is_admin = true, disabled_at = null, disabled_by = null, disabled_reason = null where id = $1',
      [colleague.id],
    )
    await expect(act()).rejects.toMatchObject({ code: 'LAST_DECIDER' })
    await expect(act('   ')).rejects.toMatchObject({ code: 'LAST_DECIDER' })
    await expect(act('x'.repeat(501))).rejects.toMatchObject({ code: 'REASON_LONG' })
    expect(await approversOf(portal)).toEqual([admin.id, colleague.id].toSorted())
    const before = portal.mailbox.count(fund.emails.office)
    expect(await act('We are being wound up.')).toBe(true)
    expect(await approversOf(portal)).toEqual([admin.id])
    expect((await loggedOf(portal, colleague.id)).at(-1)).toEqual({ action, alone: 'We are being wound up.' })
    await allSent(portal)
    for (const mail of [portal.mailbox.allTo(fund.emails.office)[before], portal.mailbox.allTo(admin.email).at(-1)]) {
      expect(mail?.subject).toContain('Nothing can be approved')
      expect(mail?.text).toContain('We are being wound up.')
      expect(mail?.text).toContain('npm run admin -- approver EMAIL')
    }
  }
})

test('an approver who is the only other one who decides is one of those doors, also for the operator', async ({
  portal,
  admin,
  approver,
}) => {
  await onlyApprovers(portal, admin)
  const decides = () => portal.owner.query('update user_profiles set is_approver = true where id = $1', [approver.id])
  await decides()
  await expect(removeApprover(admin, approver.id)).rejects.toMatchObject({ code: 'LAST_DECIDER' })
  expect(await removeApprover(admin, approver.id, { alone: 'They left.' })).toBe(true)
  await decides()
  await allSent(portal)
  const before = portal.mailbox.count(fund.emails.office)
  const { sentence } = await revokeApprover(portal.owner, approver.email, portal.url)
  expect(sentence).toContain('Only one person decides now')
  expect(sentence).toContain('npm run admin -- approver EMAIL')
  await allSent(portal)
  expect(portal.mailbox.count(fund.emails.office)).toBe(before + 1)
})

test('the database refuses it where nobody has said why, and where two do it at the same moment', async ({
  portal,
  admin,
  colleague,
  domain,
}) => {
  await onlyApprovers(portal, admin, colleague)
  for (const act of ['set_administrator($1, false)', "disable_person($1, 'x')"]) {
    const alone = queryAs(portal, admin.id, `select app.${act}`, [colleague.id])
    await expect(alone).rejects.toMatchObject({ constraint: 'a_second_decider_stays' })
  }
  // With a third approver, no reason is needed: so one of the two needs it.
  const third = await portal.newPerson(`third@${domain}`, { isAdmin: true })
  const outcomes = await Promise.allSettled([
    removeAdministrator(admin, colleague.id),
    removeAdministrator(colleague, third.id),
  ])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await approversOf(portal)).toHaveLength(2)
})

test('with two others who decide, and for a person who keeps another right, nothing is asked', async ({
  portal,
  admin,
  colleague,
  approver,
}) => {
  await onlyApprovers(portal, admin, colleague)
  await portal.owner.query('update user_profiles set is_approver = true where id = any ($1)', [
    [approver.id, colleague.id],
  ])
  expect(await removeApprover(admin, approver.id)).toBe(true)
  // They still approve, as an approver.
  expect(await removeAdministrator(admin, colleague.id)).toBe(true)
  expect(await loggedOf(portal, colleague.id)).toMatchObject([{ action: 'administrator.revoked', alone: null }])
})

test('Today and System say that nothing can be approved, and how to appoint somebody, until somebody is', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  await onlyApprovers(portal, admin, colleague)
  await givenHolder(admin, investor)
  const shown = async () => {
    const lines = todayGroups(await getToday(admin)).flatMap(group => group.lines)
    return [lines.some(({ key }) => key === 'alone'), (await getSystemState(admin)).decidesAlone]
  }
  expect(await shown()).toEqual([false, false])
  await removeAdministrator(admin, colleague.id, { alone: 'A test' })
  expect(await shown()).toEqual([true, true])
  await portal.owner.query('update user_profiles set is_approver = true where id = $1', [colleague.id])
  expect(await shown()).toEqual([false, false])
})
