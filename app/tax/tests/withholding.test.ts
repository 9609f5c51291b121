import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { addDays, addMonths } from '../../../rules/days.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { bankFile } from '../../../tests/helpers/bank-file.ts'
import { linesOf } from '../../../tests/helpers/csv.ts'
import { givenNote, type NotePeople } from '../../../tests/helpers/notes.ts'
import { testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { codeOf, furnished, givenForms, givenPayee, givenW9, monthly, payeeIn } from '../../../tests/helpers/tax.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { getBatchApproval } from '../../approvals/server/approve-batch.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { addBankList, getBankWork } from '../../bank/server/bank-lines.ts'
import { confirmBankLines } from '../../bank/server/confirm-bank-lines.ts'
import { getYear } from '../../delegates/server/year.ts'
import { getHoldings } from '../../holdings/server/holdings.ts'
import { getOwnNote } from '../../holdings/server/note-page.ts'
import { exportOwnPayments } from '../../holdings/server/payments-file.ts'
import { getLedger, trialBalance } from '../../ledger/server/get-ledger.ts'
import { ledgerHead, readHolderBooks } from '../../ledger/server/holder-books.ts'
import { verifyLedger } from '../../ledger/server/verify-ledger.ts'
import { advanceNotes } from '../../notes/server/advance-notes.ts'
import { type Payment, requestPayment } from '../../notes/server/payments.ts'
import { requestPayoff } from '../../notes/server/payoff.ts'
import { requestReversal } from '../../notes/server/reversals.ts'
import { compareRegister, differencesOf } from '../../register/server/compare-register.ts'
import { getDuePayments, getOverdue } from '../../register/server/due-list.ts'
import { getInterestPaid } from '../../register/server/interest-paid.ts'
import { getNoteStory } from '../../register/server/note-story.ts'
import { getPaymentsByHolder } from '../../register/server/payment-register.ts'
import { requestDuePayments } from '../../register/server/record-due.ts'
import { getTieOut } from '../../register/server/tie-out.ts'
import { inWords } from '../../statements/server/statement-document.ts'
import { withheldReport } from '../office/withholding/route.tsx'
import { requestDeposit, requestDepositReversal } from '../server/deposits.ts'
import { exportWithholding, getWithholding } from '../server/withholding-year.ts'

const test = testOnPortal({ VAULT_KEY: randomBytes(32).toString('base64') })

const [withheld, net] = [440_00n, monthly - 440_00n]
const today = fundDay()

/** Records a payment of a month's interest with tax withheld, by two people. */
async function paid({ admin, colleague }: NotePeople, noteId: string, day: string, more: Partial<Payment> = {}) {
  const payment = { day, amount: net, withheld, reference: `ACH ${day}`, confirmedDay: day, ...more }
  await decideApproval(colleague, await requestPayment(admin, noteId, payment), 'approved')
}

/** @returns a note's balance of account 2030, in cents */
async function withheldOf({ admin }: NotePeople, noteId: string): Promise<bigint> {
  const lines = (await getLedger(admin, noteId)).flatMap(entry => entry.lines)
  return lines.reduce((sum, { account, debit, credit }) => (account === 2030 ? sum + credit - debit : sum), 0n)
}

test('76% that is paid is paid: nothing is overdue, box 1 is gross, box 4 what was withheld, and Form 945 has it by month', async ({
  portal,
  people,
}) => {
  const { admin, investor } = people
  const { holder, note } = await givenPayee(portal, people, 2014)
  await paid(people, note.id, '2014-02-03')
  await paid(people, note.id, '2014-03-03')
  const { lines, entries } = await getNoteStory(admin, note.id)
  expect(lines.slice(0, 3).map(line => line.paid)).toEqual([monthly, monthly, 0n])
  expect(entries.find(({ kind }) => kind === 'payment')?.lines).toEqual([
    { account: 2020, debit: monthly, credit: 0n },
    { account: 1010, debit: 0n, credit: net },
    { account: 2030, debit: 0n, credit: withheld },
  ])
  const overdue = await getOverdue(admin, '2014-03-10')
  expect(overdue.filter(({ noteId }) => noteId === note.id)).toEqual([])
  const own = (await getHoldings(investor))?.notes.find(({ id }) => id === note.id)
  expect(own?.payments.slice(0, 2)).toMatchObject([{ state: 'paid' }, { state: 'paid' }])

  const { holders } = await getPaymentsByHolder(admin, { year: 2014 })
  expect(holders.find(({ holderId }) => holderId === holder.id)).toMatchObject({
    ...{ interest: 2n * monthly, withheld: 2n * withheld, boxOne: 2n * monthly },
  })
  const report = await getInterestPaid(admin, { year: 2014, size: 100 })
  expect(report.holders.find(({ holderId }) => holderId === holder.id)).toMatchObject({
    ...{ net: 2n * monthly, withheld: 2n * withheld },
  })
  expect((await getTieOut(admin, { on: '2014-12-31', size: 1 })).differing).toBe(0)
  expect(differencesOf(await compareRegister())).toEqual([])

  const run = await givenForms(admin, 2014)
  expect(await payeeIn(admin, run, holder.id)).toMatchObject({ interest: 2n * monthly, withheld: 2n * withheld })
  await furnished(people, run)
  const year = await getWithholding(admin, 2014)
  expect(year.payees.find(({ holderId }) => holderId === holder.id)).toMatchObject({
    ...{ interest: 2n * monthly, withheld: 2n * withheld, boxFour: 2n * withheld },
  })
  const [heading, ...file] = await linesOf(withheldReport.csv, await exportWithholding(admin, { year: 2014 }), [
    'Withheld',
  ])
  expect(heading).toBe('"Holder","Holder number","Interest, before tax","Withheld","Box 4 of its form"')
  expect(file.find(line => line.includes(holder.number))).toContain(',880,880')
  expect(file.at(-1)).toContain('"Total"')
  expect(year.form).toMatchObject({ withheld: 2n * withheld, deposited: 0n, mayPayWithReturn: true })
  expect(year.form.months.slice(1, 3)).toMatchObject([
    { withheld, due: '2014-03-17' },
    { withheld, due: '2014-04-15' },
  ])
})

test('what is withheld is proposed and told, and another amount is asked about again', async ({ portal, people }) => {
  const { admin, colleague } = people
  const { holder, note } = await givenPayee(portal, people, 2015)
  const payment = { day: '2015-02-02', reference: 'ACH', amount: net, withheld }
  const lines = async (id: string) =>
    (await getApprovals(colleague)).waiting.find(each => each.id === id)?.lines.join(' ') ?? ''
  const ask = (more: Partial<Payment>) => requestPayment(admin, note.id, { ...payment, ...more })

  const usual = await ask({})
  expect(await lines(usual)).toContain('$440.00 of tax was withheld: the note is credited with $1,833.33.')
  expect(await lines(usual)).toContain('Subject to backup withholding: no tax number on file.')
  await decideApproval(colleague, usual, 'rejected', 'A test')
  // In full: it can be recorded, and the approval states the liability.
  const full = await ask({ amount: monthly, withheld: 0n })
  expect(await lines(full)).toContain('Nothing was withheld, so the fund is liable for $440.00')
  const { requests } = await getBatchApproval(colleague, 'payment.record')
  expect(requests.find(({ id }) => id === full)?.differences).toContain('no tax withheld')
  await decideApproval(colleague, full, 'rejected', 'A test')
  const other = { amount: monthly - 400_00n, withheld: 400_00n }
  const refused = ask(other)
  await expect(refused).rejects.toMatchObject({ code: 'TAX_WITHHELD_UNUSUAL' })
  await expect(refused).rejects.toThrow('24% of the interest would be $440.00')
  // Only that exact amount is confirmed.
  expect(await codeOf(ask({ ...other, confirmedWithheld: '44000' }))).toBe('TAX_WITHHELD_UNUSUAL')
  const confirmed = await ask({ ...other, confirmedWithheld: '40000' })
  expect(await lines(confirmed)).toContain('24% of the interest would be $440.00')
  await decideApproval(colleague, confirmed, 'rejected', 'A test')
  expect(await codeOf(ask({ amount: 1n, withheld: monthly, confirmedWithheld: String(monthly) }))).toBe('PAYMENT_OVER')
  expect(await codeOf(ask({ withheld: -1n }))).toBe('NOTE_AMOUNT_INVALID')
  // More than the payment's interest; it also returns principal.
  const matured = { day: '2016-01-04', confirmedDay: '2016-01-04', reference: 'All', amount: 1n }
  expect(await codeOf(ask({ ...matured, withheld: 200_000_00n, confirmedWithheld: '20000000' }))).toBe(
    'TAX_WITHHELD_OVER',
  )

  // From the day its number arrives, withholding doesn't apply.
  await givenW9(portal, people, holder.id)
  const now = await givenNote(portal, people, addMonths(today, -1), { holderId: holder.id })
  await advanceNotes()
  expect(await codeOf(requestPayment(admin, now.id, { ...payment, day: today }))).toBe('TAX_WITHHELD_UNUSUAL')
  const plain = await requestPayment(admin, now.id, { day: today, amount: monthly, reference: 'ACH' })
  expect(await lines(plain)).not.toContain('liable')
  // Payees without withholding.
  const ira = await givenPayee(portal, people, 2015, { kind: 'sdira', custodianName: 'Equity Trust' })
  await expect(requestPayment(admin, ira.note.id, { ...payment, amount: net })).rejects.toThrow(
    'exempt from backup withholding',
  )
})

test('a reversal and a return undo what was withheld, in the year of the payment and of the return', async ({
  portal,
  people,
}) => {
  const { admin, colleague } = people
  const { holder, note } = await givenPayee(portal, people, 2016)
  const reverse = async (why: string, day?: string) => {
    const entry = (await getLedger(admin, note.id)).findLast(
      ({ kind, reversedBy }) => kind === 'payment' && !reversedBy,
    )
    const requested = await requestReversal(admin, entry?.id ?? '', { why, ...(day && { day }) })
    await decideApproval(colleague, requested, 'approved')
  }
  const withheldIn = async (year: number) =>
    (await getInterestPaid(admin, { year, size: 100 })).holders.find(({ holderId }) => holderId === holder.id)?.withheld
  await paid(people, note.id, '2016-02-01')
  await reverse('mistake')
  expect(await withheldOf(people, note.id)).toBe(0n)
  expect(await withheldIn(2016)).toBe(0n)
  // Recorded again, with another amount: how tax withheld in error is repaid before the form is furnished.
  await paid(people, note.id, '2016-02-01', { amount: monthly, withheld: 0n })
  await paid(people, note.id, '2016-12-01')
  await reverse('returned', '2017-01-10')
  expect([await withheldIn(2016), await withheldIn(2017)]).toEqual([withheld, -withheld])
  expect((await getWithholding(admin, 2017)).form).toMatchObject({ withheld: -withheld, toDeposit: [] })
  expect(await payeeIn(admin, await givenForms(admin, 2017), holder.id)).toMatchObject({ leftOut: 'nothing' })
  expect(differencesOf(await compareRegister())).toEqual([])
})

test('a change that is recorded late books a payment again with what was withheld of it', async ({
  portal,
  people,
}) => {
  const { admin, colleague } = people
  const { note } = await givenPayee(portal, people, 2018)
  // Two months at once, spread over two scheduled payments.
  await paid(people, note.id, '2018-03-01', { amount: 2n * monthly - 880_00n, withheld: 880_00n })
  await paid(people, note.id, '2018-02-01', { amount: monthly, withheld: 0n })
  const entries = await getLedger(admin, note.id)
  const standing = entries.filter(({ kind, reversedBy }) => kind === 'payment' && !reversedBy)
  expect(standing.map(({ line, relatesTo }) => [line?.n, relatesTo])).toEqual(
    expect.arrayContaining([
      [1, '2018-02-01'],
      [2, '2018-03-01'],
      [3, '2018-03-01'],
    ]),
  )
  expect(entries.filter(({ kind }) => kind === 'restated')).not.toEqual([])
  expect(await withheldOf(people, note.id)).toBe(880_00n)
  expect(differencesOf(await compareRegister())).toEqual([])
  // A later reversal preserves it as well.
  const first = standing.find(({ line }) => line?.n === 1)
  await decideApproval(colleague, await requestReversal(admin, first?.id ?? '', { why: 'mistake' }), 'approved')
  expect(await withheldOf(people, note.id)).toBe(880_00n)
})

test('where a late change leaves a payment less interest than was withheld of it, it says which one', async ({
  portal,
  people,
}) => {
  const { admin } = people
  const { note } = await givenPayee(portal, people, 2019)
  // All interest of the year but the last month's is paid, the rest with the principal.
  for (let month = 2; month <= 12; month++)
    await paid(people, note.id, addMonths('2019-01-01', month - 1), { amount: monthly, withheld: 0n })
  const last = (await getNoteStory(admin, note.id)).lines.at(-1)
  const interest = last?.interest ?? 0n
  await paid(people, note.id, '2020-01-02', {
    ...{ amount: 200_000_00n, withheld: interest, confirmedWithheld: String(interest) },
  })
  const early = { day: '2019-12-31', confirmedDay: '2019-12-31', amount: interest, reference: 'Early' }
  const refused = requestPayment(admin, note.id, early)
  await expect(refused).rejects.toMatchObject({ code: 'LATER_PAYMENT' })
  await expect(refused).rejects.toThrow('withheld')
})

test('a payoff is paid with what is withheld of its interest', async ({ portal, people }) => {
  const { admin, colleague } = people
  const { note } = await givenPayee(portal, people, 2021)
  await paid(people, note.id, '2021-02-01')
  // Half a month's interest is 916.67, of which 24% is 220.00.
  const payoff = { day: '2021-02-16', reference: 'WIRE', reason: 'Early' }
  const ask = (tax: bigint, confirmed?: string) =>
    requestPayoff(admin, note.id, { ...payoff, withheld: tax, confirmedWithheld: confirmed })
  expect(await codeOf(ask(916_68n, '91668'))).toBe('TAX_WITHHELD_OVER')
  expect(await codeOf(ask(200_00n))).toBe('TAX_WITHHELD_UNUSUAL')
  const requested = await ask(220_00n)
  const { waiting } = await getApprovals(colleague)
  expect(waiting.find(({ id }) => id === requested)?.lines[0]).toContain('$200,696.67')
  await decideApproval(colleague, requested, 'approved')
  expect((await getNoteStory(admin, note.id)).state).toBe('paid')
  expect(await withheldOf(people, note.id)).toBe(660_00n)
  expect(differencesOf(await compareRegister())).toEqual([])
})

test('a bank line of the net amount is the payment, with the tax withheld', async ({ portal, people }) => {
  const { admin, colleague } = people
  const { note } = await givenPayee(portal, people, 2022)
  const list = await addBankList(
    admin,
    bankFile(
      'february.csv',
      `Date,Description,Amount,Reference\n2022-02-01,Interest ${note.number},-1393.33,T-${note.number}`,
    ),
  )
  const [line] = (await getBankWork(admin, list)).open
  expect(line).toMatchObject({ isNamed: true, matches: [{ parts: [{ cents: net, withheld }] }] })
  const choice = { lineId: line?.id ?? '', pay: line?.matches[0]?.parts ?? [] }
  expect(await confirmBankLines(admin, { choice: [choice] })).toMatchObject({ requested: 1, refused: [] })
  const { waiting } = await getApprovals(colleague)
  const requested = waiting.find(({ summary }) => summary.includes(note.number))
  await decideApproval(colleague, requested?.id ?? '', 'approved')
  const work = await getBankWork(admin, list)
  expect([work.open, work.reconciled.length]).toEqual([[], 1])
  expect((await getNoteStory(admin, note.id)).lines[0]?.paid).toBe(monthly)
  expect(await withheldOf(people, note.id)).toBe(withheld)
})

test('a bank line of several months net of tax is those payments, with the tax withheld of all', async ({
  portal,
  people,
}) => {
  const { admin } = people
  const { note } = await givenPayee(portal, people, 2021)
  const list = await addBankList(
    admin,
    bankFile(
      'arrears.csv',
      `Date,Description,Amount,Reference\n2021-03-02,Interest ${note.number},-2786.66,T-${note.number}`,
    ),
  )
  const [line] = (await getBankWork(admin, list)).open
  const twice = { cents: 2_786_66n, withheld: 880_00n, due: '2021-03-01' }
  expect(line).toMatchObject({ isNamed: true, matches: [{ parts: [twice] }] })
  const choice = { lineId: line?.id ?? '', pay: line?.matches[0]?.parts ?? [] }
  expect(await confirmBankLines(admin, { choice: [choice] })).toMatchObject({ requested: 1, refused: [] })
})

test('the due list says what to withhold, and records it where it was', async ({ portal, people }) => {
  const { admin, colleague } = people
  const { note } = await givenPayee(portal, people, 2023)
  const due = await getDuePayments(admin, { from: '2023-02-01', to: '2023-03-01', today: '2023-03-01', isExact: true })
  expect(due.filter(({ noteId }) => noteId === note.id)).toMatchObject([
    { interestLeft: monthly, withheld },
    { interestLeft: monthly, withheld },
  ])
  const day = addDays('2023-02-01', 0)
  const done = await requestDuePayments(admin, {
    payment: [{ noteId: note.id, n: 1 }],
    day,
    reference: 'ACH',
    withholds: true,
  })
  // Long ago, which each has to confirm separately: here it is the due day.
  expect(done).toMatchObject({ requested: 1, cents: net, refused: [] })
  const { waiting } = await getApprovals(colleague)
  const requested = waiting.find(({ summary }) => summary.includes(note.number))
  expect(requested?.summary).toContain('with $440 withheld')
  await decideApproval(colleague, requested?.id ?? '', 'approved')
  expect(await withheldOf(people, note.id)).toBe(withheld)
})

test('a deposit with the IRS takes two people, is in the books without a note, and can be reversed', async ({
  portal,
  people,
}) => {
  const { admin, colleague, investor } = people
  const { note } = await givenPayee(portal, people, 2024)
  await paid(people, note.id, '2024-02-01')
  const left = (await getWithholding(admin, 2024)).form.balance
  const deposit = { year: '2024', day: '2024-03-15', amount: left, reference: 'EFT 270412345678901' }
  expect(await codeOf(requestDeposit(investor, deposit))).toBe('FORBIDDEN')
  expect(await codeOf(requestDeposit(admin, { ...deposit, year: '2022' }))).toBe('TAX_DEPOSIT_YEAR')
  expect(await codeOf(requestDeposit(admin, { ...deposit, amount: 0n }))).toBe('NOTE_AMOUNT_INVALID')
  const over = { ...deposit, amount: left + 1n }
  expect(await codeOf(requestDeposit(admin, over))).toBe('TAX_DEPOSIT_OVER')
  const requested = await requestDeposit(admin, deposit)
  expect(await codeOf(requestDeposit(admin, deposit))).toBe('APPROVAL_OPEN')
  // One person alone can't book anything.
  expect(await codeOf(decideApproval(admin, requested, 'approved'))).not.toBe('done')
  expect((await getWithholding(admin, 2024)).pending).toBe(left)
  await decideApproval(colleague, requested, 'approved')
  const year = await getWithholding(admin, 2024)
  expect(year.form).toMatchObject({ balance: 0n, deposited: left, toDeposit: [], isOnTime: true })
  expect(year.deposits).toMatchObject([{ day: '2024-03-15', cents: left, isReversed: false }])
  expect(await codeOf(requestDeposit(admin, deposit))).toBe('TAX_DEPOSIT_TWICE')
  const balance = await trialBalance(admin, today)
  const [debits, credits] = (['debit', 'credit'] as const).map(side =>
    balance.reduce((sum, account) => sum + account[side], 0n),
  )
  expect(debits).toBe(credits)
  expect(await verifyLedger(portal.owner)).toMatchObject({ findings: [] })
  // Other people can't see it.
  const { rows } = await portal.owner.query("select id from ledger_entries where kind = 'tax_deposit'")
  expect(rows).toHaveLength(1)

  const entryId = year.deposits[0]?.entryId ?? ''
  const back = await requestDepositReversal(admin, entryId, { reason: 'The wrong year' })
  await decideApproval(colleague, back, 'approved')
  expect((await getWithholding(admin, 2024)).form).toMatchObject({ balance: left, deposited: 0n })
  expect(await codeOf(requestDepositReversal(admin, entryId, { reason: 'Again' }))).toBe('TAX_DEPOSIT_GONE')
  // Afterward the same may be recorded again; an excess is reported.
  const again = await requestDeposit(admin, { ...over, confirmedAmount: String(left + 1n) })
  const { waiting } = await getApprovals(colleague)
  expect(waiting.find(({ id }) => id === again)?.lines.join(' ')).toContain('$0.01 more than what was left to deposit')
  await decideApproval(colleague, again, 'approved')
  expect((await getWithholding(admin, 2024)).form.balance).toBe(-1n)
})

test('its holder is told what was paid, what was withheld and what came: on the note, of the year, and on the statement', async ({
  portal,
  people,
}) => {
  const { investor } = people
  const year = Number(today.slice(0, 4)) - 1
  const { holder, note } = await givenPayee(portal, people, year)
  await paid(people, note.id, `${year}-02-01`, { confirmedDay: `${year}-02-01` })
  const page = await getOwnNote(investor, note.id)
  expect(page.note.payments[0]).toMatchObject({ state: 'paid', settledCents: monthly, withheldCents: withheld })
  expect(page.note.lastSent).toEqual({ day: `${year}-02-01`, cents: net })
  expect(page.ledger.find(({ kind }) => kind === 'payment')).toMatchObject({ cents: monthly, withheldCents: withheld })
  const own = (await getYear(investor, String(year))).holders.find(({ holderId }) => holderId === holder.id)
  expect(own).toMatchObject({ interestCents: monthly, withheldCents: withheld })
  expect(String(await exportOwnPayments(investor))).toContain('440.00')
  const books = await actAs(people.admin, async tx =>
    readHolderBooks(tx, {
      ...{ holderId: holder.id, start: `${year}-01-01`, end: `${year}-12-31` },
      ...{ head: await ledgerHead(tx), withLater: false },
    }),
  )
  expect(books).toMatchObject({ paidThisYear: monthly, withheldThisYear: withheld })
  const movement = books.movements.find(({ kind }) => kind === 'payment')
  expect(movement && inWords(movement)).toBe(`Interest paid (ACH ${year}-02-01), with $440.00 withheld for tax`)
})
