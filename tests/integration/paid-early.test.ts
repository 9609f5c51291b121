import { expect } from 'vitest'
import { addDays, addMonths } from '../../rules/notes/days.ts'
import { getApprovals } from '../../server/approvals/approvals-list.ts'
import { decideApproval } from '../../server/approvals/decide-approval.ts'
import { getHoldings } from '../../server/holdings/holdings.ts'
import { requestPayment } from '../../server/notes/payments.ts'
import { requestPayoff } from '../../server/notes/payoff.ts'
import { requestTransfer } from '../../server/notes/transfer.ts'
import { fundDay } from '../../server/platform/fund-day.ts'
import { compareRegister, differencesOf } from '../../server/register/compare-register.ts'
import { getDuePayments } from '../../server/register/due-list.ts'
import { getNoteStory } from '../../server/register/note-story.ts'
import { givenHolder } from '../helpers/holders.ts'
import { givenNote } from '../helpers/notes.ts'
import { test } from '../helpers/shared-portal.ts'

const today = fundDay()

test('interest that is paid before its due day is recorded with its true day, once, and shown as paid', async ({
  portal,
  people,
  second,
}) => {
  const { admin, colleague, investor } = people
  // Due in four days, and paid today.
  const note = await givenNote(portal, people, addMonths(addDays(today, 4), -1))
  const [first, next] = (await getNoteStory(admin, note.id)).lines
  const payment = { day: today, amount: first?.interest ?? 0n, reference: 'Early' }
  await expect(requestPayment(admin, note.id, { ...payment, amount: payment.amount + 1n })).rejects.toMatchObject({
    code: 'PAYMENT_OVER',
  })
  const asked = await requestPayment(admin, note.id, payment)
  const { waiting } = await getApprovals(colleague)
  expect(waiting.find(({ id }) => id === asked)?.lines.join(' ')).toContain('ahead of its day')
  await decideApproval(colleague, asked, 'approved')
  const due = await getDuePayments(admin, { from: today, to: addDays(today, 10), today })
  expect(due.filter(({ noteId }) => noteId === note.id)).toMatchObject([
    { state: 'paid', interestLeft: 0n, paidOn: today },
  ])
  const holdings = await getHoldings(investor)
  expect(holdings?.notes[0]?.payments[0]).toMatchObject({ state: 'paid', paidOn: today })
  expect(holdings).toMatchObject({ late: [], next: { payDate: next?.pay } })
  expect(differencesOf(await compareRegister())).toEqual([])
  await expect(requestPayment(admin, note.id, payment)).rejects.toMatchObject({ code: 'PAYMENT_TWICE' })
  const payoff = { day: today, reference: 'Payoff', reason: 'Early' }
  await expect(requestPayoff(admin, note.id, payoff)).rejects.toMatchObject({ code: 'PAYOFF_AHEAD' })
  // Where the note changes hands, what was paid ahead stays with the one who got it, and falls due there.
  const { id: toHolderId } = await givenHolder(admin, second, { legalName: 'Second Person' })
  const transfer = await requestTransfer(admin, note.id, { toHolderId, reason: 'death', day: today, paper: 'Letters' })
  await decideApproval(colleague, transfer, 'approved')
  const { rows } = await portal.owner.query('select next_due_on from notes where id = $1', [note.id])
  expect(rows).toEqual([{ next_due_on: first?.due }])
  expect(differencesOf(await compareRegister())).toEqual([])
})
