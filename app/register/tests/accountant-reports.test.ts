import { expect } from 'vitest'
import { formatRate } from '../../../rules/money.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { expectRecomputed, registerFile } from '../../../tests/helpers/accountant.ts'
import { allOf, linesOf } from '../../../tests/helpers/csv.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { readCsv } from '../../../tests/helpers/journal.ts'
import { givenAccreditation, givenNote, givenPayment, type NotePeople } from '../../../tests/helpers/notes.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { givenToday } from '../../../tests/helpers/today.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { getBatchApproval } from '../../approvals/server/approve-batch.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getLedger } from '../../ledger/server/get-ledger.ts'
import { requestPartRepayment } from '../../notes/server/part-repayment.ts'
import { requestPayment } from '../../notes/server/payments.ts'
import { requestReversal } from '../../notes/server/reversals.ts'
import { requestTransfer } from '../../notes/server/transfer.ts'
import { requestFundingReversal } from '../../notes/server/undo-funding.ts'
import { paymentsReport } from '../office/payments/payments-tables.tsx'
import { getPaymentRegister, getPaymentsByHolder } from '../server/payment-register.ts'
import { exportRegister } from '../server/register-export.ts'
import { getRollForward } from '../server/roll-forward.ts'

const interest = 1_833_33n

/** @returns a note's payments of a year, as day, kind, interest, principal and outcome of each */
async function paymentsOf(admin: Actor, note: { number: string }, year: number) {
  const { payments } = await getPaymentRegister(admin, { year, search: note.number })
  return payments.map(({ day, kind, state, undoneOn, ...paid }) => [
    ...[day, kind, state, undoneOn],
    ...[paid.interest, paid.principal, paid.reference],
  ])
}

async function undo({ admin, colleague }: NotePeople, noteId: string, why: 'returned' | 'mistake', day: string) {
  const paid = (await getLedger(admin, noteId)).filter(({ kind }) => kind === 'payment' || kind === 'principal')
  await decideApproval(colleague, await requestReversal(admin, paid.at(-1)?.id ?? '', { why, day }), 'approved')
}

test('a year’s payments are listed with what came back and what was corrected, each with its holder, box and reference', async ({
  portal,
  people,
}) => {
  givenToday('2026-11-20')
  const { admin } = people
  const note = await givenNote(portal, people, '2026-06-15')
  await givenPayment(people, note.id, { day: '2026-07-15', amount: interest, reference: 'ACH 1' })
  await givenPayment(people, note.id, { day: '2026-08-17', amount: interest, reference: 'ACH 2' })
  await undo(people, note.id, 'returned', '2026-08-20')
  await givenPayment(people, note.id, { day: '2026-08-21', amount: interest, reference: 'ACH 3' })
  await givenPayment(people, note.id, { day: '2026-09-15', amount: interest, reference: 'ACH 4' })
  await undo(people, note.id, 'mistake', '2026-09-15')
  expect(await paymentsOf(admin, note, 2026)).toEqual([
    ['2026-07-15', 'payment', 'made', null, interest, 0n, 'ACH 1'],
    ['2026-08-17', 'payment', 'returned', '2026-08-20', interest, 0n, 'ACH 2'],
    ['2026-08-20', 'return', null, null, -interest, 0n, 'ACH 2'],
    ['2026-08-21', 'payment', 'made', null, interest, 0n, 'ACH 3'],
    ['2026-09-15', 'payment', 'corrected', '2026-09-15', interest, 0n, 'ACH 4'],
    ['2026-09-15', 'correction', null, null, -interest, 0n, 'ACH 4'],
  ])
  expect(await paymentsOf(admin, note, 2025)).toEqual([])
  const { totals, total } = await getPaymentRegister(admin, { year: 2026, search: note.number, size: 2 })
  expect(total).toBe(6)
  expect(totals).toMatchObject({
    payment: { total: 4n * interest },
    return: { total: -interest },
    correction: { total: -interest },
    all: { interest: 2n * interest, principal: 0n, total: 2n * interest, withheld: 0n },
    boxOne: 2n * interest,
  })

  // The file has the same rows, regardless of the page.
  const requested = { year: 2026, search: note.number }
  const rows = (await allOf(await exportRegister(admin, 'payments', requested))).flat()
  expect(rows).toEqual((await getPaymentRegister(admin, requested)).payments)
})

test('the bank’s fee for a wire is noted with its payment, and changes nothing that is owed, paid or taxed', async ({
  portal,
  people,
}) => {
  givenToday('2026-11-20')
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2026-06-15')
  const wire = { day: '2026-08-17', amount: interest, reference: 'WIRE 25', confirmedDay: '2026-08-17' }
  for (const fee of ['500.01', '-1', 'much'])
    await expect(requestPayment(admin, note.id, { ...wire, fee })).rejects.toMatchObject({
      problems: { fee: fee === '500.01' ? 'WIRE_FEE_OVER' : 'NOTE_AMOUNT_INVALID' },
    })
  const id = await requestPayment(admin, note.id, { ...wire, fee: '25.00' })
  const { lines } = (await getApprovals(colleague)).waiting.find(each => each.id === id) ?? {}
  expect(lines).toContain('The bank charged $25.00 for the wire. It isn’t part of this payment.')
  const { requests } = await getBatchApproval(colleague, 'payment.record')
  expect(requests.find(each => each.id === id)?.differences).toContain('$25.00 wire fee')
  await decideApproval(colleague, id, 'approved')
  const logged = await portal.owner.query(
    "select details ->> 'fee' as fee from audit_log where action = 'payment.recorded' and subject_id = $1",
    [note.id],
  )
  expect(logged.rows).toEqual([{ fee: '2500' }])

  // Booked again, since an earlier payment is recorded later: the fee stays with its own payment.
  await givenPayment(people, note.id, { day: '2026-07-15', amount: interest, reference: 'ACH 1' })
  const feesOf = async () => {
    const { payments, totals } = await getPaymentRegister(admin, { year: 2026, search: note.number })
    expect([totals.all.total, totals.boxOne]).toEqual([totals.all.interest, totals.all.interest])
    return payments.map(({ reference, kind, total, wireFee }) => [reference, kind, total, wireFee])
  }
  expect(await feesOf()).toEqual([
    ['ACH 1', 'payment', interest, 0n],
    ['WIRE 25', 'payment', interest, 25_00n],
  ])
  const rows = await exportRegister(admin, 'payments', { year: 2026, search: note.number })
  const csv = readCsv((await linesOf(paymentsReport.csv, rows)).join('\r\n'))
  expect(csv.map(row => row[csv[0]?.indexOf('Wire fee') ?? -1])).toEqual(['Wire fee', '0', '25'])

  // A wire that was recorded by mistake was never sent.
  await undo(people, note.id, 'mistake', '2026-08-17')
  expect((await feesOf()).map(([, , , fee]) => fee)).toEqual([0n, 0n, 0n])
})

test('interest and principal that were paid together are one payment; an IRA’s count in no box', async ({
  portal,
  people,
}) => {
  givenToday('2026-11-20')
  const { admin, investor } = people
  const custodian = { kind: 'sdira', custodianName: 'Lone Star Trust Company' } as const
  const { id: holderId } = await givenHolder(admin, investor, { ...custodian, legalName: 'Ira of 2026', state: 'TX' })
  await givenAccreditation(portal, holderId, investor)
  const note = await givenNote(portal, people, '2025-10-15', { holderId })
  const due = 22_000_00n
  await givenPayment(people, note.id, { day: '2026-10-15', amount: due + 200_000_00n, reference: 'WIRE' })
  expect(await paymentsOf(admin, note, 2026)).toEqual([
    ['2026-10-15', 'payment', 'made', null, due, 200_000_00n, 'WIRE'],
  ])
  const [payment] = (await getPaymentRegister(admin, { year: 2026, search: note.number })).payments
  expect(payment).toMatchObject({ holder: 'Ira of 2026', exempt: 'account', total: 222_000_00n })
  const { holders } = await getPaymentsByHolder(admin, { year: 2026, search: note.number })
  expect(holders).toMatchObject([{ payments: 1, interest: due, boxOne: 0n, exempt: 'account' }])
})

test('what is booked after its year, since the year was closed, ties to the trial balance of both', async ({
  portal,
  people,
}) => {
  givenToday('2026-11-20')
  const { admin } = people
  const note = await givenNote(portal, people, '2025-06-15')
  const before = {
    old: (await getPaymentRegister(admin, { year: 2025 })).ties,
    now: (await getPaymentRegister(admin, { year: 2026 })).ties,
  }
  await portal.owner.query("insert into statement_periods (holder_id, period_end) values ($1, '2025-12-31')", [
    note.holderId,
  ])
  await givenPayment(people, note.id, { day: '2025-07-15', amount: interest })
  const [payment] = (await getPaymentRegister(admin, { year: 2025, search: note.number })).payments
  expect(payment).toMatchObject({ day: '2025-07-15', bookedOn: '2026-11-20' })
  const [old, now] = [
    (await getPaymentRegister(admin, { year: 2025 })).ties,
    (await getPaymentRegister(admin, { year: 2026 })).ties,
  ]
  expect([old?.interest.later, now?.interest.earlier]).toEqual([
    (before.old?.interest.later ?? 0n) + interest,
    (before.now?.interest.earlier ?? 0n) + interest,
  ])
  expect([old?.interest.booked, now?.interest.booked]).toEqual([
    before.old?.interest.booked,
    (before.now?.interest.booked ?? 0n) + interest,
  ])
  for (const ties of [old, now]) expect([ties?.interest.difference, ties?.principal.difference]).toEqual([0n, 0n])
})

test('notes payable go from month to month by what changed them', async ({ portal, people, second }) => {
  givenToday('2026-11-02')
  const { admin, colleague } = people
  const monthOf = async (month: string) => {
    const { months } = await getRollForward(admin, { year: 2026 })
    return months.find(each => each.month === month) ?? ({} as (typeof months)[number])
  }
  const [june, july, october] = [await monthOf('2026-06'), await monthOf('2026-07'), await monthOf('2026-10')]
  const note = await givenNote(portal, people, '2026-06-15')
  const undone = await givenNote(portal, people, '2026-06-16')
  const reason = 'The wire was of another day'
  await decideApproval(colleague, await requestFundingReversal(admin, undone.id, { reason }), 'approved')
  expect(await monthOf('2026-06')).toMatchObject({
    opening: june.opening,
    funds: june.funds + 400_000_00n,
    corrected: june.corrected - 200_000_00n,
    closing: june.closing + 200_000_00n,
  })
  for (const day of ['2026-07-15', '2026-08-17', '2026-09-15', '2026-10-15'])
    await givenPayment(people, note.id, { day, amount: interest })
  const { id: toHolderId } = await givenHolder(admin, second, { legalName: 'Second Person' })
  const death = { reason: 'death', paper: 'Letters testamentary' }
  const transfer = await requestTransfer(admin, note.id, { ...death, holder: toHolderId, day: '2026-10-20' })
  await decideApproval(colleague, transfer, 'approved')
  expect(await monthOf('2026-07')).toMatchObject({ opening: july.opening + 200_000_00n, repaid: july.repaid })
  expect(await monthOf('2026-10')).toMatchObject({
    transferredIn: october.transferredIn + 200_000_00n,
    transferredOut: october.transferredOut - 200_000_00n,
    closing: october.closing + 200_000_00n,
  })

  // A part is repaid, and returned in the month after.
  const other = await givenNote(portal, people, '2026-09-15')
  await givenPayment(people, other.id, { day: '2026-10-15', amount: interest })
  const { repaid } = await monthOf('2026-10')
  const repayment = await requestPartRepayment(admin, other.id, { amount: 50_000_00n, reference: 'WIRE 5' })
  await decideApproval(colleague, repayment, 'approved')
  const { returned } = await monthOf('2026-11')
  await undo(people, other.id, 'returned', '2026-11-02')
  expect((await monthOf('2026-10')).repaid).toBe(repaid - 50_000_00n)
  expect((await monthOf('2026-11')).returned).toBe(returned + 50_000_00n)
})

test('principal by year of maturity is what the trial balance has at the end of the year, what matured first', async ({
  portal,
  people,
}) => {
  givenToday('2026-11-20')
  const { admin } = people
  const by = async (year: number | null) => {
    const { maturities } = await getRollForward(admin, { year: 2026 })
    return maturities.find(each => each.year === year)?.principal ?? 0n
  }
  const [matured, next, after] = [await by(null), await by(2027), await by(2028)]
  await givenNote(portal, people, '2025-06-15')
  await givenNote(portal, people, '2026-06-15')
  await givenNote(portal, people, '2026-06-15', { termMonths: 24 })
  expect(await by(null)).toBe(matured + 200_000_00n)
  expect(await by(2027)).toBe(next + 200_000_00n)
  expect(await by(2028)).toBe(after + 200_000_00n)
  // At the end of the year before, it hadn't matured.
  const { maturities, through } = await getRollForward(admin, { year: 2025 })
  expect(through).toBe('2025-12-31')
  expect(maturities.find(({ year }) => year === 2026)?.principal).toBeGreaterThanOrEqual(200_000_00n)
})

test('the register’s file has all that principal and accrued interest are recomputed from', async ({
  portal,
  people,
}) => {
  givenToday('2026-11-20')
  const { admin, colleague } = people
  const terms = {
    dayCount: 'actual/365',
    payout: 'quarterly',
    issueDate: '2026-06-20',
    firstPaymentDate: '2026-09-01',
  } as const
  const note = await givenNote(portal, people, '2026-06-20', { ...terms, convention: 'preceding' })
  await givenNote(portal, people, '2025-06-15', { defaultRateBp: 1500 })
  const repaid = await givenNote(portal, people, '2026-09-15')
  for (const day of ['2026-10-15', '2026-11-16']) await givenPayment(people, repaid.id, { day, amount: interest })
  const repayment = await requestPartRepayment(admin, repaid.id, { amount: 50_000_00n, reference: 'WIRE 5' })
  await decideApproval(colleague, repayment, 'approved')
  const row = (await registerFile(admin, '2026-11-20')).find(({ Note }) => Note === note.number)
  expect(row).toMatchObject({
    ...{ 'As of': '2026-11-20', 'Original principal': '200000', 'Principal repaid': '0', 'Day count': 'actual/365' },
    ...{ Convention: 'preceding', 'First payment date': '2026-09-01', 'Next due date': '2026-12-01' },
    ...{ Issued: '2026-06-20', Matures: '2027-06-20', 'Interest from': '2026-06-20', 'Default rate (%)': '' },
    ...{ Payout: 'quarterly', 'Rate (%)': formatRate(1100).slice(0, -1) },
  })
  expect(await expectRecomputed(admin, '2026-11-20')).toBeGreaterThanOrEqual(3)
  for (const day of ['2026-06-25', '2026-09-30', '2026-10-20']) await expectRecomputed(admin, day)
})
