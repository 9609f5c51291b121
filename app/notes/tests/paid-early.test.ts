import { expect } from 'vitest'
import { addDays, addMonths, formatDay } from '../../../rules/days.ts'
import { divideHalfUp } from '../../../rules/money.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { bankFile } from '../../../tests/helpers/bank-file.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { givenNote, givenPayment } from '../../../tests/helpers/notes.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { addBankList, getBankWork } from '../../bank/server/bank-lines.ts'
import { getHoldings } from '../../holdings/server/holdings.ts'
import { ledgerHead } from '../../ledger/server/holder-books.ts'
import { getAccrual } from '../../register/server/accrual.ts'
import { compareRegister, differencesOf } from '../../register/server/compare-register.ts'
import { getDuePayments, getOverdue } from '../../register/server/due-list.ts'
import { getNoteStory } from '../../register/server/note-story.ts'
import { getRegister } from '../../register/server/register-list.ts'
import { countDays } from '../interest.ts'
import { readNotesHeld } from '../server/notes-held.ts'
import { requestPayment } from '../server/payments.ts'
import { requestPayoff } from '../server/payoff.ts'
import { requestReversal } from '../server/reversals.ts'
import { requestTransfer } from '../server/transfer.ts'

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
  // The list offers the payment that can be recorded: this one, and none after it.
  const listed = async () =>
    (await getDuePayments(admin, { from: today, to: addDays(today, 70), today }))
      .filter(({ noteId }) => noteId === note.id)
      .map(({ n, canRecord }) => [n, canRecord])
  expect((await listed()).slice(0, 2)).toEqual([
    [1, true],
    [2, false],
  ])
  await expect(requestPayment(admin, note.id, { ...payment, amount: payment.amount + 1n })).rejects.toMatchObject({
    code: 'PAYMENT_OVER',
  })
  const requested = await requestPayment(admin, note.id, payment)
  expect((await listed()).slice(0, 2)).toEqual([
    [1, false],
    [2, false],
  ])
  const { waiting } = await getApprovals(colleague)
  expect(waiting.find(({ id }) => id === requested)?.lines.join(' ')).toContain('ahead of its day')
  await decideApproval(colleague, requested, 'approved')
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
  // On a transfer, an advance payment stays with its recipient, and falls due there.
  const { id: toHolderId } = await givenHolder(admin, second, { legalName: 'Second Person' })
  const transfer = await requestTransfer(admin, note.id, {
    holder: toHolderId,
    reason: 'death',
    day: today,
    paper: 'Letters',
  })
  await decideApproval(colleague, transfer, 'approved')
  const { rows } = await portal.owner.query('select next_due_on from notes where id = $1', [note.id])
  expect(rows).toEqual([{ next_due_on: first?.due }])
  // The new holder's note can't be paid off before that day, and no reversal can change that.
  const { rows: continued } = await portal.owner.query('select id from notes where predecessor_id = $1', [note.id])
  await expect(requestPayoff(admin, continued[0]?.id, payoff)).rejects.toMatchObject({
    code: 'PAYOFF_AHEAD_BEFORE_TRANSFER',
    message: expect.stringContaining(`can be paid off from ${formatDay(first?.due ?? '')} on`),
  })
  expect(differencesOf(await compareRegister())).toEqual([])
  // Nothing accrues for the new holder until then, in any place: the interest stays with the old one, and is paid.
  const newHolders = await getHoldings(second)
  expect(newHolders?.notes.map(({ accruedCents }) => accruedCents)).toEqual([0n])
  const { notes } = await getRegister(admin, { on: today, holderId: toHolderId })
  expect(notes.map(({ principal, accrued }) => [principal, accrued])).toEqual([[200_000_00n, 0n]])
  const held = await actAs(admin, async tx =>
    readNotesHeld(tx, { holderId: toHolderId, day: today, head: await ledgerHead(tx), withLater: false, start: today }),
  )
  expect(held.map(({ principal, accrued }) => [principal, accrued])).toEqual([[200_000_00n, 0n]])
  const accrued = (await getAccrual(admin, today)).notes.filter(({ id }) => [note.id, continued[0]?.id].includes(id))
  const [days, all] = [today, first?.due ?? ''].map(day => BigInt(countDays(first?.start ?? '', day, '30/360')))
  const cents = divideHalfUp((first?.interest ?? 0n) * (days ?? 0n), all ?? 0n)
  expect(accrued).toMatchObject([{ id: note.id, principal: 0n, accrued: cents, paidAhead: cents }])
})

test('interest that came back is overdue, though as much was paid ahead of its day meanwhile', async ({
  portal,
  people,
}) => {
  const { admin, colleague } = people
  // The second payment is due in four days.
  const note = await givenNote(portal, people, addMonths(addDays(today, 4), -2))
  const [first, second] = (await getNoteStory(admin, note.id)).lines
  await givenPayment(people, note.id, { day: first?.pay ?? '', amount: first?.interest ?? 0n })
  await givenPayment(people, note.id, { day: today, amount: second?.interest ?? 0n })
  const { entries } = await getNoteStory(admin, note.id)
  const paid = entries.find(({ kind, line }) => kind === 'payment' && line?.n === 1)
  const reversal = await requestReversal(admin, paid?.id ?? '', { why: 'returned', day: today })
  await decideApproval(colleague, reversal, 'approved')
  const overdue = [{ n: 1, state: 'overdue', interestLeft: first?.interest }]
  const due = await getDuePayments(admin, { from: today, to: today, today })
  expect(due.filter(({ noteId }) => noteId === note.id)).toMatchObject(overdue)
  const all = await getOverdue(admin, today)
  expect(all.filter(({ noteId }) => noteId === note.id)).toMatchObject(overdue)
  // A bank line shows that it was sent again.
  const content = `Date,Amount,Description\n${today},-1833.33,ACH ${note.number} again`
  const list = await addBankList(admin, bankFile('again.csv', content))
  const { open } = await getBankWork(admin, list)
  expect(open.flatMap(({ matches }) => matches)).toMatchObject([{ parts: [{ noteId: note.id, cents: 1_833_33n }] }])
})

test('with the convention preceding, what wasn’t paid on the Friday is overdue on the Saturday, though due on the Sunday', async ({
  portal,
  people,
}) => {
  const { admin } = people
  const sunday = Array.from({ length: 15 }, (_, days) => addDays(today, days)).find(
    day => new Date(day).getUTCDay() === 0 && day > today && day.slice(8) <= '28',
  )
  const note = await givenNote(portal, people, addMonths(sunday ?? '', -1), { convention: 'preceding' })
  const saturday = addDays(sunday ?? '', -1)
  const overdue = [{ n: 1, dueDate: sunday, state: 'overdue', interestLeft: 1_833_33n }]
  const list = await getDuePayments(admin, { from: saturday, to: saturday, today: saturday })
  expect(list.filter(({ noteId }) => noteId === note.id)).toMatchObject(overdue)
  const all = await getOverdue(admin, saturday)
  expect(all.filter(({ noteId }) => noteId === note.id)).toMatchObject(overdue)
})
