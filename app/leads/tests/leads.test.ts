import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { leadRetention } from '../../../rules/limits.ts'
import { insertCall, visitorMessages } from '../../../server/sample/visitors.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { aboutVisitor, bookCall, invitationIn, newVisitor } from '../../../tests/helpers/leads.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { cancelCall, getCall, getFreeTimes, moveCall } from '../server/calls.ts'
import { cancelCallForAdmin } from '../server/cancel-call.ts'
import { cleanUpLeads } from '../server/manage-leads.ts'

test('an administrator cancels a call: both sides are told, the time is free again, and the log says who did it', async ({
  portal,
  admin,
  domain,
}) => {
  const { mailbox, owner, url } = portal
  const [time = ''] = await getFreeTimes('phone')
  const email = `vera@${domain}`
  const { id, token } = await bookCall(portal, time, { email })
  await eventually('the mail to the fund', () => aboutVisitor(portal, email)[0])

  await cancelCallForAdmin(admin, id, { reason: '  The founder is <ill>. We are sorry.\n' })

  const toVisitor = await mailbox.to(email, 1)
  expect(toVisitor.subject).toMatch(/^Larkstone Private Lending has canceled your call: /)
  expect(toVisitor.text).toContain('The founder is <ill>. We are sorry.')
  expect(toVisitor.html).toContain('The founder is &lt;ill&gt;. We are sorry.')
  expect(toVisitor.text).toContain(`${url}/contact`)
  expect(toVisitor.text).toContain('Eastern (New York) time')
  const withdrawn = { METHOD: 'CANCEL', UID: `call-${id}@larkstone.example`, SEQUENCE: '1', STATUS: 'CANCELLED' }
  expect(invitationIn(toVisitor)).toMatchObject(withdrawn)
  const toFund = await eventually('a second mail to the fund', () => aboutVisitor(portal, email)[1])
  expect(toFund.subject).toMatch(/^Phone call canceled by Ada Ministrator: Vera Visitor, /)
  expect(invitationIn(toFund)).toMatchObject(withdrawn)

  expect(await getFreeTimes('phone')).toContain(time)
  expect((await getCall(newVisitor(), token)).cancelledAt).toBeInstanceOf(Date)
  const { rows } = await owner.query('select actor_id, action, details from audit_log where subject_id = $1', [id])
  expect(rows).toEqual([
    {
      actor_id: admin.id,
      action: 'call.cancelled',
      details: { starts_at: time, note: 'The founder is <ill>. We are sorry.' },
    },
  ])
})

test('only an administrator can cancel for the fund, and only an upcoming call', async ({
  portal,
  investor,
  admin,
}) => {
  const { owner } = portal
  const [time = ''] = await getFreeTimes('phone')
  const { id } = await bookCall(portal, time)
  const cancel = (actor = admin, which = id) => cancelCallForAdmin(actor, which)
  await expect(cancel(investor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  // A person who has just lost the role: the database checks again.
  await expect(cancel({ ...investor, isAdmin: true })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(cancel(admin, randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(cancel(admin, 'no id')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await owner.query(
    "update call_requests set starts_at = now() - interval '1 minute', ends_at = now() + interval '1h' where id = $1",
    [id],
  )
  await expect(cancel()).rejects.toMatchObject({ code: 'CALL_BEGUN' })
  expect((await owner.query('select from audit_log where subject_id = $1', [id])).rows).toEqual([])
})

test('fund and visitor change a call at the same moment: one is first, and neither is notified twice', async ({
  portal,
  admin,
}) => {
  const { mailbox, owner, url } = portal
  const outcomeOf = (work: Promise<void>) =>
    work.then(
      () => 'done',
      error => error.code,
    )
  for (const theirs of [
    (token: string) => cancelCall(newVisitor(), url, token),
    async (token: string) => moveCall(newVisitor(), url, token, (await getFreeTimes('phone'))[5] ?? ''),
  ]) {
    const email = `${randomUUID()}@example.com`
    const [time = ''] = await getFreeTimes('phone')
    const { id, token } = await bookCall(portal, time, { email })
    const [fund, visitor] = await Promise.all([outcomeOf(cancelCallForAdmin(admin, id)), outcomeOf(theirs(token))])
    const { rows } = await owner.query('select sequence, cancelled_at from call_requests where id = $1', [id])
    expect(rows[0].cancelled_at).toBeInstanceOf(Date)
    // Canceled by one of them; or moved and then canceled.
    const changes = [fund, visitor].filter(outcome => outcome === 'done').length
    expect([fund, visitor].filter(outcome => outcome !== 'done')).toEqual(Array(2 - changes).fill('CALL_CANCELLED'))
    expect(rows[0].sequence).toBe(changes)
    const last = await mailbox.to(email, changes)
    expect(invitationIn(last)).toMatchObject({ METHOD: expect.stringMatching(/CANCEL|REQUEST/) })
    expect(mailbox.messages.filter(({ to }) => to === email)).toHaveLength(1 + changes)
  }
})

test('visitors’ messages and calls are removed after two years, and not before', async ({ portal }) => {
  const { owner } = portal
  await owner.query('delete from messages; delete from call_requests')
  for (const name of ['Old', 'New']) await visitorMessages.insert(owner, { name })
  // Bypasses the trigger that sets `updated_at`.
  await owner.query('alter table messages disable trigger touch')
  await owner.query("update messages set updated_at = now() - interval '731 days' where name = 'Old'")
  await owner.query('alter table messages enable trigger touch')
  const call = (name: string, days: number) => insertCall(owner, new Date(Date.now() - days * 86_400_000), { name })
  await call('Old', 731)
  await call('New', 729)
  const left = async () => [
    ...(await owner.query('select name from messages')).rows,
    ...(await owner.query('select name from call_requests')).rows,
  ]

  await cleanUpLeads()
  expect(await left()).toEqual([{ name: 'New' }, { name: 'New' }])

  // Regardless of the machine’s clock, the database removes nothing newer than ninety days.
  await call('Younger', 10)
  await cleanUpLeads(Date.now() + 2 * leadRetention)
  expect(await left()).toEqual([{ name: 'New' }, { name: 'Younger' }])
})
