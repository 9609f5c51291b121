import { expect, test } from 'vitest'
import type { Cents } from '../../../rules/money.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { bankFile } from '../../../tests/helpers/bank-file.ts'
import { linesOf } from '../../../tests/helpers/csv.ts'
import { givenNote, givenPayment, type NotePeople } from '../../../tests/helpers/notes.ts'
import { type TestPortal, testPortal } from '../../../tests/helpers/portal.ts'
import { givenToday } from '../../../tests/helpers/today.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getLedger } from '../../ledger/server/get-ledger.ts'
import { requestReversal } from '../../notes/server/reversals.ts'
import { exportRegister } from '../../register/server/register-export.ts'
import { toReconciliationLines } from '../bank-reconciliation.ts'
import { reconciliationReport } from '../office/reconciliation/reconciliation-table.tsx'
import { enterBankBalance, explainBankDifference, getBankReconciliation } from '../server/bank-balances.ts'
import { addBankList, getBankWork } from '../server/bank-lines.ts'
import { confirmBankLines } from '../server/confirm-bank-lines.ts'

const interest = 1_833_33n

/** In a separate portal: one account has one balance. */
async function peopleOf(portal: TestPortal): Promise<NotePeople> {
  givenToday('2026-11-20')
  const { admin, investor } = portal
  return { admin, investor, colleague: await portal.newPerson('colleague@example.com', { isAdmin: true }) }
}

/** Adds a bank list; a line with the reference, day and amount of a ledger entry is matched automatically. */
async function given(admin: Actor, ...lines: string[]) {
  const content = ['Date,Amount,Description,Reference', ...lines].join('\n')
  const { open } = await getBankWork(admin, await addBankList(admin, bankFile('bank.csv', content)))
  return (reference: string) => open.find(line => line.reference === reference)?.id ?? ''
}

const dollars = (cents: Cents) => (Number(cents) / 100).toFixed(2)

const enter = (admin: Actor, day: string, balance: Cents, other: Cents) =>
  enterBankBalance(admin, {
    day,
    balance: dollars(balance),
    other: dollars(other),
    words: other === 0n ? '' : 'Operating reserve',
  })

const shownOn = async (admin: Actor, day: string) => {
  const { shown } = await getBankReconciliation(admin, day)
  if (!shown) throw new Error(`There is no statement of ${day}`)
  return shown
}

test('two statements tie to the books: what the bank hasn’t shown, what the ledger hasn’t, and other cash by its lines', async () => {
  await using portal = await testPortal()
  const people = await peopleOf(portal)
  const { admin } = people
  const note = await givenNote(portal, people, '2026-06-15')
  const second = await givenNote(portal, people, '2026-06-15', { holderId: note.holderId })
  const june = await given(
    admin,
    `2026-06-15,200000.00,WIRE IN,WIRE ${note.number}`,
    `2026-06-15,200000.00,WIRE IN,WIRE ${second.number}`,
    '2026-06-30,-15.00,MONTHLY FEE,FEE',
  )
  await confirmBankLines(admin, { choice: [{ lineId: june('FEE'), is: 'fee' }] })
  // $50,000 of the fund's own were there before.
  const first = 400_000_00n + 49_985_00n
  await enter(admin, '2026-06-30', first, 49_985_00n)
  expect(await shownOn(admin, '2026-06-30')).toMatchObject({
    ...{ adjustedBank: 400_000_00n, books: 400_000_00n, difference: 0n, items: [], period: null },
  })

  // An uncashed check in July, and an unknown deposit.
  await givenPayment(people, note.id, { day: '2026-07-15', amount: interest, reference: 'ACH 1' })
  await givenPayment(people, second.id, { day: '2026-07-29', amount: interest, reference: 'CHECK 101' })
  const july = await given(
    admin,
    '2026-07-15,-1833.33,ACH OUT,ACH 1',
    '2026-07-20,500.00,DEPOSIT,UNKNOWN',
    '2026-07-22,10000.00,FROM SAVINGS,OWN',
  )
  await confirmBankLines(admin, { choice: [{ lineId: july('OWN'), is: 'own_transfer' }] })
  const balance = first - interest + 500_00n + 10_000_00n
  await enter(admin, '2026-07-31', balance, 59_985_00n)
  const ofJuly = await shownOn(admin, '2026-07-31')
  expect(ofJuly).toMatchObject({
    books: 400_000_00n - 2n * interest,
    sums: { transit: 0n, outstanding: -interest, open: 500_00n, later: 0n, mistake: 0n },
    difference: 0n,
    period: {
      ...{ notes: -interest, open: 500_00n, missing: 0n, otherByLines: 59_985_00n },
      explained: { fee: 0n, interest: 0n, own_transfer: 10_000_00n, other: 0n },
    },
  })
  expect(ofJuly.items.map(({ kind, day, cents, note: of, words }) => [kind, day, cents, of?.number, words])).toEqual([
    ['outstanding', '2026-07-29', -interest, second.number, 'CHECK 101'],
    ['open', '2026-07-20', 500_00n, undefined, 'DEPOSIT'],
  ])

  // Cashed in August, it was still outstanding at the end of July.
  const august = await given(admin, '2026-08-03,-1833.33,CHECK 101,CHK101')
  const { uncleared } = await getBankWork(admin)
  const check = uncleared.find(({ reference }) => reference === 'CHECK 101')
  await confirmBankLines(admin, { choice: [{ lineId: august('CHK101'), clear: check?.entryIds ?? [] }] })
  await enter(admin, '2026-08-31', balance - interest, 59_985_00n)
  expect((await shownOn(admin, '2026-08-31')).sums).toMatchObject({ outstanding: 0n, open: 500_00n })
  expect((await shownOn(admin, '2026-07-31')).sums).toMatchObject({ outstanding: -interest })
  for (const day of ['2026-07-31', '2026-08-31']) expect((await shownOn(admin, day)).difference).toBe(0n)
  // The form offers the end of the month after the newest one, whichever is shown; not of an incomplete month.
  expect((await getBankReconciliation(admin, '2026-07-31')).next).toBe('2026-09-30')
  await enter(admin, '2026-10-31', balance - interest, 59_985_00n)
  expect((await getBankReconciliation(admin)).next).toBeNull()

  // The file has the same lines, and each figure is the sum of its parts.
  const lines = toReconciliationLines(ofJuly)
  const amounts = (role: string) => lines.filter(line => line.role === role).map(({ cents }) => cents)
  const [byBank, byBooks] = amounts('total')
  expect(byBank).toBe(byBooks)
  const rows = await linesOf(
    reconciliationReport.csv,
    await exportRegister(admin, 'reconciliation', { on: '2026-07-31' }),
  )
  expect(rows).toHaveLength(1 + lines.length)
  expect(rows.join('\n')).toContain(`"CHECK 101","2026-07-29","${second.number}","Iris Vestor",-1833.33`)
})

test('a difference is unexplained until somebody says why, and again once it is another one; a gap in the lists is named', async () => {
  await using portal = await testPortal()
  const { admin } = await peopleOf(portal)
  await enter(admin, '2026-09-30', 0n, 0n)
  const { books } = await shownOn(admin, '2026-09-30')
  await enter(admin, '2026-09-30', books + 1_000_00n, 1_000_00n)
  expect(await shownOn(admin, '2026-09-30')).toMatchObject({ difference: 0n })
  // The balance fell by a fee of $12 that is in no list.
  const id = await enter(admin, '2026-10-31', books + 988_00n, 1_000_00n)
  const found = await shownOn(admin, '2026-10-31')
  expect(found).toMatchObject({ difference: -12_00n, isExplained: false, period: { missing: -12_00n } })
  await explainBankDifference(admin, id, { words: 'A fee of Oct 30; the list comes tomorrow' })
  expect(await shownOn(admin, '2026-10-31')).toMatchObject({
    ...{ difference: -12_00n, isExplained: true },
    statement: { explained: { words: 'A fee of Oct 30; the list comes tomorrow', by: 'Ada Ministrator' } },
  })
  // Only a part of the list's line was the fee.
  const october = await given(admin, '2026-10-30,-10.00,FEE,OCT FEE')
  await confirmBankLines(admin, { choice: [{ lineId: october('OCT FEE'), is: 'fee' }] })
  expect(await shownOn(admin, '2026-10-31')).toMatchObject({
    period: { missing: -2_00n, otherByLines: 990_00n, explained: { fee: -10_00n } },
  })
  await enter(admin, '2026-10-31', books + 988_00n, 990_00n)
  expect(await shownOn(admin, '2026-10-31')).toMatchObject({ difference: -2_00n, isExplained: false })
  const nothing = explainBankDifference(admin, (await shownOn(admin, '2026-09-30')).statement.id, { words: 'x' })
  await expect(nothing).rejects.toMatchObject({ code: 'BANK_DIFFERENCE_NONE' })
  const { rows } = await portal.owner.query(
    "select action, details ->> 'day' as day from audit_log where action like 'bank.%' and actor_id = $1 and action <> 'bank.line_explained' and action <> 'bank.list_added' order by id",
    [admin.id],
  )
  expect(rows.map(({ action, day }) => [action, day])).toEqual([
    ['bank.balance_entered', '2026-09-30'],
    ['bank.balance_entered', '2026-09-30'],
    ['bank.balance_entered', '2026-10-31'],
    ['bank.difference_explained', '2026-10-31'],
    ['bank.balance_entered', '2026-10-31'],
  ])
})

test('what was booked after the day, because its period was closed, and what was recorded by mistake, adjust the books', async () => {
  await using portal = await testPortal()
  const people = await peopleOf(portal)
  const { admin } = people
  const note = await givenNote(portal, people, '2026-06-15')
  await given(admin, `2026-06-15,200000.00,WIRE IN,WIRE ${note.number}`)
  // Recorded by mistake before July was closed, and corrected afterward.
  await givenPayment(people, note.id, { day: '2026-07-15', amount: interest, reference: 'NEVER SENT' })
  await portal.owner.query("insert into statement_periods (holder_id, period_end) values ($1, '2026-07-31')", [
    note.holderId,
  ])
  const [paid] = (await getLedger(admin, note.id)).filter(({ kind }) => kind === 'payment')
  const mistake = { why: 'mistake', day: '2026-07-15' }
  await decideApproval(people.colleague, await requestReversal(admin, paid?.id ?? '', mistake), 'approved')
  await givenPayment(people, note.id, { day: '2026-07-16', amount: interest, reference: 'ACH 1' })
  await given(admin, '2026-07-16,-1833.33,ACH OUT,ACH 1')
  await enter(admin, '2026-07-31', 200_000_00n - interest, 0n)
  const shown = await shownOn(admin, '2026-07-31')
  // By the trial balance of that day the mistake had moved cash, and the real payment had not.
  expect(shown).toMatchObject({
    books: 200_000_00n - interest,
    sums: { later: -interest, mistake: -interest, outstanding: 0n, transit: 0n, open: 0n },
    adjustedBooks: 200_000_00n - interest,
    difference: 0n,
  })
  expect(shown.items.map(({ kind, words, note: of }) => [kind, words, of?.number])).toEqual([
    ['mistake', 'NEVER SENT', note.number],
    ['later', 'ACH 1', note.number],
  ])
})

test('a statement needs a day that has come, amounts, and what the other cash is', async () => {
  await using portal = await testPortal()
  const { admin } = await peopleOf(portal)
  const approver = await portal.newPerson('approver@example.com', { isApprover: true })
  const typed = { day: '2026-06-30', balance: '1.00', other: '0', words: '' }
  for (const [wrong, code] of [
    [{ day: 'June' }, 'NOTE_DAY_INVALID'],
    [{ day: '2099-01-01' }, 'NOTE_DAY_AHEAD'],
    [{ balance: 'a lot' }, 'BANK_BALANCE'],
    [{ other: '' }, 'BANK_BALANCE_OTHER'],
    [{ other: '-500.00' }, 'BANK_BALANCE_WORDS'],
    [{ other: '1', words: 'x'.repeat(501) }, 'BANK_BALANCE_WORDS'],
  ] as const)
    await expect(enterBankBalance(admin, { ...typed, ...wrong }), code).rejects.toMatchObject({ code })
  await expect(enterBankBalance(approver, typed)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(getBankReconciliation(admin, '2001-01-01')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
