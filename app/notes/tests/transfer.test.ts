import { expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { givenAccreditation, givenBuyer, givenNote, givenPayment } from '../../../tests/helpers/notes.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { givenToday } from '../../../tests/helpers/today.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getOwnNote } from '../../holdings/server/note-page.ts'
import { getLedger } from '../../ledger/server/get-ledger.ts'
import { ledgerHead } from '../../ledger/server/holder-books.ts'
import { noteSentences } from '../../notifications/server/digest-sentences.ts'
import { getAccrual } from '../../register/server/accrual.ts'
import { compareRegister, differencesOf } from '../../register/server/compare-register.ts'
import { getNoteStory } from '../../register/server/note-story.ts'
import { getRegister } from '../../register/server/register-list.ts'
import { advanceNotes } from '../server/advance-notes.ts'
import { requestCure, requestDefault } from '../server/default-and-cure.ts'
import { readNotesHeld } from '../server/notes-held.ts'
import { requestPartRepayment } from '../server/part-repayment.ts'
import { requestPayoff } from '../server/payoff.ts'
import { requestReversal } from '../server/reversals.ts'
import { requestTransfer } from '../server/transfer.ts'

const death = { reason: 'death', paper: 'Letters testamentary' }

test('the approval of a transfer says which payments stay and which go, and so it happens', async ({
  portal,
  people,
  second,
}) => {
  givenToday('2026-11-20')
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2026-06-15')
  await givenPayment(people, note.id, { day: '2026-07-15', amount: 1_833_33n })
  const { id: toHolderId } = await givenHolder(admin, second, { legalName: 'Second Person' })
  // The payment of November 15 is booked as the old holder's, although the transfer applies from before.
  const id = await requestTransfer(admin, note.id, { ...death, holder: toHolderId, day: '2026-10-31' })
  const { waiting } = await getApprovals(colleague)
  const description = waiting.find(each => each.id === id)?.lines.join('\n')
  expect(description).toContain('What fell due until Oct 31, 2026 stays with Iris Vestor')
  expect(description).toContain('$5,499.99 of what stays is unpaid, and remains due to it.')
  expect(description).toContain('gets the 8 payments of interest from Nov 15, 2026 to Jun 15, 2027, $14,666.68 in all')
  await decideApproval(colleague, id, 'approved')
  const { rows } = await portal.owner.query('select id from notes where predecessor_id = $1', [note.id])
  const [old, successor] = [await getNoteStory(admin, note.id), await getNoteStory(admin, rows[0].id)]
  const interest = (story: typeof old) => story.lines.map(({ due, interest }) => [due, interest] as const)
  expect(interest(old).at(-1)).toEqual(['2026-10-15', 1_833_33n])
  expect(interest(old)).toHaveLength(4)
  expect(interest(successor)[0]).toEqual(['2026-11-15', 1_833_33n])
  expect(interest(successor).reduce((sum, [, cents]) => sum + cents, 0n)).toBe(14_666_68n)
})

/** A note's entries in the books, without reversed ones. */
async function booksOf(admin: Actor, noteId: string) {
  const { entries, lines } = await getNoteStory(admin, noteId)
  const standing = entries.filter(({ reverses, reversedBy }) => !reverses && !reversedBy)
  return {
    entries: standing.map(({ kind, relatesTo, lines }) => [kind, relatesTo, lines]),
    lines: lines.map(({ due, interest, principal, paid }) => ({ due, interest, principal, paid })),
  }
}

test('a transfer that is recorded late ends as one that was recorded in time', async ({ portal, people, second }) => {
  givenToday('2026-11-02')
  const { admin, colleague } = people
  const { id: toHolderId } = await givenHolder(admin, second, { legalName: 'Second Person' })
  const given = async () => {
    const note = await givenNote(portal, people, '2026-06-15')
    await givenPayment(people, note.id, { day: '2026-10-15', amount: 4n * 1_833_33n })
    return note
  }
  const transfer = { ...death, holder: toHolderId, day: '2026-11-02' }
  const move = async (id: string) => decideApproval(colleague, await requestTransfer(admin, id, transfer), 'approved')
  const [inTime, late] = [await given(), await given()]
  await move(inTime.id)
  givenToday('2026-11-20')
  await advanceNotes()
  await move(late.id)
  const successorOf = async (id: string) => (await getNoteStory(admin, id)).successor?.id ?? ''
  expect(await booksOf(admin, late.id)).toEqual(await booksOf(admin, inTime.id))
  const books = await booksOf(admin, await successorOf(late.id))
  expect(books).toEqual(await booksOf(admin, await successorOf(inTime.id)))
  expect(books.entries.map(([kind, day]) => [kind, day])).toEqual([
    ['transfer', '2026-11-02'],
    ['interest_due', '2026-11-15'],
  ])
  expect(differencesOf(await compareRegister())).toEqual([])
})

test('interest that the old holder was paid since the day of the transfer stays with it', async ({
  portal,
  people,
  second,
}) => {
  givenToday('2026-11-20')
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2026-06-15')
  await givenPayment(people, note.id, { day: '2026-11-16', amount: 5n * 1_833_33n })
  const { id: toHolderId } = await givenHolder(admin, second, { legalName: 'Second Person' })
  const id = await requestTransfer(admin, note.id, { ...death, holder: toHolderId, day: '2026-10-31' })
  const { waiting } = await getApprovals(colleague)
  expect(waiting.find(each => each.id === id)?.lines).toContain(
    'The interest due on Nov 15, 2026, $1,833.33, stays, too: it was paid.',
  )
  await decideApproval(colleague, id, 'approved')
  const old = await getNoteStory(admin, note.id)
  expect(old.lines.at(-1)).toMatchObject({ due: '2026-11-15', paid: 1_833_33n })
  expect((await getNoteStory(admin, old.successor?.id ?? '')).lines[0]).toMatchObject({ due: '2026-12-15' })
})

test('a part that was repaid before a transfer stays with the old holder: the new one has no line of it', async ({
  portal,
  people,
  second,
}) => {
  givenToday('2026-11-20')
  const { admin, colleague, investor } = people
  const note = await givenNote(portal, people, '2026-06-15', { principalCents: 600_000_00n, rateBp: 1300 })
  await givenPayment(people, note.id, { day: '2026-11-16', amount: 5n * 6_500_00n })
  const repayment = await requestPartRepayment(admin, note.id, { amount: 200_000_00n, reference: 'WIRE 5' })
  await decideApproval(colleague, repayment, 'approved')
  const { id: toHolderId } = await givenHolder(admin, second, { legalName: 'Second Person' })
  const transfer = { ...death, holder: toHolderId, day: '2026-11-18' }
  await decideApproval(colleague, await requestTransfer(admin, note.id, transfer), 'approved')
  const { successor } = await getNoteStory(admin, note.id)

  const kept = (await getOwnNote(investor, note.id)).note
  expect(kept.payments.map(({ dueDate }) => dueDate).at(-1)).toBe('2026-11-15')
  expect(kept.payments.at(-1)).toMatchObject({ principalCents: 200_000_00n, state: 'paid', reference: 'WIRE 5' })
  expect(kept).toMatchObject({ outstandingCents: 0n, principalRepaidCents: 200_000_00n })
  const got = (await getOwnNote(second, successor?.id ?? '')).note
  expect(got).toMatchObject({ principalCents: 400_000_00n, outstandingCents: 400_000_00n })
  expect(got.payments.map(({ dueDate }) => dueDate)[0]).toBe('2026-12-15')
  expect(got.payments.map(({ principalCents }) => principalCents).filter(cents => cents > 0n)).toEqual([400_000_00n])
  expect(got.payments.filter(({ state }) => state === 'paid')).toEqual([])
  expect(differencesOf(await compareRegister())).toEqual([])
})

test('of a matured note the last interest stays, and the principal goes with the interest that it earns until it is paid', async ({
  portal,
  people,
  second,
}) => {
  givenToday('2026-11-20')
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2025-10-15')
  await givenPayment(people, note.id, { day: '2026-09-15', amount: 11n * 1_833_33n })
  const { id: toHolderId } = await givenHolder(admin, second, { legalName: 'Second Person' })
  const id = await requestTransfer(admin, note.id, { ...death, holder: toHolderId, day: '2026-11-10' })
  const { waiting } = await getApprovals(colleague)
  const description = waiting.find(each => each.id === id)?.lines.join('\n')
  expect(description).toContain('$1,833.37 of what stays is unpaid, and remains due to it.')
  expect(description).toContain('The principal was due on Oct 15, 2026 and is unpaid.')
  await decideApproval(colleague, id, 'approved')
  const old = await getNoteStory(admin, note.id)
  expect(old).toMatchObject({ state: 'transferred', owed: 0n })
  expect(old.lines.at(-1)).toMatchObject({ interest: 1_833_37n, paid: 0n, principal: 0n })
  const heirs = await getNoteStory(admin, old.successor?.id ?? '')
  expect(heirs).toMatchObject({ state: 'matured', owed: 200_000_00n, late: { since: '2026-10-15' } })
  expect(heirs.lines).toMatchObject([{ due: '2026-10-15', interest: 0n, principalLeft: 200_000_00n }])

  // 36 days at 11% by actual days of 365, all of them to the new holder.
  const all = { day: '2026-11-20', amount: 200_000_00n + 2_169_86n, reference: 'To the estate' }
  await givenPayment(people, heirs.id, all)
  expect(await getNoteStory(admin, heirs.id)).toMatchObject({ state: 'paid', owed: 0n })
  await givenPayment(people, note.id, { day: '2026-11-20', amount: 1_833_37n, reference: 'The last interest' })
  expect(differencesOf(await compareRegister())).toEqual([])
})

test('a note isn’t transferred from a day before it was its holder’s', async ({ portal, people, second }) => {
  givenToday('2026-11-20')
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2026-06-15')
  const { id: toHolderId } = await givenHolder(admin, second, { legalName: 'Second Person' })
  const early = { ...death, holder: toHolderId, day: '2026-06-14' }
  await expect(requestTransfer(admin, note.id, early)).rejects.toMatchObject({
    code: 'TRANSFER_DAY',
    message: expect.stringContaining('since Jun 15, 2026'),
  })
  const first = await requestTransfer(admin, note.id, { ...death, holder: toHolderId, day: '2026-11-10' })
  await decideApproval(colleague, first, 'approved')
  const heirs = (await getNoteStory(admin, note.id)).successor?.id ?? ''
  const onward = { ...death, holder: note.holderId, day: '2026-11-09' }
  await expect(requestTransfer(admin, heirs, onward)).rejects.toMatchObject({
    code: 'TRANSFER_DAY',
    message: expect.stringContaining('since Nov 10, 2026'),
  })
})

test('a transfer moves the amount that was approved, or nothing', async ({ portal, people, second }) => {
  givenToday('2026-11-10')
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2026-06-15')
  const { id: toHolderId } = await givenHolder(admin, second, { legalName: 'Second Person' })
  const transfer = await requestTransfer(admin, note.id, { ...death, holder: toHolderId, day: '2026-11-05' })
  await givenPayment(people, note.id, { day: '2026-10-15', amount: 4n * 1_833_33n })
  const repayment = await requestPartRepayment(admin, note.id, { amount: 50_000_00n, reference: 'WIRE 5' })
  await decideApproval(colleague, repayment, 'approved')
  await expect(decideApproval(colleague, transfer, 'approved')).rejects.toMatchObject({ code: 'PAYMENT_CHANGED' })
  await decideApproval(colleague, transfer, 'rejected')

  // Another payment falls due meanwhile: by the day of the transfer it still belongs to the new holder.
  const again = await requestTransfer(admin, note.id, { ...death, holder: toHolderId, day: '2026-11-05' })
  givenToday('2026-11-20')
  await decideApproval(colleague, again, 'approved')
  expect(await getNoteStory(admin, note.id)).toMatchObject({ state: 'transferred', owed: 0n })
  expect(differencesOf(await compareRegister())).toEqual([])
})

test('a note that was paid off, of which only interest is owed again, is not transferred', async ({
  portal,
  people,
  second,
}) => {
  givenToday('2026-11-20')
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2026-06-15')
  await givenPayment(people, note.id, { day: '2026-11-16', amount: 5n * 1_833_33n })
  const payoff = { day: '2026-11-20', reference: 'All', reason: 'Asked for' }
  await decideApproval(colleague, await requestPayoff(admin, note.id, payoff), 'approved')
  const interest = (await getLedger(admin, note.id)).find(({ kind }) => kind === 'payment')
  const back = { why: 'returned', day: '2026-11-20' } as const
  await decideApproval(colleague, await requestReversal(admin, interest?.id ?? '', back), 'approved')
  expect(await getNoteStory(admin, note.id)).toMatchObject({ state: 'current', owed: 0n })
  const { id: toHolderId } = await givenHolder(admin, second, { legalName: 'Second Person' })
  await expect(
    requestTransfer(admin, note.id, { ...death, holder: toHolderId, day: '2026-11-16' }),
  ).rejects.toMatchObject({
    code: 'TRANSFER_NOTHING',
  })
})

test('a sale, or a transfer into a trust, waits until the buyer has represented what a buyer does', async ({
  portal,
  people,
  second,
}) => {
  givenToday('2026-11-20')
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2026-06-15')
  const { id: toHolderId } = await givenHolder(admin, second, { legalName: 'Second Person' })
  const sale = { holder: toHolderId, reason: 'sale', day: '2026-11-18', paper: 'Assignment' }
  const refused = { code: 'TRANSFER_BUYER' }
  for (const reason of ['sale', 'trust'])
    await expect(requestTransfer(admin, note.id, { ...sale, reason })).rejects.toMatchObject(refused)
  // A verification from before the sentence was required doesn't include it.
  await givenAccreditation(portal, toHolderId, second)
  await expect(requestTransfer(admin, note.id, sale)).rejects.toMatchObject(refused)
  await givenBuyer(portal, toHolderId, second)
  const id = await requestTransfer(admin, note.id, sale)
  const { waiting } = await getApprovals(colleague)
  expect(waiting.find(each => each.id === id)?.lines.join()).toContain('for its own account and not for resale')
  await decideApproval(colleague, id, 'approved')
  // Its signed statement is linked with its note, and isn't a sale by the fund.
  const { rows } = await portal.owner.query(
    `select r.holder_id, s.text from reliances r join notes n on n.id = r.note_id
      join representations s on s.accreditation_id = r.accreditation_id where n.predecessor_id = $1`,
    [note.id],
  )
  expect(rows).toEqual([{ holder_id: toHolderId, text: expect.stringContaining('not to be resold') }])
})

test('both sides are told of a transfer, and holders of a renewal, a default and its end', async ({
  portal,
  people,
  second,
}) => {
  givenToday('2026-11-20')
  const { admin, colleague, investor } = people
  const noticesAbout = async (id: string) => {
    const { rows } = await portal.owner.query(
      'select user_id, kind from notices where note_id = $1 order by created_at, kind',
      [id],
    )
    return rows.map(({ user_id, kind }) => [user_id, kind])
  }
  const note = await givenNote(portal, people, '2026-06-15')
  await decideApproval(colleague, await requestDefault(admin, note.id, { reason: 'Unpaid since July' }), 'approved')
  await givenPayment(people, note.id, { day: '2026-11-18', amount: 5n * 1_833_33n })
  await decideApproval(colleague, await requestCure(admin, note.id, { why: 'paid', reason: 'All paid' }), 'approved')
  const { id: toHolderId } = await givenHolder(admin, second, { legalName: 'Second Person' })
  const moving = await requestTransfer(admin, note.id, { ...death, holder: toHolderId, day: '2026-11-18' })
  await decideApproval(colleague, moving, 'approved')
  expect(await noticesAbout(note.id)).toEqual([
    [investor.id, 'note-funded'],
    [investor.id, 'note-defaulted'],
    [investor.id, 'note-paid'],
    [investor.id, 'note-cured'],
    [investor.id, 'note-transferred-away'],
  ])
  const { rows } = await portal.owner.query('select id from notes where predecessor_id = $1', [note.id])
  expect(await noticesAbout(rows[0].id)).toEqual([[second.id, 'note-transferred-to']])
  // No e-mail about notes contains a note or an amount.
  for (const { one, many } of Object.values(noteSentences)) expect(`${one} ${many(2)}`).not.toMatch(/[$]|[A-Z]{2}-\d/)
})

test('a note that came by transfer can be paid off on the first day of its first period', async ({
  people,
  portal,
  second,
}) => {
  givenToday('2026-11-16')
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2026-06-16')
  const { id: toHolderId } = await givenHolder(admin, second, { legalName: 'Second Person' })
  await decideApproval(
    colleague,
    await requestTransfer(admin, note.id, { ...death, holder: toHolderId, day: '2026-11-16' }),
    'approved',
  )
  const { successor } = await getNoteStory(admin, note.id)
  const payoff = { day: '2026-11-16', reference: 'WIRE 9', reason: 'As agreed' }
  await decideApproval(colleague, await requestPayoff(admin, successor?.id ?? '', payoff), 'approved')
  expect(await getNoteStory(admin, successor?.id ?? '')).toMatchObject({ state: 'paid', owed: 0n })
})

test('a statement of a day before a transfer has the interest that had accrued by then', async ({
  people,
  portal,
  second,
}) => {
  givenToday('2026-11-20')
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2026-06-15')
  const { id: toHolderId } = await givenHolder(admin, second, { legalName: 'Second Person' })
  const held = () =>
    actAs(admin, async tx => {
      const day = '2026-09-30'
      return readNotesHeld(tx, {
        holderId: note.holderId,
        day,
        head: await ledgerHead(tx),
        withLater: false,
        start: day,
      })
    })
  expect(await held()).toMatchObject([{ principal: 200_000_00n, accrued: 916_67n, overdue: undefined }])
  await decideApproval(
    colleague,
    await requestTransfer(admin, note.id, { ...death, holder: toHolderId, day: '2026-11-05' }),
    'approved',
  )
  expect(await held()).toMatchObject([{ principal: 200_000_00n, accrued: 916_67n, overdue: undefined }])
})

test('what was paid before a note came by transfer is recorded on the note before', async ({
  people,
  portal,
  second,
}) => {
  givenToday('2026-11-24')
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2026-09-26')
  const { id: toHolderId } = await givenHolder(admin, second, { legalName: 'Second Person' })
  const transfer = await requestTransfer(admin, note.id, { ...death, holder: toHolderId, day: '2026-11-24' })
  await decideApproval(colleague, transfer, 'approved')
  const { successor } = await getNoteStory(admin, note.id)
  const paid = { day: '2026-10-29', amount: 1_833_33n }
  await expect(givenPayment(people, successor?.id ?? '', paid)).rejects.toMatchObject({
    code: 'TRANSFER_DAY',
    message: expect.stringContaining('belongs to the note that this one continues'),
  })
  await givenPayment(people, note.id, paid)
  const { notes } = await getRegister(admin, { on: '2026-11-24', size: 500, search: note.number })
  expect(notes).toEqual([])
})

test('interest that was paid ahead accrues once, also on a day between two transfers', async ({
  people,
  portal,
  second,
}) => {
  givenToday('2026-11-26')
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2026-06-15')
  await givenPayment(people, note.id, { day: '2026-11-16', amount: 5n * 1_833_33n })
  await givenPayment(people, note.id, { day: '2026-11-17', amount: 1_833_33n, reference: 'Ahead' })
  const move = async (id: string, legalName: string, day: string) => {
    const { id: toHolderId } = await givenHolder(admin, second, { legalName })
    await decideApproval(colleague, await requestTransfer(admin, id, { ...death, holder: toHolderId, day }), 'approved')
    const { successor } = await getNoteStory(admin, id)
    return successor?.id ?? ''
  }
  const onDay = async (search: string) => {
    const { notes } = await getRegister(admin, { on: '2026-11-20', size: 500, search })
    return notes.map(({ number, principal, accrued }) => ({ number, principal, accrued }))
  }
  const heldId = await move(note.id, 'Second Person', '2026-11-18')
  const { number } = await getNoteStory(admin, heldId)
  const [register, accrual] = [await onDay(number), await getAccrual(admin, '2026-11-20')]
  const third = await move(heldId, 'Third Person', '2026-11-24')
  expect(await onDay(number)).toEqual(register)
  expect(await getAccrual(admin, '2026-11-20')).toEqual(accrual)
  const today = await getAccrual(admin, '2026-11-26')
  expect(today.notes.filter(({ id }) => [note.id, heldId, third].includes(id))).toMatchObject([{ id: note.id }])
  expect(differencesOf(await compareRegister())).toEqual([])
})
