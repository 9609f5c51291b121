import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { addDays, formatDay } from '../../../rules/days.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { givenNote, givenPayment, givenSignedNote, type NotePeople } from '../../../tests/helpers/notes.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { updateHolder } from '../../holders/server/holders.ts'
import { verifyLedger } from '../../ledger/server/verify-ledger.ts'
import { requestFunding } from '../../notes/server/funding.ts'
import { requestPayment } from '../../notes/server/payments.ts'
import { requestPayoff } from '../../notes/server/payoff.ts'
import { getDuePayments } from '../../register/server/due-list.ts'
import { getApprovalReceipt } from '../server/approval-receipt.ts'
import { getApprovals } from '../server/approvals-list.ts'
import { approveBatch, getBatchApproval } from '../server/approve-batch.ts'
import { decideApproval } from '../server/decide-approval.ts'

const kind = 'payment.record'
const interest = 1_833_33n

const together = (who: Actor, id: readonly string[], total: string, of = kind) =>
  approveBatch(who, { kind: of, id, total })

/** @returns requests to record the first payment of several notes */
async function givenPayday(portal: SharedPortal, people: NotePeople, count: number) {
  const notes = []
  for (let n = 0; n < count; n++) notes.push(await givenNote(portal, people, '2026-06-15'))
  const requested = notes.map(({ id, number }) =>
    requestPayment(people.admin, id, { day: '2026-07-15', amount: interest, reference: `ACH ${number}` }),
  )
  return { notes, ids: await Promise.all(requested) }
}

const decisionsOf = async ({ owner }: SharedPortal, ids: readonly string[]) =>
  (await owner.query('select distinct decision, decided_by from approvals where id = any ($1)', [ids])).rows

test('payments are approved together by their control total: each keeps its own row and entry, and one more binds them', async ({
  portal,
  people,
  approver,
}) => {
  const { notes, ids } = await givenPayday(portal, people, 3)
  const { nouns, requests } = await getBatchApproval(approver, kind)
  expect(nouns).toEqual(['payment', 'payments'])
  expect(requests.filter(({ id }) => ids.includes(id))).toMatchObject(
    notes.map(({ number }) => ({
      note: number,
      cents: interest,
      // Its holder has no tax number on file.
      differences: ['no tax withheld', 'first payment'],
      requestedBy: `Ada Ministrator (${people.admin.email})`,
    })),
  )
  expect((await getApprovals(approver)).waiting.find(({ id }) => id === ids[0])?.batch).toEqual({ nouns })
  for (const wrong of ['5,499.98', '5499.9', '5499', '', '1,833.33'])
    await expect(together(approver, ids, wrong)).rejects.toMatchObject({ code: 'CONTROL_TOTAL' })
  expect(await decisionsOf(portal, ids)).toEqual([{ decision: null, decided_by: null }])

  expect(await together(approver, ids, ' $5,499.99 ')).toMatchObject({
    ...{ nouns, count: 3, cents: 5_499_99n },
    receipt: expect.any(String),
  })
  expect(await decisionsOf(portal, ids)).toEqual([{ decision: 'approved', decided_by: approver.id }])
  // The receipt is the same under the id of each request, for every approver.
  for (const reader of [approver, people.admin])
    expect(await getApprovalReceipt(reader, ids[2] ?? '')).toMatchObject({
      nouns,
      lines: notes.map(({ number }) => ({
        note: number,
        cents: interest,
        requestedBy: expect.stringContaining('Ada'),
      })),
      decidedAt: expect.any(Date),
      decidedBy: expect.stringContaining(approver.email),
    })
  await expect(getApprovalReceipt(people.investor, ids[0] ?? '')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(getApprovalReceipt(approver, randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const entries = await portal.owner.query(
    'select note_id, approval_id from ledger_entries where approval_id = any ($1)',
    [ids],
  )
  expect(entries.rows).toHaveLength(3)
  const { rows: log } = await portal.owner.query(
    `select action, subject_id, details from audit_log where actor_id = $1 and action like 'approval.%' order by id`,
    [approver.id],
  )
  expect(log.map(({ action }) => action)).toEqual([...ids.map(() => 'approval.approved'), 'approval.together'])
  const bound = log.at(-1)
  expect(bound.details).toMatchObject({ kind, number: 3, cents: '549999', approvals: ids.toSorted() })
  for (const { details } of log.slice(0, -1)) expect(details.together).toBe(bound.subject_id)
  expect(await verifyLedger(portal.owner)).toMatchObject({ findings: [] })
})

test('all are approved, or none: what can’t be carried out is named', async ({ portal, people, colleague }) => {
  const { notes, ids } = await givenPayday(portal, people, 2)
  const [first] = notes
  // Meanwhile the same payment is recorded in another way.
  await givenPayment(people, first?.id ?? '', { day: '2026-07-15', amount: interest, reference: 'CHECK 1' })
  await expect(together(colleague, ids, '3,666.66')).rejects.toMatchObject({
    code: 'PAYMENT_CHANGED',
    message: expect.stringMatching(
      new RegExp(`^Payment of \\$1,833\\.33 on ${first?.number}, .*Nothing was approved\\.$`),
    ),
  })
  expect(await decisionsOf(portal, ids)).toEqual([{ decision: null, decided_by: null }])
})

test('nobody approves their own among others, nor what was decided, nor without fresh proof, nor what isn’t of one kind', async ({
  portal,
  people,
  admin,
  colleague,
  investor,
  approver,
}) => {
  const { notes, ids } = await givenPayday(portal, people, 1)
  const own = await requestPayment(colleague, notes[0]?.id ?? '', {
    day: '2026-07-16',
    amount: interest,
    reference: 'ACH 2',
  })
  const both = [...ids, own]
  expect((await getBatchApproval(colleague, kind)).requests.map(({ id }) => id)).not.toContain(own)
  await expect(together(colleague, both, '3,666.66')).rejects.toMatchObject({ code: 'APPROVE_OWN' })
  await expect(
    queryAs(portal, colleague.id, "update approvals set decision = 'approved' where id = any ($1)", [both]),
  ).rejects.toMatchObject({ code: '42501' })
  await expect(together(investor, ids, '1,833.33')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(getBatchApproval(investor, kind)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(queryAs(portal, investor.id, "select app.payments_before('{}')")).rejects.toMatchObject({
    code: '42501',
  })
  for (const other of ['note.fund', 'holder.members', 'constructor'])
    await expect(together(approver, ids, '1,833.33', other)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(together(approver, [], '0.00')).rejects.toMatchObject({ code: 'BATCH_EMPTY' })
  await expect(together(approver, [...ids, randomUUID()], '1,833.33')).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await portal.owner.query("update auth.sessions set created_at = now() - interval '11 minutes' where id = $1", [
    approver.sessionId,
  ])
  await expect(together(approver, ids, '1,833.33')).rejects.toMatchObject({ code: 'PROOF_NEEDED' })
  await expect(together(admin, ids, '1,833.33')).rejects.toMatchObject({ code: 'APPROVE_OWN' })
  expect(await decisionsOf(portal, both)).toEqual([{ decision: null, decided_by: null }])
})

test('two who approve overlapping lists at the same moment record nothing twice', async ({
  portal,
  people,
  colleague,
  approver,
}) => {
  const { ids } = await givenPayday(portal, people, 3)
  const [one = '', two = '', three = ''] = ids
  const results = await Promise.allSettled([
    together(colleague, [one, two], '3,666.66'),
    together(approver, [three, two], '3,666.66'),
  ])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = results.find(result => result.status === 'rejected')
  expect(refused?.reason).toMatchObject({ code: 'APPROVAL_GONE' })
  expect(await verifyLedger(portal.owner)).toMatchObject({ findings: [] })
})

test('what is unlike last time is named: another amount, another day, a holder who has changed', async ({
  portal,
  people,
  admin,
  colleague,
  approver,
}) => {
  const note = await givenNote(portal, people, '2026-06-15')
  await givenPayment(people, note.id, { day: '2026-07-15', amount: 1_000_00n })
  await givenPayment(people, note.id, { day: '2026-07-20', amount: 833_33n, reference: 'REST' })
  // Aug 15, 2026 is a Saturday.
  const late = { day: '2026-08-18', amount: interest, reference: 'ACH 2' }
  const id = await requestPayment(admin, note.id, late)
  const differences = async () =>
    (await getBatchApproval(approver, kind)).requests.find(each => each.id === id)?.differences
  expect(await differences()).toEqual([
    'no tax withheld',
    '$833.33 last time',
    '1 day after its payment date, Aug 17, 2026',
  ])
  await updateHolder(admin, note.holderId, { legalName: 'Iris Vestor-Doe', kind: 'individual', state: 'TX' })
  const renaming = (await getApprovals(colleague)).waiting.find(({ kind }) => kind === 'holder.identity')
  await decideApproval(colleague, renaming?.id ?? '', 'approved')
  expect(await differences()).toContain('the holder’s name has changed since')
  // The office doesn't pay it unknowingly, either.
  const today = fundDay()
  const due = async () => {
    const rows = await getDuePayments(admin, { from: '2026-08-01', to: addDays(today, 40), today })
    return rows.filter(({ noteId }) => noteId === note.id)
  }
  const changed = [`the holder’s name changed on ${formatDay(today)}`]
  const before = await due()
  expect(before.length).toBeGreaterThan(1)
  for (const payment of before) expect(payment.changed).toEqual(changed)
  await together(approver, [id], '1,833.33')
  // Like the last payment, on its day: no differences.
  for (const payment of await due()) expect(payment.changed).toEqual([])
  const next = await requestPayment(admin, note.id, { day: '2026-09-15', amount: interest, reference: 'ACH 3' })
  const { requests } = await getBatchApproval(approver, kind)
  expect(requests.find(each => each.id === next)?.differences).toEqual(['no tax withheld'])
})

test('each request of a batch has the sentences of its own approval, and one that changes later entries is shown first', async ({
  portal,
  people,
  admin,
  approver,
}) => {
  const [usual, late] = [await givenNote(portal, people, '2026-06-15'), await givenNote(portal, people, '2026-06-15')]
  await givenPayment(people, usual.id, { day: '2026-07-15', amount: interest })
  await givenPayment(people, late.id, { day: '2026-08-17', amount: interest, reference: 'AUG' })
  const payment = { amount: interest, reference: 'ACH 9', confirmedDay: '2026-08-17' }
  const ids = [
    await requestPayment(admin, usual.id, { ...payment, day: '2026-08-17' }),
    await requestPayment(admin, late.id, { ...payment, day: '2026-07-15' }),
  ]
  const requestsOf = async (of: string, wanted: readonly string[]) => {
    const { waiting } = await getApprovals(approver)
    const requests = (await getBatchApproval(approver, of)).requests.filter(({ id }) => wanted.includes(id))
    for (const { id, lines } of requests) expect(lines).toEqual(waiting.find(each => each.id === id)?.lines)
    return requests
  }
  expect(await requestsOf(kind, ids)).toMatchObject([
    {
      id: ids[1],
      isUnusual: true,
      differences: expect.arrayContaining(['later entries counted again']),
      lines: expect.arrayContaining([
        'Parts: interest due on Jul 15, 2026 $1,833.33.',
        'The payment of $1,833.33 made on Aug 17, 2026 settled $1,833.33 of interest due on Jul 15, 2026. Now it settles $1,833.33 of interest due on Aug 15, 2026.',
      ]),
    },
    { id: ids[0], isUnusual: false, lines: expect.arrayContaining(['Parts: interest due on Aug 15, 2026 $1,833.33.']) },
  ])

  const paidOff = await givenNote(portal, people, '2026-06-15')
  const payoff = { day: '2026-08-03', reference: 'WIRE', reason: 'Sold the house' }
  const [request] = await requestsOf('note.payoff', [await requestPayoff(admin, paidOff.id, payoff)])
  expect(request).toMatchObject({
    isUnusual: true,
    differences: ['later entries counted again', 'Sold the house', 'no tax withheld'],
  })
  const said = request?.lines.join(' ') ?? ''
  expect(said).toMatch(/Parts: principal \$200,000\.00; .*accrued interest from Jul 15, 2026 through Aug 2, 2026/)
  expect(said).toContain('The interest of $1,833.33 that fell due on Aug 15, 2026 isn’t due, and is reversed.')

  const funds = { day: '2026-06-15', amount: 200_000_00n, reference: 'WIRE 7', confirmedDay: '2026-06-15' }
  const signed = { signedOn: '2026-06-10' }
  const [own, other] = [await givenSignedNote(portal, people, signed), await givenSignedNote(portal, people, signed)]
  const fundings = await requestsOf('note.fund', [
    await requestFunding(admin, own.id, { ...funds, originator: 'Iris Vestor' }),
    await requestFunding(admin, other.id, { ...funds, originator: 'Jon Doe', finding: 'Her husband’s account.' }),
  ])
  expect(fundings).toMatchObject([
    { note: other.number, isUnusual: true, differences: ['from an account in another name'] },
    { note: own.number, isUnusual: false, differences: [] },
  ])
  expect(fundings[1]?.lines.join(' ')).toMatch(/signed on Jun 10, 2026.* and the money arrived on Jun 15, 2026\./)
})
