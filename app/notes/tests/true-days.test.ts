import { expect } from 'vitest'
import { adjust } from '../../../rules/business-days.ts'
import { addDays, addMonths, type Day, daysBetween } from '../../../rules/days.ts'
import { sumCents } from '../../../rules/money.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { elections } from '../../../server/sample/notes.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { rounds } from '../../../tests/helpers/lane.ts'
import { seeded } from '../../../tests/helpers/note-life.ts'
import { givenNote, type NotePeople } from '../../../tests/helpers/notes.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { verifyLedger } from '../../ledger/server/verify-ledger.ts'
import { compareRegister, differencesOf } from '../../register/server/compare-register.ts'
import { getInterestPaid } from '../../register/server/interest-paid.ts'
import { getNoteStory, type NoteStory } from '../../register/server/note-story.ts'
import { dueBy } from '../due.ts'
import { requestCure, requestDefault } from '../server/default-and-cure.ts'
import { requestPartRepayment } from '../server/part-repayment.ts'
import { requestPayment } from '../server/payments.ts'
import { requestPayoff } from '../server/payoff.ts'
import { requestRenewal } from '../server/renewal.ts'
import { requestReversal } from '../server/reversals.ts'
import { requestTransfer } from '../server/transfer.ts'
import { requestTransferReversal } from '../server/undo-transfer.ts'

/* Events with their true days, recorded in any order. */

const today = fundDay()

type Act =
  | { kind: 'payment'; day: Day; amount: bigint; reference: string; returned?: Day }
  | { kind: 'repayment'; day: Day; due: Day; amount: bigint; reference: string; returned?: Day }
  | { kind: 'payoff'; day: Day; reference: string; returned?: Day }
  | { kind: 'return'; day: Day; of: string; reference: string }

/** Records an event by two people. */
async function record({ admin, colleague }: NotePeople, noteId: string, act: Act): Promise<void> {
  const requested = await request(admin, noteId, act)
  await decideApproval(colleague, requested, 'approved').catch(async error => {
    await decideApproval(colleague, requested, 'rejected')
    throw error
  })
}

async function request(admin: NotePeople['admin'], noteId: string, act: Act): Promise<string> {
  const { day } = act
  if (act.kind === 'payment') return requestPayment(admin, noteId, { ...act, confirmedDay: day })
  if (act.kind === 'repayment') return requestPartRepayment(admin, noteId, act)
  if (act.kind === 'payoff') return requestPayoff(admin, noteId, { ...act, reason: 'Early' })
  return requestReversal(admin, await entryOf(admin, noteId, act.of), { why: 'returned', day })
}

async function entryOf(admin: NotePeople['admin'], noteId: string, reference: string): Promise<string> {
  const { entries } = await getNoteStory(admin, noteId)
  const found = entries.find(
    each => each.reference === reference && !each.reversedBy && (each.kind === 'payment' || each.kind === 'principal'),
  )
  if (!found) throw new PortalError('NOT_FOUND')
  return found.id
}

async function mistake({ admin, colleague }: NotePeople, noteId: string, reference: string): Promise<void> {
  const requested = await requestReversal(admin, await entryOf(admin, noteId, reference), { why: 'mistake' })
  await decideApproval(colleague, requested, 'approved')
}

/** Records a payment's return by mistake. */
async function returnMistake({ admin, colleague }: NotePeople, noteId: string, reference: string): Promise<string> {
  const { entries } = await getNoteStory(admin, noteId)
  const back = entries.find(
    each => each.reference === reference && each.kind === 'payment_returned' && !each.reversedBy,
  )
  const requested = await requestReversal(admin, back?.id ?? '', { why: 'mistake' })
  await decideApproval(colleague, requested, 'approved')
  return requested
}

/** @returns the books: each account on each day, each scheduled payment, and the note */
async function booksOf({ owner }: SharedPortal, { admin }: NotePeople, noteId: string) {
  const { rows } = await owner.query(
    `select l.account, e.relates_to::text as day, sum(l.debit_cents - l.credit_cents)::text as cents
    from ledger_lines l join ledger_entries e on e.id = l.entry_id where l.note_id = $1
    group by 1, 2 having sum(l.debit_cents - l.credit_cents) <> 0 order by 2, 1`,
    [noteId],
  )
  const { lines, owed, state, closedOn } = await getNoteStory(admin, noteId)
  const scheduled = lines.map(({ due, interest, principal, paid, principalLeft }) => ({
    due,
    interest,
    principal,
    paid,
    principalLeft,
  }))
  return { entries: rows, scheduled, owed, state, closedOn }
}

const dueOn = ({ lines }: NoteStory, day: Day) => sumCents(dueBy(lines, day).map(({ cents }) => cents))

test('a payoff that is recorded after interest has fallen due has its true day, and that interest is reversed', async ({
  portal,
  people,
}) => {
  // The last due date was three days ago, or more if that is no business day.
  const due = addDays(today, -3)
  const note = await givenNote(portal, people, addMonths(due, -2))
  const [first, second] = (await getNoteStory(people.admin, note.id)).lines
  await record(people, note.id, {
    kind: 'payment',
    day: first?.pay ?? '',
    amount: first?.interest ?? 0n,
    reference: 'A',
  })
  const day = adjust(addDays(due, -2), 'preceding')
  const requested = await requestPayoff(people.admin, note.id, { day, reference: 'WIRE', reason: 'Early' })
  const { approvals } = await getNoteStory(people.admin, note.id)
  expect(approvals.find(({ id }) => id === requested)?.lines.join(' ')).toContain('isn’t due, and is reversed')
  await decideApproval(people.colleague, requested, 'approved')
  const { state, owed, lines, closedOn } = await getNoteStory(people.admin, note.id)
  expect({ state, owed, closedOn }).toEqual({ state: 'paid', owed: 0n, closedOn: day })
  expect(lines.at(-1)).toMatchObject({ due: day, isStub: true })
  expect(lines.at(-1)?.interest).toBeLessThan(second?.interest ?? 0n)
  expect(differencesOf(await compareRegister())).toEqual([])
})

test('a mistake of December that is corrected in January isn’t taxable: it takes the payment’s own day', async ({
  portal,
  people,
}) => {
  const note = await givenNote(portal, people, '2025-11-15')
  const before = await booksOf(portal, people, note.id)
  await record(people, note.id, { kind: 'payment', day: '2025-12-15', amount: 1_833_33n, reference: 'WRONG' })
  await mistake(people, note.id, 'WRONG')
  expect(await booksOf(portal, people, note.id)).toEqual(before)
})

test('the repayment of a part that comes back after interest has fallen due lets that interest be counted on all of the principal', async ({
  portal,
  people,
}) => {
  const note = await givenNote(portal, people, '2026-01-15')
  await record(people, note.id, { kind: 'payment', day: '2026-02-17', amount: 1_833_33n, reference: 'FEB' })
  const repaid = { due: '2026-02-15', day: '2026-02-17', amount: 50_000_00n, reference: 'PART' }
  await record(people, note.id, { kind: 'repayment', ...repaid })
  await record(people, note.id, { kind: 'payment', day: '2026-03-16', amount: 1_375_00n, reference: 'MAR' })
  await record(people, note.id, { kind: 'return', day: '2026-03-20', of: 'PART', reference: 'BACK' })
  const { lines, owed } = await getNoteStory(people.admin, note.id)
  expect(owed).toBe(200_000_00n)
  expect(lines[1]).toMatchObject({ interest: 1_833_33n, paid: 1_375_00n })
  expect(differencesOf(await compareRegister())).toEqual([])
})

test('part of the principal is repaid as of the due date on which it was, though another has come since', async ({
  portal,
  people,
}) => {
  const note = await givenNote(portal, people, '2026-01-15')
  await record(people, note.id, { kind: 'payment', day: '2026-02-17', amount: 1_833_33n, reference: 'FEB' })
  await record(people, note.id, { kind: 'payment', day: '2026-03-16', amount: 1_375_00n, reference: 'MAR' })
  const repaid = { due: '2026-02-15', day: '2026-02-17', amount: 50_000_00n, reference: 'PART' }
  await record(people, note.id, { kind: 'repayment', ...repaid })
  const { lines, owed } = await getNoteStory(people.admin, note.id)
  expect(owed).toBe(150_000_00n)
  expect(lines[1]).toMatchObject({ interest: 1_375_00n, paid: 1_375_00n })
})

test('a note whose interest was paid on the Friday before a due date on Saturday is paid off on that Friday', async ({
  portal,
  people,
}) => {
  const note = await givenNote(portal, people, '2026-02-28', { convention: 'preceding' })
  const lines = (await getNoteStory(people.admin, note.id)).lines.filter(({ due }) => due <= '2026-11-28')
  for (const { pay, interest, n } of lines)
    await record(people, note.id, { kind: 'payment', day: pay, amount: interest, reference: `P${n}` })
  expect(lines.at(-1)).toMatchObject({ due: '2026-11-28', pay: '2026-11-27' })
  await record(people, note.id, { kind: 'payoff', day: '2026-11-27', reference: 'OFF' })
  expect(await getNoteStory(people.admin, note.id)).toMatchObject({ state: 'paid', owed: 0n, closedOn: '2026-11-27' })
})

test('a payment of a later day that wouldn’t be what was due then is named', async ({ portal, people }) => {
  const note = await givenNote(portal, people, '2026-01-15')
  await record(people, note.id, { kind: 'payoff', day: '2026-03-02', reference: 'OFF' })
  const requested = request(people.admin, note.id, {
    kind: 'payment',
    day: '2026-02-17',
    amount: 1_833_33n,
    reference: 'FEB',
  })
  await expect(requested).rejects.toMatchObject({ code: 'LATER_PAYMENT', message: expect.stringContaining('(OFF)') })
})

test('a last payment that came back is recorded after the one that was made again, together with its return', async ({
  portal,
  people,
}) => {
  const inTime = await givenNote(portal, people, '2025-10-15')
  const { lines } = await getNoteStory(people.admin, inTime.id)
  const interest = sumCents(lines.map(line => line.interest))
  const acts = {
    interest: { kind: 'payment', day: '2026-10-15', amount: interest, reference: 'INT' },
    first: { kind: 'payment', day: '2026-10-20', amount: 200_000_00n, reference: 'FIRST' },
    back: { kind: 'return', day: '2026-10-23', of: 'FIRST', reference: 'BACK' },
    again: { kind: 'payment', day: '2026-10-27', amount: 200_723_29n, reference: 'AGAIN' },
  } satisfies Record<string, Act>
  for (const act of [acts.interest, acts.first, acts.back, acts.again]) await record(people, inTime.id, act)
  const late = await givenNote(portal, people, '2025-10-15', { holderId: inTime.holderId })
  await record(people, late.id, acts.interest)
  await record(people, late.id, acts.again)
  expect(await getNoteStory(people.admin, late.id)).toMatchObject({ state: 'paid' })
  await expect(record(people, late.id, acts.first)).rejects.toMatchObject({
    code: 'LATER_PAYMENT',
    message: expect.stringContaining('record it together with its return'),
  })
  const requested = await request(people.admin, late.id, { ...acts.first, returned: acts.back.day })
  const { approvals } = await getNoteStory(people.admin, late.id)
  expect(approvals.find(({ id }) => id === requested)?.lines.join(' ')).toContain('It came back on Oct 23, 2026')
  await decideApproval(people.colleague, requested, 'approved')
  expect(await booksOf(portal, people, late.id)).toEqual(await booksOf(portal, people, inTime.id))
  expect(await getNoteStory(people.admin, late.id)).toMatchObject({ state: 'paid', closedOn: '2026-10-27' })
  expect(differencesOf(await compareRegister())).toEqual([])
})

test('a payoff that came back is recorded after the payments that were made since, together with its return', async ({
  portal,
  people,
}) => {
  const note = await givenNote(portal, people, '2026-01-15')
  await record(people, note.id, { kind: 'payment', day: '2026-02-17', amount: 1_833_33n, reference: 'FEB' })
  const before = await booksOf(portal, people, note.id)
  await record(people, note.id, { kind: 'payoff', day: '2026-02-02', reference: 'OFF', returned: '2026-02-05' })
  const { state, owed, lines } = await getNoteStory(people.admin, note.id)
  const after = await booksOf(portal, people, note.id)
  expect({ state, owed, scheduled: after.scheduled }).toEqual({
    state: 'current',
    owed: 200_000_00n,
    scheduled: before.scheduled,
  })
  expect(lines[0]).toMatchObject({ interest: 1_833_33n, paid: 1_833_33n })
  // 17 days of interest were paid, and returned.
  expect(after.entries).toContainEqual({ account: 1010, day: '2026-02-02', cents: String(-200_000_00n - 1_038_89n) })
  expect(differencesOf(await compareRegister())).toEqual([])
})

test('a repayment of a part that came back is recorded on a note that has been paid since, with its return alone', async ({
  portal,
  people,
}) => {
  const part = {
    kind: 'repayment',
    day: '2026-04-15',
    due: '2026-04-15',
    amount: 50_000_00n,
    reference: 'PART',
  } as const
  const acts: Act[] = [part, { kind: 'return', day: '2026-04-20', of: 'PART', reference: 'BACK' }]
  const end: Act = { kind: 'payoff', day: '2026-06-15', reference: 'ALL' }
  const inTime = await givenNote(portal, people, '2026-01-15')
  for (const act of [...acts, end]) await record(people, inTime.id, act)
  const late = await givenNote(portal, people, '2026-01-15', { holderId: inTime.holderId })
  await record(people, late.id, end)
  await expect(record(people, late.id, part)).rejects.toMatchObject({
    code: 'LATER_PAYMENT',
    message: expect.stringContaining('record it together with its return'),
  })
  await record(people, late.id, { ...part, returned: '2026-04-20' })
  expect(await booksOf(portal, people, late.id)).toEqual(await booksOf(portal, people, inTime.id))
  expect(await getNoteStory(people.admin, late.id)).toMatchObject({ state: 'paid', closedOn: '2026-06-15' })
  expect(differencesOf(await compareRegister())).toEqual([])
})

test('a part whose repayment didn’t count after all runs on to maturity, though the rest was paid off since', async ({
  portal,
  people,
}) => {
  const part = {
    kind: 'repayment',
    day: '2026-04-15',
    due: '2026-04-15',
    amount: 50_000_00n,
    reference: 'PART',
  } as const
  const end: Act = { kind: 'payoff', day: '2026-05-01', reference: 'ALL' }
  for (const undo of ['return', 'mistake'] as const) {
    const note = await givenNote(portal, people, '2026-01-15', { principalCents: 200_000_00n })
    for (const line of (await getNoteStory(people.admin, note.id)).lines.slice(0, 3))
      await record(people, note.id, { kind: 'payment', day: line.pay, amount: line.interest, reference: `P${line.n}` })
    await record(people, note.id, part)
    await record(people, note.id, end)
    expect(await getNoteStory(people.admin, note.id)).toMatchObject({ state: 'paid', owed: 0n })
    if (undo === 'return')
      await record(people, note.id, { kind: 'return', day: '2026-05-05', of: 'PART', reference: 'BACK' })
    else await mistake(people, note.id, 'PART')
    const { state, owed, lines } = await getNoteStory(people.admin, note.id)
    expect({ state, owed }).toEqual({ state: 'current', owed: 50_000_00n })
    // 50,000.00 at 11 % for a month is 458.33; the rest was paid up to the day of the payoff.
    const month = lines.filter(line => line.due > end.day && line.due <= '2027-01-15')
    expect(month.map(({ interest }) => interest)).toEqual(Array(9).fill(458_33n).with(8, month.at(-1)?.interest))
    expect(lines.at(-1)).toMatchObject({ due: '2027-01-15', principal: 50_000_00n, principalLeft: 50_000_00n })
    // It can be paid off again.
    await record(people, note.id, { kind: 'payoff', day: '2026-06-01', reference: 'REST' })
    const paid = await getNoteStory(people.admin, note.id)
    expect(paid).toMatchObject({ state: 'paid', owed: 0n })
    // Interest on it until then: a month and 16 of 30 days.
    expect(sumCents(paid.lines.filter(line => line.due > end.day).map(line => line.paid))).toBe(458_33n + 244_44n)
    expect(await verifyLedger(portal.owner)).toMatchObject({ findings: [] })
    expect(differencesOf(await compareRegister())).toEqual([])
  }
})

test('a default that ended before maturity, and is recorded after it, leaves the note matured', async ({
  portal,
  people: { admin, colleague, investor },
}) => {
  const people = { admin, colleague, investor }
  const note = await givenNote(portal, people, addMonths(today, -13))
  const [first] = (await getNoteStory(admin, note.id)).lines
  const pay = first?.pay ?? ''
  const declared = await requestDefault(admin, note.id, { reason: 'Late', day: addDays(pay, 11) })
  await decideApproval(colleague, declared, 'approved')
  const day = addDays(pay, 12)
  await record(people, note.id, { kind: 'payment', day, amount: first?.interest ?? 0n, reference: 'A' })
  await decideApproval(colleague, await requestCure(admin, note.id, { why: 'paid', reason: 'Paid', day }), 'approved')
  expect(await getNoteStory(admin, note.id)).toMatchObject({ state: 'matured' })
})

test('that a payment came back is recorded by mistake: it stands again, on its day and in its tax year, and may come back', async ({
  portal,
  people,
}) => {
  const note = await givenNote(portal, people, '2025-11-15')
  await record(people, note.id, { kind: 'payment', day: '2025-12-15', amount: 1_833_33n, reference: 'DEC' })
  const before = await booksOf(portal, people, note.id)
  await record(people, note.id, { kind: 'return', day: '2026-01-05', of: 'DEC', reference: 'BACK' })
  const requested = await returnMistake(people, note.id, 'DEC')
  const { approvals } = await getNoteStory(people.admin, note.id)
  expect(approvals.find(({ id }) => id === requested)?.lines.join(' ')).toContain('The payment stands.')
  expect(await booksOf(portal, people, note.id)).toEqual(before)
  const { entries } = await getNoteStory(people.admin, note.id)
  const restated = entries.find(({ kind }) => kind === 'restated')?.id ?? ''
  const again = requestReversal(people.admin, restated, { why: 'mistake' })
  await expect(again).rejects.toMatchObject({ code: 'LEDGER_REVERSAL' })
  for (const [year, net] of [
    [2025, 1_833_33n],
    [2026, 0n],
  ] as const) {
    const { holders } = await getInterestPaid(people.admin, { year, size: 1000 })
    expect(holders.find(({ holderId }) => holderId === note.holderId)?.net ?? 0n, `${year}`).toBe(net)
  }
  await record(people, note.id, { kind: 'return', day: '2026-01-07', of: 'DEC', reference: 'BACK' })
  expect((await getNoteStory(people.admin, note.id)).lines[0]).toMatchObject({ paid: 0n })
  expect(differencesOf(await compareRegister())).toEqual([])
})

test('principal that came back by mistake earns no late interest, and its bank line still shows it', async ({
  portal,
  people,
}) => {
  const note = await givenNote(portal, people, '2025-09-15')
  const { lines } = await getNoteStory(people.admin, note.id)
  const interest = sumCents(lines.map(line => line.interest))
  const day = lines.at(-1)?.pay ?? ''
  await record(people, note.id, { kind: 'payment', day, amount: interest, reference: 'INT' })
  await record(people, note.id, { kind: 'payment', day, amount: 200_000_00n, reference: 'PRI' })
  const before = await booksOf(portal, people, note.id)
  expect(before).toMatchObject({ state: 'paid' })
  await record(people, note.id, { kind: 'return', day: addDays(day, 3), of: 'PRI', reference: 'BACK' })
  expect(await getNoteStory(people.admin, note.id)).toMatchObject({ state: 'matured', owed: 200_000_00n })
  await returnMistake(people, note.id, 'PRI')
  expect(await booksOf(portal, people, note.id)).toEqual(before)
  expect(differencesOf(await compareRegister())).toEqual([])
})

test('a payment recorded after the return of a later one changes what that one settled, until it came back', async ({
  portal,
  people,
}) => {
  const acts = [
    { kind: 'payment', day: '2025-12-16', amount: 100_00n, reference: 'PART' },
    { kind: 'payment', day: '2025-12-30', amount: 1_833_33n, reference: 'DEC' },
    { kind: 'return', day: '2026-01-20', of: 'DEC', reference: 'BACK' },
  ] satisfies Act[]
  const inTime = await givenNote(portal, people, '2025-10-15')
  for (const act of acts) await record(people, inTime.id, act)
  const late = await givenNote(portal, people, '2025-10-15', { holderId: inTime.holderId })
  const [part, ...later] = acts
  for (const act of later) await record(people, late.id, act)
  await record(people, late.id, part as Act)
  expect(await booksOf(portal, people, late.id)).toEqual(await booksOf(portal, people, inTime.id))
  expect(differencesOf(await compareRegister())).toEqual([])
})

test('a payment recorded while a wrong transfer stands changes what a later one settled until it came back', async ({
  portal,
  people,
  second,
}) => {
  const { admin, colleague } = people
  const inTime = await givenNote(portal, people, '2024-10-15')
  const { lines } = await getNoteStory(admin, inTime.id)
  const early = sumCents(lines.slice(0, -2).map(({ interest }) => interest))
  const september: Act = { kind: 'payment', day: '2025-09-15', amount: lines.at(-2)?.interest ?? 0n, reference: 'SEP' }
  const before: Act = { kind: 'payment', day: '2025-08-15', amount: early, reference: 'EARLY' }
  const after: Act[] = [
    { kind: 'payment', day: '2025-10-15', amount: 200_000_00n, reference: 'ALL' },
    { kind: 'return', day: '2025-10-20', of: 'ALL', reference: 'BACK' },
  ]
  for (const act of [before, september, ...after]) await record(people, inTime.id, act)
  const late = await givenNote(portal, people, '2024-10-15', { holderId: inTime.holderId })
  for (const act of [before, ...after]) await record(people, late.id, act)
  const { id: heir } = await givenHolder(admin, second, { legalName: 'Second Person' })
  const transfer = { holder: heir, reason: 'death', day: '2025-09-20', paper: 'Letters testamentary' }
  await decideApproval(colleague, await requestTransfer(admin, late.id, transfer), 'approved')
  await record(people, late.id, september)
  const requested = await requestTransferReversal(admin, late.id, { why: 'mistake', reason: 'Another note' })
  const { approvals } = await getNoteStory(admin, late.id)
  expect(approvals.find(({ id }) => id === requested)?.lines).toEqual(
    expect.arrayContaining([
      'With what was recorded while the note had moved, payments that had come back are counted again:',
      expect.stringMatching(
        /^The payment of .* made on Oct 15, 2025 settled .* of principal\. Now it settles \$1,833\.3\d of interest due on Oct 15, 2025, and /,
      ),
    ]),
  )
  await decideApproval(colleague, requested, 'approved')
  expect(await booksOf(portal, people, late.id)).toEqual(await booksOf(portal, people, inTime.id))
  expect(await verifyLedger(portal.owner)).toMatchObject({ findings: [] })
  expect(differencesOf(await compareRegister())).toEqual([])
})

test('a payment after maturity that came back is counted again, with the interest that fell due with it', async ({
  portal,
  people,
}) => {
  const inTime = await givenNote(portal, people, '2024-10-15')
  const { lines } = await getNoteStory(people.admin, inTime.id)
  const [september, october] = [lines.at(-2)?.interest ?? 0n, lines.at(-1)?.interest ?? 0n]
  const early = sumCents(lines.slice(0, -2).map(({ interest }) => interest))
  const before: Act = { kind: 'payment', day: '2025-08-15', amount: early, reference: 'EARLY' }
  const forgotten: Act = { kind: 'payment', day: '2025-09-15', amount: september, reference: 'SEP' }
  const after: Act[] = [
    { kind: 'payment', day: '2025-10-30', amount: october + 100_000_00n, reference: 'PART' },
    { kind: 'return', day: '2025-11-05', of: 'PART', reference: 'BACK' },
  ]
  for (const act of [before, forgotten, ...after]) await record(people, inTime.id, act)
  const late = await givenNote(portal, people, '2024-10-15', { holderId: inTime.holderId })
  for (const act of [before, ...after, forgotten]) await record(people, late.id, act)
  expect(await booksOf(portal, people, late.id)).toEqual(await booksOf(portal, people, inTime.id))
  await mistake(people, late.id, 'SEP')
  await record(people, late.id, forgotten)
  expect(await booksOf(portal, people, late.id)).toEqual(await booksOf(portal, people, inTime.id))
  expect(differencesOf(await compareRegister())).toEqual([])
})

/** A note past maturity with a returned payment, and part of the resulting late interest paid since. */
const partlyPaidSince = (october: bigint) =>
  [
    { kind: 'payment', day: '2025-10-30', amount: october + 100_000_00n, reference: 'PART' },
    { kind: 'payment', day: '2025-11-03', amount: 200_00n, reference: 'SINCE' },
    { kind: 'return', day: '2025-11-05', of: 'PART', reference: 'BACK' },
  ] satisfies Act[]

test('a payment that came back is counted again though its late interest was partly paid with another one', async ({
  portal,
  people,
}) => {
  const inTime = await givenNote(portal, people, '2024-10-15')
  const { lines } = await getNoteStory(people.admin, inTime.id)
  const [september, october] = [lines.at(-2)?.interest ?? 0n, lines.at(-1)?.interest ?? 0n]
  const early = sumCents(lines.slice(0, -2).map(({ interest }) => interest))
  const before: Act = { kind: 'payment', day: '2025-08-15', amount: early, reference: 'EARLY' }
  const forgotten: Act = { kind: 'payment', day: '2025-09-15', amount: september, reference: 'SEP' }
  const after = partlyPaidSince(october)
  for (const act of [before, forgotten, ...after]) await record(people, inTime.id, act)
  const late = await givenNote(portal, people, '2024-10-15', { holderId: inTime.holderId })
  for (const act of [before, ...after, forgotten]) await record(people, late.id, act)
  expect(await booksOf(portal, people, late.id)).toEqual(await booksOf(portal, people, inTime.id))
  await mistake(people, late.id, 'SEP')
  await record(people, late.id, forgotten)
  expect(await booksOf(portal, people, late.id)).toEqual(await booksOf(portal, people, inTime.id))
  expect(await verifyLedger(portal.owner)).toMatchObject({ findings: [] })
  expect(differencesOf(await compareRegister())).toEqual([])
})

test('a payment whose return was a mistake stands again with its late interest, part of which was paid since', async ({
  portal,
  people,
}) => {
  const note = await givenNote(portal, people, '2024-10-15')
  const { lines } = await getNoteStory(people.admin, note.id)
  const interest = sumCents(lines.map(line => line.interest))
  const [part, since, back] = partlyPaidSince(0n)
  const paid: Act = { kind: 'payment', day: '2025-10-15', amount: interest, reference: 'INT' }
  for (const act of [paid, part, since]) await record(people, note.id, act as Act)
  const before = await booksOf(portal, people, note.id)
  await record(people, note.id, back as Act)
  const withReturn = await booksOf(portal, people, note.id)
  await returnMistake(people, note.id, 'PART')
  expect(await booksOf(portal, people, note.id)).toEqual(before)
  await record(people, note.id, back as Act)
  expect(await booksOf(portal, people, note.id)).toEqual(withReturn)
  expect(differencesOf(await compareRegister())).toEqual([])
})

test('the approver of a renewal reads that late interest was paid on principal that came back', async ({
  portal,
  people,
}) => {
  const { admin, investor } = people
  const note = await givenNote(portal, people, '2024-10-15')
  const { lines } = await getNoteStory(admin, note.id)
  const [part, since, back] = partlyPaidSince(0n)
  const interest = sumCents(lines.map(line => line.interest))
  await record(people, note.id, { kind: 'payment', day: '2025-10-15', amount: interest, reference: 'INT' })
  for (const act of [part, since, back]) await record(people, note.id, act as Act)
  await elections.insert(portal.owner, { note_id: note.id, holder_id: note.holderId, made_by: investor.id })
  const requested = await requestRenewal(admin, note.id)
  const { approvals } = await getNoteStory(admin, note.id)
  expect(approvals.find(({ id }) => id === requested)?.lines.join(' ')).toContain(
    '$200.00 of late interest was paid on principal that came back.',
  )
})

test('a payoff that came back is counted again where an earlier payment is taken out, and recorded again', async ({
  portal,
  people,
}) => {
  const note = await givenNote(portal, people, '2026-01-15')
  const february: Act = { kind: 'payment', day: '2026-02-17', amount: 1_833_33n, reference: 'FEB' }
  await record(people, note.id, february)
  await record(people, note.id, { kind: 'payoff', day: '2026-03-02', reference: 'OFF' })
  const paid = await booksOf(portal, people, note.id)
  const back: Act = { kind: 'return', day: '2026-03-05', of: 'OFF', reference: 'BACK' }
  await record(people, note.id, back)
  const before = await booksOf(portal, people, note.id)
  await mistake(people, note.id, 'FEB')
  await record(people, note.id, february)
  expect(await booksOf(portal, people, note.id)).toEqual(before)
  await returnMistake(people, note.id, 'OFF')
  expect(await booksOf(portal, people, note.id)).toEqual(paid)
  await record(people, note.id, back)
  expect(await booksOf(portal, people, note.id)).toEqual(before)
  expect(await verifyLedger(portal.owner)).toMatchObject({ findings: [] })
  expect(differencesOf(await compareRegister())).toEqual([])
})

test('a default is recorded of a note that owes interest alone', async ({
  portal,
  people: { admin, colleague, investor },
}) => {
  const people = { admin, colleague, investor }
  const note = await givenNote(portal, people, addMonths(today, -13))
  const { lines } = await getNoteStory(admin, note.id)
  const [first, last] = [lines[0], lines.at(-1)]
  const day = last?.pay ?? ''
  const interest = sumCents(lines.map(line => line.interest))
  await record(people, note.id, { kind: 'payment', day, amount: interest, reference: 'INTEREST' })
  await record(people, note.id, { kind: 'payment', day, amount: 200_000_00n, reference: 'PRINCIPAL' })
  await record(people, note.id, { kind: 'return', day: addDays(day, 1), of: 'INTEREST', reference: 'BACK' })
  const late = addDays(first?.pay ?? '', 11)
  await decideApproval(colleague, await requestDefault(admin, note.id, { reason: 'Late', day: late }), 'approved')
  expect(await getNoteStory(admin, note.id)).toMatchObject({ state: 'defaulted', owed: 0n })
})

/** Lives a note in the true order. @returns the events */
async function live(people: NotePeople, noteId: string, random: () => number): Promise<Act[]> {
  const acts: Act[] = []
  const returns: Act[] = []
  const act = async (next: Act) => {
    await record(people, noteId, next)
    acts.push(next)
    const back = adjust(addDays(next.day, 1 + Math.floor(random() * 60)), 'following')
    if (next.kind !== 'return' && random() < 0.2 && back <= today)
      returns.push({ kind: 'return', day: back, of: next.reference, reference: `Back ${next.reference}` })
  }
  const comeBack = async (until: Day) => {
    const come = returns.filter(({ day }) => day <= until).toSorted((one, other) => one.day.localeCompare(other.day))
    for (const each of come) {
      returns.splice(returns.indexOf(each), 1)
      await act(each)
    }
  }
  const issued = await getNoteStory(people.admin, noteId)
  for (const { n, due, pay } of issued.lines.filter(line => line.pay <= today)) {
    await comeBack(addDays(pay, -1))
    const story = await getNoteStory(people.admin, noteId)
    if (story.state === 'paid') break
    const owed = dueOn(story, pay)
    const amount = random() < 0.15 ? (owed * BigInt(Math.ceil(random() * 90))) / 100n : owed
    if (amount > 0n && random() < 0.8) await act({ kind: 'payment', day: pay, amount, reference: `P${n}` })
    if (n < issued.lines.length && random() < 0.15) {
      const part = BigInt(Math.ceil(random() * 40_000_00))
      await act({ kind: 'repayment', day: pay, due, amount: part, reference: `R${n}` }).catch(ignoreRefusal)
    }
    const early = adjust(addDays(pay, 3 + Math.floor(random() * 15)), 'following')
    if (random() < 0.1 && early <= today && early < (issued.lines[n]?.pay ?? today)) {
      await comeBack(early)
      await act({ kind: 'payoff', day: early, reference: `O${n}` }).catch(ignoreRefusal)
    }
  }
  // Late principal, and the interest on it, are paid in parts, together and separately.
  let day = issued.lines.at(-1)?.pay ?? today
  for (let at = 0; at < 6; at++) {
    day = adjust(addDays(day, 2 + Math.floor(random() * 9)), 'following')
    if (day > today) break
    await comeBack(day)
    const open = dueBy((await getNoteStory(people.admin, noteId)).lines, day)
    const sumOf = (isInterest: boolean) =>
      sumCents(open.filter(({ line }) => (line !== undefined) === isInterest).map(({ cents }) => cents))
    const [interest, principal] = [sumOf(true), sumOf(false)]
    const part =
      random() < 0.4 ? 0n : random() < 0.5 ? principal : (principal * BigInt(Math.ceil(random() * 90))) / 100n
    if (interest + part > 0n) await act({ kind: 'payment', day, amount: interest + part, reference: `L${at}` })
  }
  await comeBack(today)
  return acts
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof PortalError) || error.status > 409) throw error
}

/** @returns whether an event can be recorded after those */
function isReady(act: Act, acts: readonly Act[], done: ReadonlySet<Act>): boolean {
  if (act.kind === 'return') {
    const paid = acts.find(each => each.reference === act.of)
    // The lines it settled stay as booked at its return.
    return paid !== undefined && done.has(paid) && acts.every(each => each.day > paid.day || done.has(each))
  }
  // Its amount is the balance then.
  return act.kind !== 'payoff' || acts.every(each => each === act || each.day > act.day || done.has(each))
}

/** Records events out of order, with mistakes that are corrected. */
async function recordLate(people: NotePeople, noteId: string, acts: readonly Act[], random: () => number) {
  const done = new Set<Act>()
  const refusals: string[] = []
  for (let tries = 0; done.size < acts.length; tries++) {
    const open = acts.filter(act => !done.has(act) && isReady(act, acts, done))
    const act = open[Math.floor(random() * open.length)]
    if (!act || tries > acts.length * 12) throw new Error(`not recorded: ${JSON.stringify(refusals.slice(-5))}`)
    try {
      if (act.kind === 'payment' && random() < 0.15) {
        const day = addDays(act.day, Math.min(3, daysBetween(act.day, today)))
        await record(people, noteId, { ...act, day, reference: 'Wrong' })
        await mistake(people, noteId, 'Wrong')
      }
      await record(people, noteId, act)
      done.add(act)
    } catch (error) {
      ignoreRefusal(error)
      const { code, message } = error as PortalError
      const back = acts.find(each => each.kind === 'return' && each.of === act.reference)
      if (code === 'LATER_PAYMENT' && back && act.kind !== 'return' && isReady(back, acts, new Set([...done, act]))) {
        // As the refusal advises.
        await record(people, noteId, { ...act, returned: back.day })
        done.add(act).add(back)
        continue
      }
      refusals.push(`${act.kind} ${act.reference} of ${act.day}: ${message}`)
      const named = code === 'LATER_PAYMENT' && acts.find(each => message.includes(`(${each.reference})`))
      if (!named) continue
      // As the refusal advises.
      await mistake(people, noteId, named.reference)
      done.delete(named)
    }
  }
}

const inText = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

test.for(Array.from({ length: rounds(3, 20) }, (_, at) => (Number(process.env.NOTE_SEED) || 47) + at))(
  'life %s recorded late, out of order and with mistakes ends as the same life recorded in time',
  async (seed, { portal, people }) => {
    const random = seeded(seed)
    const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
    const issued = addDays(today, -60 - Math.floor(random() * 500))
    const terms = {
      payout: one(['monthly', 'monthly', 'quarterly'] as const),
      dayCount: one(['30/360', 'actual/365'] as const),
      convention: one(['following', 'modified_following', 'preceding'] as const),
      termMonths: one([12, 24] as const),
    }
    const inTime = await givenNote(portal, people, issued, terms)
    const acts = await live(people, inTime.id, random)
    const late = await givenNote(portal, people, issued, { ...terms, holderId: inTime.holderId })
    await recordLate(people, late.id, acts, random)
    const [expected, other] = [await booksOf(portal, people, inTime.id), await booksOf(portal, people, late.id)]
    expect(other, JSON.stringify(acts, inText)).toEqual(expected)
    expect(differencesOf(await compareRegister())).toEqual([])
  },
)
