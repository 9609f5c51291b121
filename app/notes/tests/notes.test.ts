import { expect } from 'vitest'
import { noteSettings } from '../../../content/notes.ts'
import { addDays, addMonths } from '../../../rules/days.ts'
import { formatCents } from '../../../rules/money.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import {
  givenAccreditedHolder,
  givenNote,
  givenPayment,
  givenSignedNote,
  plainTerms,
} from '../../../tests/helpers/notes.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { givenToday } from '../../../tests/helpers/today.ts'
import { requestClearance, revokeAccreditation } from '../../accreditation/server/contrary-knowledge.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getHoldings } from '../../holdings/server/holdings.ts'
import { getOwnNote } from '../../holdings/server/note-page.ts'
import { getLedger, trialBalance } from '../../ledger/server/get-ledger.ts'
import { getRegister } from '../../register/server/register-list.ts'
import { clausesOf } from '../describe.ts'
import type { NoteTerms } from '../schedule.ts'
import { advanceNotes } from '../server/advance-notes.ts'
import { requestCancellation } from '../server/cancel-note.ts'
import { requestCure, requestDefault } from '../server/default-and-cure.ts'
import { createNote, readBackTerms, updateDraft } from '../server/drafts.ts'
import { requestFunding } from '../server/funding.ts'
import { requestPartRepayment } from '../server/part-repayment.ts'
import { requestPayment } from '../server/payments.ts'
import { requestPayoff } from '../server/payoff.ts'
import { requestReversal } from '../server/reversals.ts'
import { recordSignature, signNote } from '../server/sign-note.ts'
import { requestTransfer } from '../server/transfer.ts'

const noteOf = async ({ owner }: SharedPortal, id: string) =>
  (await owner.query('select * from notes where id = $1', [id])).rows[0]
const linesOf = async ({ owner }: SharedPortal, id: string) =>
  (
    await owner.query(
      `select s.* from schedule_lines s join notes n on n.id = s.note_id and n.version = s.version
      where n.id = $1 order by s.n`,
      [id],
    )
  ).rows
const balances = async ({ owner }: SharedPortal, id: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await owner.query(
        `select account, sum(debit_cents - credit_cents)::float8 as balance from ledger_lines where note_id = $1
        group by account having sum(debit_cents - credit_cents) <> 0`,
        [id],
      )
    ).rows.map(({ account, balance }) => [account, balance]),
  )

test('a note goes from draft to funded: numbered, read back, signed, frozen, funded by two people', async ({
  portal,
  people,
}) => {
  const { admin, colleague, investor } = people
  const holderId = await givenAccreditedHolder(portal, people)
  const { id, number } = await createNote(admin, { ...plainTerms, holderId })
  expect(number).toMatch(/^LK-20\d\d-\d{4}$/)
  const { sentences, lines } = await readBackTerms(admin, id)
  const today = { ...noteSettings, defaultRateBp: null }
  expect(sentences[0]).toContain('$200,000')
  expect(lines).toHaveLength(12)
  expect(sentences.slice(-7)).toEqual(clausesOf({ ...plainTerms, convention: 'following' } as NoteTerms, today))
  await expect(signNote(admin, id)).rejects.toMatchObject({ code: 'NOTE_SIGNATURES' })
  await recordSignature(admin, id, { userId: investor.id, signedOn: '2024-01-02' })
  // A change of the terms removes the signature; the database allows no other.
  for (const change of ['rate_bp = 1200', "clauses = '{Anything goes.}'", 'principal_cents = principal_cents + 1'])
    await expect(
      queryAs(portal, admin.id, `update notes set ${change} where id = $1`, [id]),
      change,
    ).rejects.toMatchObject({
      constraint: 'note_signed_terms_stay',
    })
  await updateDraft(admin, id, { ...plainTerms, holderId, payee: 'Checking at First Bank' })
  await expect(signNote(admin, id)).rejects.toMatchObject({ code: 'NOTE_SIGNATURES' })
  await recordSignature(admin, id, { userId: investor.id, signedOn: '2024-01-02' })
  await expect(getLedger(investor, id)).resolves.toEqual([])
  await signNote(admin, id)
  const signed = await noteOf(portal, id)
  expect(signed).toMatchObject({ state: 'signed', terms: { principal_cents: '20000000', holder: 'Iris Vestor' } })
  // Every sentence that a rule rests on is part of the hash, and can't be changed.
  expect(signed).toMatchObject({ clauses: sentences.slice(-7), terms: { clauses: sentences.slice(-7) } })
  const reworded = "update notes set clauses[7] = 'This note is payable to its bearer.' where id = $1"
  await expect(portal.owner.query(reworded, [id])).rejects.toMatchObject({ constraint: 'note_terms_are_frozen' })
  expect((await getOwnNote(investor, id)).agreement.clauses).toEqual(sentences.slice(-7))
  await expect(updateDraft(admin, id, { ...plainTerms, holderId })).rejects.toMatchObject({ code: 'NOTE_NOT_DRAFT' })

  const arrived = { day: '2024-12-15', confirmedDay: '2024-12-15' }
  const funds = { ...arrived, amount: 200_000_00n, reference: 'WIRE 1', originator: 'iris vestor' }
  await expect(requestFunding(admin, id, { ...funds, amount: 199_975_00n })).rejects.toMatchObject({
    code: 'NOTE_FUNDS_DIFFER',
  })
  const approval = await requestFunding(admin, id, funds)
  await expect(decideApproval(admin, approval, 'approved')).rejects.toMatchObject({ code: 'APPROVE_OWN' })
  await decideApproval(colleague, approval, 'approved')
  const funded = await noteOf(portal, id)
  expect(funded).toMatchObject({ issue_date: '2024-12-15', maturity_date: '2025-12-15', version: 1, state: 'matured' })
  const schedule = await linesOf(portal, id)
  expect(schedule.map(line => Number(line.interest_cents))).toEqual([...Array(11).fill(1_833_33), 1_833_37])
  expect(await balances(portal, id)).toEqual({ 1010: 200_000_00, 2010: -200_000_00, 2020: -22_000_00, 5010: 22_000_00 })
})

test('what is learned after the terms were frozen stops the funds, asked for or approved', async ({
  portal,
  people,
}) => {
  const { admin, colleague } = people
  const note = await givenSignedNote(portal, people)
  const arrived = { day: '2026-06-15', confirmedDay: '2026-06-15' }
  const funds = { ...arrived, amount: 200_000_00n, reference: 'WIRE', originator: 'Iris Vestor' }
  const requested = await requestFunding(admin, note.id, funds)
  const { rows } = await portal.owner.query(
    "update accreditations set state = 'expired' where holder_id = $1 returning id",
    [note.holderId],
  )
  await revokeAccreditation(admin, rows[0].id, { reason: 'Somebody lent the money.' })
  await expect(decideApproval(colleague, requested, 'approved')).rejects.toMatchObject({ code: 'HOLDER_BLOCKED' })
  await decideApproval(colleague, requested, 'rejected', 'Not until it is cleared.')
  await expect(requestFunding(admin, note.id, funds)).rejects.toMatchObject({ code: 'HOLDER_BLOCKED' })
  const clearing = await requestClearance(admin, rows[0].id, { reason: 'It was a mistake.' })
  await decideApproval(colleague, clearing, 'approved')
  await decideApproval(colleague, await requestFunding(admin, note.id, funds), 'approved')
})

test('who approves principal that is paid late is told which interest falls due with it, and stays due', async ({
  portal,
  people,
}) => {
  const note = await givenNote(portal, people, '2024-12-15')
  const late = { day: '2025-12-22', confirmedDay: '2025-12-22', amount: 222_000_00n, reference: 'ACH late' }
  await requestPayment(people.admin, note.id, late)
  const { waiting } = await getApprovals(people.colleague)
  const requested = waiting.find(({ summary }) => summary.includes(note.number))
  expect(requested?.lines).toContainEqual(
    expect.stringMatching(/^Parts: interest due on Jan 15, 2025 \$1,833\.33; .*principal \$200,000\.00\.$/),
  )
  // Seven days: 200,000 × 11% × 7 ÷ 365.
  expect(requested?.lines).toContain(
    'Interest of $421.92, which this principal earned after the last payment date, falls due with it. $421.92 of that remains due: it isn’t part of this payment.',
  )
})

test('payments settle what is due, oldest first, and the principal closes the note', async ({ portal, people }) => {
  const note = await givenNote(portal, people, '2024-12-15')
  await givenPayment(people, note.id, { day: '2025-01-15', amount: 1_833_33n })
  await givenPayment(people, note.id, { day: '2025-03-17', amount: 3_666_66n })
  const entries = await getLedger(people.investor, note.id)
  expect(entries.filter(({ kind }) => kind === 'payment').map(({ line }) => line?.n)).toEqual([1, 2, 3])
  await givenPayment(people, note.id, { day: '2025-12-15', amount: 216_500_01n })
  expect(await noteOf(portal, note.id)).toMatchObject({ state: 'paid', closed_on: '2025-12-15' })
  expect(await balances(portal, note.id)).toEqual({ 1010: -22_000_00, 5010: 22_000_00 })
})

test('a payment that came back is mirrored as a whole, interest and principal, and can be recorded again', async ({
  portal,
  people,
}) => {
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2024-12-15')
  const payment = { day: '2025-12-15', amount: 222_000_00n, reference: 'ACH 7' }
  await givenPayment(people, note.id, payment)
  const entries = (await getLedger(admin, note.id)).filter(({ kind }) => kind === 'payment' || kind === 'principal')
  expect(entries).toHaveLength(13)
  const principal = entries.at(-1)
  const approval = await requestReversal(admin, principal?.id ?? '', { why: 'returned', day: '2025-12-18' })
  await decideApproval(colleague, approval, 'approved')
  expect(await noteOf(portal, note.id)).toMatchObject({ state: 'matured', closed_at: null })
  await expect(
    requestReversal(admin, principal?.id ?? '', { why: 'mistake', day: '2025-12-18' }),
  ).rejects.toMatchObject({ code: 'LEDGER_REVERSED' })
  const mirrored = (await getLedger(admin, note.id)).filter(({ kind }) => kind === 'payment_returned')
  expect(mirrored.map(({ reverses }) => reverses)).toEqual(entries.map(({ id }) => id))
  expect(mirrored.at(-1)).toMatchObject({ bookedOn: '2025-12-18' })
  // Four days late: 200,000 × 11% × 4 ÷ 365.
  await givenPayment(people, note.id, { day: '2025-12-19', amount: 222_241_10n, reference: 'ACH 8' })
  expect(await noteOf(portal, note.id)).toMatchObject({ state: 'paid', closed_on: '2025-12-19' })
})

test('early redemption pays the accrued interest; the schedule ends there', async ({ portal, people }) => {
  givenToday('2026-11-20')
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2026-08-15', { termMonths: 24, rateBp: 1200 })
  const payoff = { day: '2026-10-25', reference: 'WIRE 9', reason: 'Early redemption' }
  await givenPayment(people, note.id, { day: '2026-09-15', amount: 2_000_00n })
  await expect(requestPayoff(admin, note.id, { ...payoff, day: '2026-08-15' })).rejects.toMatchObject({
    code: 'PAYOFF_BEFORE_ISSUE',
  })
  await expect(requestPayoff(admin, note.id, { ...payoff, day: '2026-11-15' })).rejects.toMatchObject({
    code: 'PAYOFF_CLOSED',
    message: expect.stringContaining('The next business day is Nov 16, 2026.'),
  })
  await decideApproval(colleague, await requestPayoff(admin, note.id, { ...payoff, day: '2026-11-20' }), 'approved')
  expect(await noteOf(portal, note.id)).toMatchObject({ state: 'paid', version: 2, close_reason: 'Early redemption' })
  const lines = await linesOf(portal, note.id)
  // September 15, October 15, November 15, and five days.
  expect(lines.map(line => [line.due_date, Number(line.interest_cents), Number(line.principal_cents)])).toEqual([
    ['2026-09-15', 2_000_00, 0],
    ['2026-10-15', 2_000_00, 0],
    ['2026-11-15', 2_000_00, 0],
    ['2026-11-20', 333_33, 200_000_00],
  ])
  expect(await balances(portal, note.id)).toEqual({ 1010: -6_333_33, 5010: 6_333_33 })
})

test('a payoff that came back is reversed as a whole: the note goes on by the schedule before it', async ({
  portal,
  people,
}) => {
  givenToday('2026-11-20')
  const { admin, colleague, investor } = people
  const today = fundDay()
  const note = await givenNote(portal, people, addDays(addMonths(today, -3), -10), { termMonths: 24, rateBp: 1200 })
  await givenPayment(people, note.id, { day: addDays(addMonths(today, -2), -10), amount: 2_000_00n })
  const rowsOf = async () =>
    (await linesOf(portal, note.id)).map(line => [line.n, line.due_date, line.interest_cents, line.principal_cents])
  const before = {
    rows: await rowsOf(),
    balances: await balances(portal, note.id),
    note: await noteOf(portal, note.id),
  }
  const payOff = async (reference: string) => {
    const payoff = { day: today, reference, reason: 'Early redemption' }
    await decideApproval(colleague, await requestPayoff(admin, note.id, payoff), 'approved')
    return (await getLedger(admin, note.id)).filter(entry => entry.reference === reference)
  }
  const paid = await payOff('WIRE 9')
  // Interest of two months, of some days since, and the principal.
  expect(paid.map(({ kind }) => kind)).toEqual(['payment', 'payment', 'payment', 'principal'])
  const [first, ...others] = paid.map(({ id }) => id)
  const requested = await requestReversal(admin, others.at(-1) ?? '', { why: 'returned', day: today })
  // The same payment, regardless of the request.
  await expect(requestReversal(admin, first ?? '', { why: 'returned', day: today })).rejects.toMatchObject({
    code: 'APPROVAL_OPEN',
  })
  const total = formatCents(paid.flatMap(({ lines }) => lines).reduce((sum, { debit }) => sum + debit, 0n))
  const { waiting } = await getApprovals(colleague)
  const read = waiting.find(({ id }) => id === requested)
  expect(read?.lines.join('\n')).toContain(`The payment of ${total} of interest and principal on the note`)
  expect(read?.lines).toContain(
    'The note is owed again. The schedule before the payoff applies, as a new version, as if it had gone on.',
  )
  await decideApproval(colleague, requested, 'approved')

  expect(await noteOf(portal, note.id)).toMatchObject({
    ...{ state: 'current', version: 3, closed_on: null, close_reason: null, next_due_on: before.note.next_due_on },
  })
  expect(await rowsOf()).toEqual(before.rows)
  expect(await balances(portal, note.id)).toEqual(before.balances)
  const page = await getOwnNote(investor, note.id)
  expect(page.note).toMatchObject({ state: 'current', outstandingCents: 200_000_00n, interestPaidCents: 2_000_00n })
  expect(page.note.accruedCents).toBeGreaterThan(0n)
  expect(page.note.payments.map(({ state }) => state)).toEqual([
    ...['paid', 'returned', 'returned'],
    ...Array(21).fill('scheduled'),
  ])
  await expect(requestReversal(admin, others[0] ?? '', { why: 'mistake', day: today })).rejects.toMatchObject({
    code: 'LEDGER_REVERSED',
  })
  // The returned amount is sent again.
  await payOff('WIRE 10')
  expect(await noteOf(portal, note.id)).toMatchObject({ state: 'paid', version: 4, closed_on: today })
  expect(await balances(portal, note.id)).not.toHaveProperty('2020')
})

test('a payoff that is reversed months later leaves what has fallen due since, and a default as it was', async ({
  portal,
  people,
}) => {
  givenToday('2026-11-20')
  const { admin, colleague } = people
  const today = fundDay()
  // Paid off two months ago, before any payment.
  givenToday(addDays(addMonths(today, -2), 1))
  const day = fundDay()
  const note = await givenNote(portal, people, addDays(addMonths(day, -2), -10), { termMonths: 24, rateBp: 1200 })
  await decideApproval(colleague, await requestDefault(admin, note.id, { reason: 'Unpaid' }), 'approved')
  const payoff = { day, reference: 'WIRE 9', reason: 'Recovered' }
  await decideApproval(colleague, await requestPayoff(admin, note.id, payoff), 'approved')
  expect(await noteOf(portal, note.id)).toMatchObject({ state: 'paid', next_due_on: null })
  givenToday(today)
  const [principal] = (await getLedger(admin, note.id)).filter(({ kind }) => kind === 'principal')
  const mistake = { why: 'mistake', day: today }
  await decideApproval(colleague, await requestReversal(admin, principal?.id ?? '', mistake), 'approved')
  expect(await noteOf(portal, note.id)).toMatchObject({ state: 'defaulted', version: 3 })
  const due = (await linesOf(portal, note.id)).filter(line => line.due_date <= today)
  expect(await balances(portal, note.id)).toMatchObject({ 2010: -200_000_00, 2020: -due.length * 2_000_00 })
  // The interest of the days before the payoff fell due only with it.
  const interest = (await getLedger(admin, note.id)).filter(({ kind }) => kind === 'interest_due')
  expect(interest).toHaveLength(due.length + 1)
  expect(interest.filter(({ reversedBy }) => reversedBy)).toHaveLength(1)
  expect((await noteOf(portal, note.id)).next_due_on > today).toBe(true)
})

test('part of the principal is repaid on a due date, by two people, and makes a new version of the schedule', async ({
  portal,
  people,
}) => {
  givenToday('2026-11-20')
  const { admin, colleague, investor } = people
  const today = fundDay()
  const issued = addMonths(today, -4)
  const note = await givenNote(portal, people, issued, { termMonths: 24, rateBp: 1200, convention: 'preceding' })
  const [before] = await linesOf(portal, note.id)
  const repayment = { amount: 50_000_00n, reference: 'WIRE 5' }
  await expect(requestPartRepayment(admin, note.id, { ...repayment, amount: 200_000_00n })).rejects.toMatchObject({
    code: 'REPAYMENT_AMOUNT',
  })
  await expect(requestPartRepayment(investor, note.id, repayment)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const approval = await requestPartRepayment(admin, note.id, repayment)
  await expect(decideApproval(admin, approval, 'approved')).rejects.toThrow()
  await decideApproval(colleague, approval, 'approved')
  expect(await noteOf(portal, note.id)).toMatchObject({ state: 'current', version: 2 })
  const lines = await linesOf(portal, note.id)
  expect(lines.map(line => Number(line.interest_cents))).toEqual([
    ...Array(4).fill(2_000_00),
    ...Array(20).fill(1_500_00),
  ])
  expect([3, 23].map(i => Number(lines[i].principal_cents))).toEqual([50_000_00, 150_000_00])
  const { rows } = await portal.owner.query('select * from schedule_lines where note_id = $1 and version = 1', [
    note.id,
  ])
  expect(rows).toHaveLength(24)
  expect(rows).toContainEqual(before)
  expect(await balances(portal, note.id)).toMatchObject({ 2010: -150_000_00 })
  // The investor reads both versions.
  const page = await getOwnNote(investor, note.id)
  expect(page.note).toMatchObject({ outstandingCents: 150_000_00n, principalRepaidCents: 50_000_00n })
  expect(page.note.payments[3]).toMatchObject({ principalCents: 50_000_00n, state: 'part' })
  expect(page.note.payments[23]).toMatchObject({ principalCents: 150_000_00n, state: 'scheduled', paidOn: undefined })
  expect(page.earlier.map(({ version, lines }) => [version, lines.length])).toEqual([[1, 24]])
  // The register has the remaining principal.
  const { notes } = await getRegister(admin, { on: today, search: note.number })
  expect(notes).toMatchObject([{ principal: 150_000_00n }])
  expect((await getRegister(admin, { on: issued, search: note.number })).notes).toMatchObject([
    { principal: 200_000_00n },
  ])
  // Only interest is due.
  await givenPayment(people, note.id, { day: today, amount: 8_000_00n })
  await expect(givenPayment(people, note.id, { day: today, amount: 1n })).rejects.toMatchObject({
    code: 'PAYMENT_NOTHING_DUE',
  })
  // A payoff: the remaining amount.
  const payoff = { day: today, reference: 'WIRE 7', reason: 'Early redemption' }
  await decideApproval(colleague, await requestPayoff(admin, note.id, payoff), 'approved')
  expect(await noteOf(portal, note.id)).toMatchObject({ state: 'paid', version: 3 })
})

test('a part repayment that came back lets the schedule before it apply again, as a further version', async ({
  portal,
  people,
}) => {
  givenToday('2026-11-20')
  const { admin, colleague, investor } = people
  const today = fundDay()
  const note = await givenNote(portal, people, addMonths(today, -4), { termMonths: 24, rateBp: 1200 })
  const amountsOf = async () =>
    (await linesOf(portal, note.id)).map(line => [line.n, line.interest_cents, line.principal_cents])
  const first = await amountsOf()
  const repay = async (amount: bigint, reference: string) => {
    await decideApproval(colleague, await requestPartRepayment(admin, note.id, { amount, reference }), 'approved')
    return (await getLedger(admin, note.id)).findLast(({ kind }) => kind === 'principal')?.id ?? ''
  }
  const reverse = async (entry: string) =>
    decideApproval(colleague, await requestReversal(admin, entry, { why: 'returned', day: today }), 'approved')
  const fifty = await repay(50_000_00n, 'WIRE 5')
  const second = await amountsOf()
  const thirty = await repay(30_000_00n, 'WIRE 6')
  // In any order.
  await reverse(fifty)
  expect(await noteOf(portal, note.id)).toMatchObject({ version: 4 })
  await reverse(thirty)
  expect(await noteOf(portal, note.id)).toMatchObject({ state: 'current', version: 5 })
  expect(await amountsOf()).toEqual(first)
  expect(await balances(portal, note.id)).toMatchObject({ 2010: -200_000_00 })
  const page = await getOwnNote(investor, note.id)
  expect(page.note).toMatchObject({ outstandingCents: 200_000_00n, principalRepaidCents: 0n })
  expect(page.note.payments[23]).toMatchObject({ principalCents: 200_000_00n, state: 'scheduled' })
  expect(page.earlier.map(({ version }) => version).toSorted()).toEqual([1, 2, 3, 4])
  // Only interest is due now; the returned amount is repaid again.
  await givenPayment(people, note.id, { day: today, amount: 8_000_00n })
  await repay(50_000_00n, 'WIRE 7')
  expect(await amountsOf()).toEqual(second)
  expect(await noteOf(portal, note.id)).toMatchObject({ version: 6 })
})

test('a part repayment whose interest has fallen due since it was to be reversed is asked about again', async ({
  portal,
  people,
}) => {
  givenToday('2026-11-20')
  const { admin, colleague } = people
  const today = fundDay()
  // Written and repaid a month ago.
  givenToday(addMonths(today, -1))
  const note = await givenNote(portal, people, addMonths(today, -4), { termMonths: 24, rateBp: 1200 })
  const requested = await requestPartRepayment(admin, note.id, { amount: 50_000_00n, reference: 'WIRE 5' })
  await decideApproval(colleague, requested, 'approved')
  const [repaid] = (await getLedger(admin, note.id)).filter(({ kind }) => kind === 'principal')
  const reversal = await requestReversal(admin, repaid?.id ?? '', { why: 'returned', day: fundDay() })
  givenToday(today)
  await advanceNotes()
  await expect(decideApproval(colleague, reversal, 'approved')).rejects.toMatchObject({ code: 'PAYMENT_CHANGED' })
  await decideApproval(colleague, reversal, 'rejected')
  const again = await requestReversal(admin, repaid?.id ?? '', { why: 'returned', day: fundDay() })
  await decideApproval(colleague, again, 'approved')
  expect(await balances(portal, note.id)).toMatchObject({ 2010: -200_000_00, 2020: -8_000_00 })
})

test('a transfer closes the note and continues it for another holder with the same terms', async ({
  portal,
  people,
  second,
}) => {
  givenToday('2026-11-20')
  const { admin, colleague, investor } = people
  const note = await givenNote(portal, people, '2026-06-15')
  const trust = await givenHolder(admin, second, { legalName: 'Second Trust', kind: 'revocable_trust' })
  const transfer = { holder: trust.id, reason: 'death', day: '2026-11-18', paper: 'Letters testamentary' }
  await expect(requestTransfer(admin, note.id, { ...transfer, holder: note.holderId })).rejects.toMatchObject({
    code: 'TRANSFER_SAME',
  })
  await decideApproval(colleague, await requestTransfer(admin, note.id, transfer), 'approved')
  const { rows } = await portal.owner.query('select * from notes where predecessor_id = $1', [note.id])
  expect(rows[0]).toMatchObject({ state: 'current', holder_id: trust.id, issue_date: '2026-06-15', rate_bp: 1100 })
  expect(await noteOf(portal, note.id)).toMatchObject({ state: 'transferred', closed_on: '2026-11-18' })
  expect((await linesOf(portal, note.id)).at(-1)).toMatchObject({ n: 5, due_date: '2026-11-15' })
  expect((await linesOf(portal, rows[0].id))[0]).toMatchObject({ n: 6, due_date: '2026-12-15' })
  expect(await balances(portal, rows[0].id)).toEqual({ 1020: 200_000_00, 2010: -200_000_00 })
  expect(await balances(portal, note.id)).toMatchObject({ 1020: -200_000_00, 2020: -5 * 1_833_33 })
  // Earlier due amounts stay payable to the old holder.
  await givenPayment(people, note.id, { day: '2026-11-18', amount: 1_833_33n })
  expect(await getLedger(second, note.id)).toEqual([])
  expect((await getLedger(second, rows[0].id)).map(({ kind }) => kind)).toEqual(['transfer'])
  expect((await getLedger(investor, rows[0].id)).length).toBe(0)
  // The new holder sees the transferred amount once, not as more principal.
  expect(await getHoldings(second, '2026-11-23')).toMatchObject({
    investedCents: 200_000_00n,
    next: { payDate: '2026-12-15', cents: 1_833_33n },
    notes: [{ outstandingCents: 200_000_00n }],
  })
  expect(await getHoldings(investor, '2026-11-23')).toMatchObject({ investedCents: 0n, principalRepaidCents: 0n })
})

test('default beyond the grace period, cure, and recovery', async ({ portal, people }) => {
  givenToday('2026-11-20')
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2026-06-15')
  await decideApproval(colleague, await requestDefault(admin, note.id, { reason: 'Unpaid since July' }), 'approved')
  expect(await noteOf(portal, note.id)).toMatchObject({ state: 'defaulted' })
  await expect(requestCure(admin, note.id, { why: 'paid', reason: 'Paid' })).rejects.toMatchObject({
    code: 'CURE_STILL_DUE',
  })
  await givenPayment(people, note.id, { day: '2026-11-18', amount: 5n * 1_833_33n })
  await decideApproval(colleague, await requestCure(admin, note.id, { why: 'paid', reason: 'All paid' }), 'approved')
  expect(await noteOf(portal, note.id)).toMatchObject({ state: 'current' })
  await expect(requestDefault(admin, note.id, { reason: 'Unpaid' })).rejects.toMatchObject({ code: 'DEFAULT_NOT_LATE' })
  // A few late cents are paid, and no reason to call the principal.
  const short = await givenNote(portal, people, '2026-05-15')
  await givenPayment(people, short.id, { day: '2026-10-20', amount: 5n * 1_833_33n - 3n })
  await expect(requestDefault(admin, short.id, { reason: 'Unpaid' })).rejects.toMatchObject({
    code: 'DEFAULT_SMALL',
    message: expect.stringContaining('$0.03 is late'),
  })

  const late = await givenNote(portal, people, '2024-12-15')
  await decideApproval(colleague, await requestDefault(admin, late.id, { reason: 'Not repaid' }), 'approved')
  const payoff = { day: '2026-01-14', reference: 'WIRE 10', reason: 'Recovered' }
  await decideApproval(colleague, await requestPayoff(admin, late.id, payoff), 'approved')
  expect(await noteOf(portal, late.id)).toMatchObject({ state: 'paid', close_reason: 'Recovered' })
  // 30 days at 11% by actual days of 365, from the pay date on.
  expect((await linesOf(portal, late.id)).at(-1)).toMatchObject({ n: 13, days: 30, interest_cents: 1_808_22 })
})

test('the job catches up with due dates, once, and cancels what was never funded', async ({ portal, people }) => {
  // The database dates signatures by its own clock.
  const later = addDays(fundDay(), 60)
  givenToday('2026-11-20')
  const note = await givenNote(portal, people, '2026-10-15')
  const before = await getLedger(people.admin, note.id)
  expect(before.map(({ kind }) => kind)).toEqual(['funds', 'interest_due'])
  const unfunded = await givenSignedNote(portal, people)
  await advanceNotes()
  await advanceNotes()
  expect(await getLedger(people.admin, note.id)).toEqual(before)
  expect(await noteOf(portal, unfunded.id)).toMatchObject({ state: 'signed' })
  await advanceNotes(later).catch(() => {})
  expect(await noteOf(portal, unfunded.id)).toMatchObject({ state: 'cancelled' })
})

test('a note isn’t canceled, by the job or by hand, while somebody asks to record its funds', async ({
  portal,
  people,
}) => {
  const later = addDays(fundDay(), 60)
  const day = fundDay()
  const asking = async (cancel: (id: string) => Promise<unknown>) => {
    const note = await givenSignedNote(portal, people)
    await portal.owner.query('begin; lock table approvals in share row exclusive mode')
    const funds = { day, confirmedDay: day, amount: 200_000_00n, reference: 'WIRE', originator: 'Iris Vestor' }
    const requested = requestFunding(people.admin, note.id, funds)
    const waiting = (locks: number) =>
      eventually(`${locks} that wait`, async () => {
        await portal.owner.query('select pg_stat_clear_snapshot()')
        const { rows } = await portal.owner.query(`select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
        return rows[0].waiting >= locks
      })
    await waiting(1)
    const canceling = cancel(note.id)
    await waiting(2)
    await portal.owner.query('rollback')
    await Promise.all([requested, canceling])
    const open = await portal.owner.query('select from approvals where subject_id = $1 and decision is null', [note.id])
    return { state: (await noteOf(portal, note.id)).state, open: open.rowCount }
  }
  expect(await asking(() => advanceNotes(later).catch(() => {}))).toEqual({ state: 'signed', open: 1 })
  const refused = (error: unknown) => expect(error).toMatchObject({ code: 'APPROVAL_CONTRADICTED' })
  const byHand = (id: string) => requestCancellation(people.admin, id, { reason: 'Withdrawn' }).catch(refused)
  expect(await asking(byHand)).toEqual({ state: 'signed', open: 1 })
})

test('the trial balance balances', async ({ portal, people }) => {
  await givenNote(portal, people, '2025-10-15')
  const lines = await trialBalance(people.admin, '2026-11-22')
  const sum = (side: 'debit' | 'credit') => lines.reduce((total, line) => total + line[side], 0n)
  expect(sum('debit')).toBeGreaterThan(0n)
  expect(sum('debit')).toBe(sum('credit'))
})
