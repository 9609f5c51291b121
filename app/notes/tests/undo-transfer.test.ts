import { expect } from 'vitest'
import { elections } from '../../../server/sample/notes.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { givenNote, givenPayment, type NotePeople } from '../../../tests/helpers/notes.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { givenToday } from '../../../tests/helpers/today.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getHoldings } from '../../holdings/server/holdings.ts'
import { getOwnNote } from '../../holdings/server/note-page.ts'
import { verifyLedger } from '../../ledger/server/verify-ledger.ts'
import { compareRegister, differencesOf } from '../../register/server/compare-register.ts'
import { getDuePayments } from '../../register/server/due-list.ts'
import { getNoteStory } from '../../register/server/note-story.ts'
import { getRegister } from '../../register/server/register-list.ts'
import { advanceNotes } from '../server/advance-notes.ts'
import { requestPayoff } from '../server/payoff.ts'
import { requestReversal } from '../server/reversals.ts'
import { requestTransfer } from '../server/transfer.ts'
import { requestTransferReversal } from '../server/undo-transfer.ts'

/** Transfers a note to another holder by two people. @returns the note that continues it */
async function givenTransfer({ admin, colleague }: NotePeople, noteId: string, toHolderId: string, day: string) {
  const transfer = { reason: 'death', paper: 'Letters testamentary', holder: toHolderId, day }
  await decideApproval(colleague, await requestTransfer(admin, noteId, transfer), 'approved')
  const { successor } = await getNoteStory(admin, noteId)
  return successor as NonNullable<typeof successor>
}

async function reverseTransfer({ admin, colleague }: NotePeople, noteId: string, reason = 'It was another note') {
  await decideApproval(colleague, await requestTransferReversal(admin, noteId, { why: 'mistake', reason }), 'approved')
}

/** A note's debt, by its schedule and its books, without reversed entries. */
async function standingOf({ admin }: NotePeople, noteId: string) {
  const { state, owed, late, closedOn, lines, entries } = await getNoteStory(admin, noteId)
  const standing = entries.filter(({ reverses, reversedBy }) => !reverses && !reversedBy)
  return {
    ...{ state, owed, late, closedOn },
    lines: lines.map(({ n, due, interest, principal, paid, principalLeft }) => [
      ...[n, due, interest, principal, paid, principalLeft],
    ]),
    entries: standing.map(({ kind, bookedOn, relatesTo, lines }) => ({ kind, bookedOn, relatesTo, lines })),
  }
}

async function noticesOf({ owner }: SharedPortal, noteId: string) {
  const { rows } = await owner.query(
    "select user_id, kind from notices where note_id = $1 and kind like 'note-transfer-%' order by kind",
    [noteId],
  )
  return rows
}

test('a transfer that was recorded by mistake is reversed by two people, and the note goes on as if it had never moved', async ({
  portal,
  people,
  second,
}) => {
  givenToday('2026-11-20')
  const { admin, colleague, investor } = people
  const note = await givenNote(portal, people, '2026-06-15')
  await givenPayment(people, note.id, { day: '2026-10-15', amount: 4n * 1_833_33n })
  const before = await standingOf(people, note.id)
  const { id: toHolderId } = await givenHolder(admin, second, { legalName: 'Second Person' })
  const moved = await givenTransfer(people, note.id, toHolderId, '2026-11-05')
  expect(await getNoteStory(admin, moved.id)).toMatchObject({ state: 'current', owed: 200_000_00n })

  const requested = await requestTransferReversal(admin, note.id, { why: 'mistake', reason: 'It was another note' })
  const { waiting } = await getApprovals(colleague)
  const words = waiting.find(({ id }) => id === requested)?.lines.join(' ') ?? ''
  expect(words).toContain('as of Nov 5, 2026 was recorded by mistake, and is reversed. The reason: It was another note')
  expect(words).toContain('Interest of $1,833.33 that has fallen due to Second Person')
  await expect(decideApproval(admin, requested, 'approved')).rejects.toMatchObject({ code: 'APPROVE_OWN' })
  // Without the approval the step is impossible, even for the database's owner.
  await expect(
    portal.owner.query("update notes set state = 'current', closed_at = null, closed_on = null where id = $1", [
      note.id,
    ]),
  ).rejects.toMatchObject({ code: '42501' })
  await decideApproval(colleague, requested, 'approved')

  expect(await standingOf(people, note.id)).toEqual(before)
  const day = '2026-11-10'
  const register = async (holderId: string, on: string) =>
    (await getRegister(admin, { on, show: 'all', holderId })).notes.map(({ number, state, principal, unpaid }) => [
      ...[number, state, principal, unpaid],
    ])
  for (const on of [day, '2026-11-20']) {
    const unpaid = on === day ? 0n : 1_833_33n
    expect(await register(note.holderId, on)).toEqual([[note.number, 'current', 200_000_00n, unpaid]])
    expect(await register(toHolderId, on)).toEqual([[moved.number, 'cancelled', 0n, 0n]])
  }
  const due = await getDuePayments(admin, { from: day, to: '2027-06-30', today: '2026-11-20' })
  expect(due.filter(({ note }) => note === moved.number)).toEqual([])
  expect(differencesOf(await compareRegister())).toEqual([])
  expect(await verifyLedger(portal.owner)).toMatchObject({ findings: [] })

  // Its holder still sees the other note, and why it ended; both sides are notified.
  const held = await getHoldings(second)
  expect(held).toMatchObject({ investedCents: 0n, late: [], next: undefined, notes: [{ state: 'cancelled' }] })
  const seen = await getOwnNote(second, moved.id)
  expect(seen).toMatchObject({ note: { payments: [], closedOn: '2026-11-20' }, agreement: { isMistake: true } })
  expect(seen.ledger.at(-1)).toMatchObject({ principalOwedCents: 0n, interestOwedCents: 0n })
  expect((await getOwnNote(investor, note.id)).agreement).toMatchObject({ successor: null, isMistake: false })
  expect(await noticesOf(portal, note.id)).toContainEqual({ user_id: investor.id, kind: 'note-transfer-reversed' })
  expect(await noticesOf(portal, moved.id)).toEqual([{ user_id: second.id, kind: 'note-transfer-canceled' }])
})

test('after its transfer was reversed, a note can be transferred again, and that reversed, too', async ({
  portal,
  people,
  second,
}) => {
  givenToday('2026-11-20')
  const { admin } = people
  const note = await givenNote(portal, people, '2026-06-15')
  const before = await standingOf(people, note.id)
  const { id: toHolderId } = await givenHolder(admin, second, { legalName: 'Second Person' })
  const numbers: string[] = []
  // The same day, and one before interest that has fallen due since.
  for (const day of ['2026-11-18', '2026-08-01', '2026-11-18']) {
    numbers.push((await givenTransfer(people, note.id, toHolderId, day)).number)
    await reverseTransfer(people, note.id)
    expect(await standingOf(people, note.id)).toEqual(before)
  }
  expect(new Set(numbers).size).toBe(3)
  const last = await givenTransfer(people, note.id, toHolderId, '2026-11-18')
  expect(await getNoteStory(admin, note.id)).toMatchObject({ state: 'transferred', successor: { id: last.id } })
  expect(differencesOf(await compareRegister())).toEqual([])
})

test('what the new holder was paid is reversed first, and the refusal names it', async ({ portal, people, second }) => {
  givenToday('2026-11-20')
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2026-06-15')
  const { id: toHolderId } = await givenHolder(admin, second, { legalName: 'Second Person' })
  const moved = await givenTransfer(people, note.id, toHolderId, '2026-11-05')
  const before = await getNoteStory(admin, note.id)
  // It comes between the request and the approval.
  const early = await requestTransferReversal(admin, note.id, { why: 'mistake', reason: 'It was another note' })
  await givenPayment(people, moved.id, { day: '2026-11-16', amount: 1_833_33n, reference: 'ACH 7' })
  const refused = {
    code: 'TRANSFER_PAID_ON',
    message: expect.stringContaining(`${moved.number}, which continues this note: $1,833.33 on Nov 16, 2026 (ACH 7)`),
  }
  await expect(decideApproval(colleague, early, 'approved')).rejects.toMatchObject(refused)
  await decideApproval(colleague, early, 'rejected', 'There is a payment')
  await expect(
    requestTransferReversal(admin, note.id, { why: 'mistake', reason: 'It was another note' }),
  ).rejects.toMatchObject(refused)

  const paid = (await getNoteStory(admin, moved.id)).entries.find(({ kind }) => kind === 'payment')
  const mistake = { why: 'mistake', day: '2026-11-16' }
  await decideApproval(colleague, await requestReversal(admin, paid?.id ?? '', mistake), 'approved')
  await reverseTransfer(people, note.id)
  expect(await getNoteStory(admin, note.id)).toMatchObject({
    state: 'current',
    owed: 200_000_00n,
    lines: { length: 12 },
  })
  expect(before.lines).toHaveLength(4)
  expect(await getNoteStory(admin, moved.id)).toMatchObject({ state: 'cancelled', owed: 0n })
  expect(differencesOf(await compareRegister())).toEqual([])
})

test('where the period of either holder is closed, both sides are dated today', async ({ portal, people, second }) => {
  givenToday('2026-11-20')
  const { admin } = people
  const note = await givenNote(portal, people, '2026-06-15')
  const { id: toHolderId } = await givenHolder(admin, second, { legalName: 'Second Person' })
  const moved = await givenTransfer(people, note.id, toHolderId, '2026-10-20')
  await portal.owner.query("insert into statement_periods (holder_id, period_end) values ($1, '2026-10-31')", [
    toHolderId,
  ])
  await reverseTransfer(people, note.id)
  const mirrored = async (id: string) =>
    (await getNoteStory(admin, id)).entries
      .filter(({ kind, lines }) => kind === 'reversal' && lines.some(({ account }) => account === 2010))
      .map(({ bookedOn, relatesTo }) => [bookedOn, relatesTo])
  expect(await mirrored(note.id)).toEqual([['2026-11-20', '2026-10-20']])
  expect(await mirrored(moved.id)).toEqual([['2026-11-20', '2026-10-20']])
  // Until today the books have it with the second holder.
  const on = '2026-11-01'
  expect((await getRegister(admin, { on, holderId: toHolderId })).notes).toMatchObject([{ principal: 200_000_00n }])
  expect((await getRegister(admin, { on: '2026-11-20', holderId: toHolderId })).notes).toEqual([])
})

test('a note that matured meanwhile has matured with its holder, whose choice for it still stands', async ({
  portal,
  people,
  second,
}) => {
  givenToday('2025-09-20')
  const { admin, investor } = people
  const note = await givenNote(portal, people, '2024-10-15')
  const { id: note_id, holderId: holder_id } = note
  await elections.insert(portal.owner, { note_id, holder_id, made_by: investor.id })
  const { id: toHolderId } = await givenHolder(admin, second, { legalName: 'Second Person' })
  const moved = await givenTransfer(people, note.id, toHolderId, '2025-09-18')
  const chosen = { choice: 'withdraw', made_by: second.id } as const
  await elections.insert(portal.owner, { note_id: moved.id, holder_id: toHolderId, ...chosen })
  givenToday('2025-10-20')
  await advanceNotes()
  expect(await getNoteStory(admin, moved.id)).toMatchObject({ state: 'matured' })
  await reverseTransfer(people, note.id)
  const back = await getNoteStory(admin, note.id)
  expect(back).toMatchObject({ state: 'matured', elections: [{ choice: 'renew', isSuperseded: false }] })
  expect(back.lines.at(-1)).toMatchObject({ due: '2025-10-15', interest: 1_833_37n, principalLeft: 200_000_00n })
  expect(await getNoteStory(admin, moved.id)).toMatchObject({
    state: 'cancelled',
    elections: [{ choice: 'withdraw', isSuperseded: true }],
  })
})

test('a transfer that another one has followed is reversed after that one, and not where the note was paid off', async ({
  portal,
  people,
  second,
}) => {
  givenToday('2026-11-20')
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2026-06-15')
  const { id: toHolderId } = await givenHolder(admin, second, { legalName: 'Second Person' })
  const moved = await givenTransfer(people, note.id, toHolderId, '2026-11-05')
  await givenTransfer(people, moved.id, note.holderId, '2026-11-10')
  await expect(requestTransferReversal(admin, note.id, { why: 'mistake', reason: 'Wrong' })).rejects.toMatchObject({
    code: 'TRANSFER_CONTINUED',
    message: expect.stringContaining(`${moved.number}, which continues this note, was transferred on`),
  })
  await reverseTransfer(people, moved.id)
  const payoff = { day: '2026-11-20', reference: 'WIRE 9', reason: 'As agreed' }
  await decideApproval(colleague, await requestPayoff(admin, moved.id, payoff), 'approved')
  await expect(requestTransferReversal(admin, note.id, { why: 'mistake', reason: 'Wrong' })).rejects.toMatchObject({
    code: 'TRANSFER_PAID_ON',
    message: expect.stringContaining('(WIRE 9)'),
  })
})
