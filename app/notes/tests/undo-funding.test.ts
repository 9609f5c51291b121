import { expect } from 'vitest'
import { adjust } from '../../../rules/business-days.ts'
import { addDays, addMonths } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { givenNote, givenPayment } from '../../../tests/helpers/notes.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getHoldings } from '../../holdings/server/holdings.ts'
import { getOwnNote } from '../../holdings/server/note-page.ts'
import { trialBalance } from '../../ledger/server/get-ledger.ts'
import { verifyLedger } from '../../ledger/server/verify-ledger.ts'
import { compareRegister, differencesOf } from '../../register/server/compare-register.ts'
import { getDuePayments } from '../../register/server/due-list.ts'
import { getNoteStory } from '../../register/server/note-story.ts'
import { getRegister } from '../../register/server/register-list.ts'
import { advanceNotes } from '../server/advance-notes.ts'
import { requestFunding } from '../server/funding.ts'
import { requestPayoff } from '../server/payoff.ts'
import { requestReversal } from '../server/reversals.ts'
import { requestFundingReversal } from '../server/undo-funding.ts'

const today = fundDay()

test('funds with a wrong day, on which nothing was paid, are reversed by two people and recorded again', async ({
  portal,
  people,
}) => {
  const { admin, colleague, investor } = people
  const { owner } = portal
  const [wrong, right] = [addDays(today, -430), addDays(today, -65)]
  const note = await givenNote(portal, people, wrong)
  expect(await getNoteStory(admin, note.id)).toMatchObject({ state: 'matured' })
  // Signed long ago: the hourly job would cancel a note that has waited so long for its funds.
  await owner.query('alter table notes disable trigger user')
  await owner.query("update notes set signed_at = signed_at - interval '30 days' where id = $1", [note.id])
  await owner.query('alter table notes enable trigger user')

  const requested = await requestFundingReversal(admin, note.id, { reason: 'The year was wrong' })
  const { waiting } = await getApprovals(colleague)
  const words = waiting.find(({ id }) => id === requested)?.lines.join(' ') ?? ''
  expect(words).toContain('$200,000')
  expect(words).toContain('Interest of $22,000')
  await expect(decideApproval(admin, requested, 'approved')).rejects.toMatchObject({ code: 'APPROVE_OWN' })
  await decideApproval(colleague, requested, 'approved')

  const story = await getNoteStory(admin, note.id)
  expect(story).toMatchObject({ state: 'signed', owed: 0n, lines: [], fundedAt: null, terms: { maturityDate: null } })
  expect(differencesOf(await compareRegister())).toEqual([])
  for (const on of [today, addDays(today, -100)]) {
    const all = await getRegister(admin, { on, show: 'all', holderId: note.holderId })
    expect(all.notes).toMatchObject([{ state: 'signed', principal: 0n, unpaid: 0n, accrued: null }])
    expect((await getRegister(admin, { on, holderId: note.holderId })).notes).toEqual([])
    const balances = (await trialBalance(admin, on)).map(({ debit, credit }) => debit - credit)
    expect(balances.filter(each => each !== 0n)).toEqual([])
  }
  const due = await getDuePayments(admin, { from: today, to: addDays(today, 30), today })
  expect(due.filter(({ noteId }) => noteId === note.id)).toEqual([])
  expect(await getHoldings(investor)).toMatchObject({ investedCents: 0n, late: [], notes: [{ state: 'signed' }] })
  expect((await getOwnNote(investor, note.id)).ledger.at(-1)).toMatchObject({ principalOwedCents: 0n })
  const { rows } = await owner.query(
    "select user_id from notices where kind = 'note-funding-reversed' and note_id = $1",
    [note.id],
  )
  expect(rows).toEqual([{ user_id: investor.id }])
  await advanceNotes()
  expect(await getNoteStory(admin, note.id)).toMatchObject({ state: 'signed' })

  const wire = { amount: 200_000_00n, reference: 'WIRE again', originator: 'Iris Vestor' }
  const funds = { day: right, confirmedDay: right, ...wire }
  await decideApproval(colleague, await requestFunding(admin, note.id, funds), 'approved')
  const funded = await getNoteStory(admin, note.id)
  expect(funded).toMatchObject({ state: 'current', owed: 200_000_00n, terms: { issueDate: right } })
  expect(funded.lines.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  const [first] = funded.lines
  await givenPayment(people, note.id, { day: first?.pay ?? '', amount: first?.interest ?? 0n })
  expect((await getNoteStory(admin, note.id)).lines[0]).toMatchObject({ paid: first?.interest })
  expect(differencesOf(await compareRegister())).toEqual([])
  const past = await getRegister(admin, { on: addDays(today, -100), show: 'all', holderId: note.holderId })
  expect(past.notes).toMatchObject([{ state: 'signed', principal: 0n }])
  expect(await verifyLedger(owner)).toMatchObject({ findings: [] })
})

test('interest of a note that was funded again can be paid ahead of its day, though the same payment had been due before', async ({
  portal,
  people,
}) => {
  const { admin, colleague } = people
  const note = await givenNote(portal, people, addDays(today, -430))
  await decideApproval(
    colleague,
    await requestFundingReversal(admin, note.id, { reason: 'The year was wrong' }),
    'approved',
  )
  const wire = { amount: 200_000_00n, reference: 'WIRE again', originator: 'Iris Vestor' }
  // The first payment is due in four days.
  const day = addMonths(addDays(today, 4), -1)
  await decideApproval(colleague, await requestFunding(admin, note.id, { day, confirmedDay: day, ...wire }), 'approved')
  const [first] = (await getNoteStory(admin, note.id)).lines
  expect(first).toMatchObject({ paid: 0n, interest: 1_833_33n })
  await givenPayment(people, note.id, { day: today, amount: 1_833_33n })
  expect((await getNoteStory(admin, note.id)).lines[0]).toMatchObject({ paid: 1_833_33n })
  expect(differencesOf(await compareRegister())).toEqual([])
})

test('funds on which something was paid, or about which something waits, stay', async ({ portal, people }) => {
  const { admin, colleague } = people
  const note = await givenNote(portal, people, addDays(today, -40))
  const [first] = (await getNoteStory(admin, note.id)).lines
  await givenPayment(people, note.id, { day: first?.pay ?? '', amount: first?.interest ?? 0n })
  await expect(requestFundingReversal(admin, note.id, { reason: 'Wrong day' })).rejects.toMatchObject({
    code: 'FUNDING_PAID_ON',
  })
  const paid = (await getNoteStory(admin, note.id)).entries.find(({ kind }) => kind === 'payment')
  const reversal = await requestReversal(admin, paid?.id ?? '', { why: 'mistake', day: today })
  await expect(requestFundingReversal(admin, note.id, { reason: 'Wrong day' })).rejects.toMatchObject({
    code: 'FUNDING_PAID_ON',
  })
  await decideApproval(colleague, reversal, 'approved')
  const payoff = await requestPayoff(admin, note.id, {
    day: adjust(today, 'preceding'),
    reference: 'Payoff',
    reason: 'Early',
  })
  await expect(requestFundingReversal(admin, note.id, { reason: 'Wrong day' })).rejects.toMatchObject({
    code: 'APPROVAL_CONTRADICTED',
  })
  await decideApproval(colleague, payoff, 'rejected', 'Not yet.')
  const requested = await requestFundingReversal(admin, note.id, { reason: 'Wrong day' })
  // Without the approval the step is impossible, even for the owner, who would leave entries behind.
  const alone = portal.owner.query(
    "update notes set state = 'signed', issue_date = null, maturity_date = null, funded_at = null where id = $1",
    [note.id],
  )
  await expect(alone).rejects.toMatchObject({ code: '42501' })
  await decideApproval(colleague, requested, 'approved')
  expect(await getNoteStory(admin, note.id)).toMatchObject({ state: 'signed', owed: 0n })
  expect(differencesOf(await compareRegister())).toEqual([])
})

test('once a note is funded again, its holder is told of the maturity again', async ({ portal, people }) => {
  const { admin, colleague } = people
  const note = await givenNote(portal, people, addDays(addMonths(today, -12), 50))
  const countNotices = async () => {
    await advanceNotes()
    const notices = "select kind from notices where note_id = $1 and kind like 'note-matur%'"
    return (await portal.owner.query(notices, [note.id])).rowCount
  }
  expect([await countNotices(), await countNotices()]).toEqual([1, 1])
  await decideApproval(colleague, await requestFundingReversal(admin, note.id, { reason: 'Wrong day' }), 'approved')
  const [day, amount] = [addDays(addMonths(today, -12), 55), 200_000_00n]
  const funds = { day, confirmedDay: day, amount, reference: 'WIRE again', originator: 'Iris Vestor' }
  await decideApproval(colleague, await requestFunding(admin, note.id, funds), 'approved')
  expect([await countNotices(), await countNotices()]).toEqual([2, 2])
})
