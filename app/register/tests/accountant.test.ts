import { expect } from 'vitest'
import { adjust } from '../../../rules/business-days.ts'
import { addDays, addMonths } from '../../../rules/days.ts'
import { sumCents } from '../../../rules/money.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { allOf } from '../../../tests/helpers/csv.ts'
import { importJournal } from '../../../tests/helpers/hledger.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { readCsv } from '../../../tests/helpers/journal.ts'
import {
  givenAccreditation,
  givenNote,
  givenPayment,
  type NotePeople,
  withFreshProof,
} from '../../../tests/helpers/notes.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { unzip } from '../../../tests/helpers/unzip.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getHoldings } from '../../holdings/server/holdings.ts'
import { interestExpense, interestPayable } from '../../ledger/ledger-accounts.ts'
import { getLedger, trialBalance } from '../../ledger/server/get-ledger.ts'
import { advanceNotes } from '../../notes/server/advance-notes.ts'
import { electAtMaturity } from '../../notes/server/elections.ts'
import { requestReversal } from '../../notes/server/reversals.ts'
import { forecastPeriods } from '../cash-forecast.ts'
import { downloadAccrual, getAccrual } from '../server/accrual.ts'
import { getCashForecast } from '../server/cash-forecast.ts'
import { getDuePayments } from '../server/due-list.ts'
import { getInterestPaid } from '../server/interest-paid.ts'
import { getNoteStory } from '../server/note-story.ts'
import { exportRegister } from '../server/register-export.ts'
import { getRegister } from '../server/register-list.ts'
import { getTieOut } from '../server/tie-out.ts'

const today = fundDay()

/** @returns a verified holder with a unique name */
async function givenNamedHolder(portal: SharedPortal, { admin, investor }: NotePeople, legalName: string) {
  const { id } = await givenHolder(admin, investor, { legalName, state: 'TX' })
  await givenAccreditation(portal, id, investor)
  return id
}

test('interest paid in a year is what was paid in it less what came back, and what the holder’s own page says', async ({
  portal,
  people,
}) => {
  const { admin, colleague, investor } = people
  const holderId = await givenNamedHolder(portal, people, 'Iris Vestor of the year')
  const note = await givenNote(portal, people, addMonths(today, -14), { holderId, termMonths: 24 })
  const due = (await getLedger(admin, note.id)).filter(({ kind }) => kind === 'interest_due')
  const days = due.map(({ bookedOn }) => bookedOn)
  for (const day of days) await givenPayment(people, note.id, { day, amount: 1_833_33n, reference: `ACH ${day}` })
  // The last payment but one was returned on the day of the last.
  const paid = (await getLedger(admin, note.id)).filter(({ kind }) => kind === 'payment')
  const back = { why: 'returned', day: days.at(-1) ?? '' }
  await decideApproval(colleague, await requestReversal(admin, paid.at(-2)?.id ?? '', back), 'approved')

  const own = (await getHoldings(investor))?.notes.find(({ id }) => id === note.id)
  const years = [...new Set(days.map(day => Number(day.slice(0, 4))))]
  expect(years.length).toBeGreaterThan(1)
  for (const year of years) {
    const { holders, totals, years: known } = await getInterestPaid(admin, { year, size: 10_000 })
    const its = holders.find(each => each.holderId === holderId)
    expect(its?.net).toBe(own?.interestByYear[year])
    expect(its?.returned).toBe(back.day.startsWith(String(year)) ? 1_833_33n : 0n)
    expect(sumCents(holders.map(({ net }) => net))).toBe(totals.net)
    expect(known).toContain(year)
    const saved = (await allOf(await exportRegister(admin, 'interest', { year }))).flat()
    expect(saved.find(each => each.holderId === holderId)).toEqual(its)
  }
})

const cashOf = (lines: Awaited<ReturnType<typeof getCashForecast>>) =>
  lines.map(({ interest, principal }) => interest + principal)

test('the forecast is the due list, week by week and month by month; a renewal takes no cash, silence pays out', async ({
  portal,
  people,
}) => {
  const { admin, investor } = people
  const matures = addDays(today, 30)
  const issued = addMonths(matures, -12)
  const given = async (name: string) => {
    const holderId = await givenNamedHolder(portal, people, name)
    return givenNote(portal, people, issued, { holderId, principalCents: 500_000_00n, rateBp: 1300 })
  }
  const before = {
    week: await getCashForecast(admin, { by: 'week', today }),
    month: await getCashForecast(admin, { by: 'month', today }),
  }
  const [silent, renewed, part] = [await given('Silent'), await given('Renewing'), await given('Renewing a part')]
  await advanceNotes()
  const member = await withFreshProof(portal, investor)
  await electAtMaturity(member, renewed.id, { choice: 'renew' })
  await electAtMaturity(member, part.id, { choice: 'renew_part', amount: '300,000' })
  const listed = async (to: string) => {
    const due = await getDuePayments(admin, { from: today, to, today })
    return sumCents(due.map(each => each.interestLeft + each.principalLeft + each.late))
  }
  for (const by of ['week', 'month'] as const) {
    const lines = await getCashForecast(admin, { by, today })
    expect(lines.slice(-forecastPeriods(by, today).length).map(({ label }) => label)).toEqual(
      forecastPeriods(by, today).map(({ label }) => label),
    )
    const sum = (part: 'principal' | 'renewed') =>
      sumCents(lines.map(line => line[part])) - sumCents(before[by].map(line => line[part]))
    expect(sum('principal')).toBe(500_000_00n + 200_000_00n)
    expect(sum('renewed')).toBe(500_000_00n + 300_000_00n)
    // Including renewals without cash, it is the due list's sum of the same days.
    const renewing = sumCents(lines.map(line => line.renewed))
    expect(sumCents(cashOf(lines)) + renewing).toBe(await listed(lines.at(-1)?.to ?? ''))
    const falling = lines.find(
      ({ from, to, renewed }) => from <= addDays(matures, 5) && matures <= addDays(to, 5) && renewed > 0n,
    )
    expect(falling?.renewed).toBeGreaterThanOrEqual(800_000_00n)
  }
  expect(silent.number).toBeTruthy()
})

test('what wasn’t paid on its day stands first in the forecast', async ({ portal, people }) => {
  const { admin } = people
  const note = await givenNote(portal, people, addMonths(today, -3))
  const [overdue] = await getCashForecast(admin, { by: 'week', today })
  expect(overdue).toMatchObject({ isOverdue: true, label: 'Late' })
  const due = await getDuePayments(admin, { from: today, to: today, today })
  const late = due.filter(({ payDate }) => payDate < today)
  expect(late.some(({ noteId }) => noteId === note.id)).toBe(true)
  expect(overdue?.interest).toBe(sumCents(late.map(each => each.interestLeft + each.late)))
})

test('account 2010 is the register’s principal, holder by holder on any day; a difference is loud', async ({
  portal,
  people,
}) => {
  const { admin } = people
  const { owner } = portal
  const holderId = await givenNamedHolder(portal, people, 'Tied Holder')
  const issued = addMonths(today, -2)
  const note = await givenNote(portal, people, issued, { holderId })
  for (const on of [addDays(issued, -1), issued, today]) {
    const { holders, differing, totals } = await getTieOut(admin, { on, size: 10_000 })
    expect(differing).toBe(0)
    expect(totals.ledger).toBe(totals.register)
    const account = (await trialBalance(admin, on)).find(({ account }) => account === 2010)
    expect(totals.ledger).toBe((account?.credit ?? 0n) - (account?.debit ?? 0n))
    const its = holders.find(each => each.holderId === holderId)
    expect(its?.ledger).toBe(on < issued ? undefined : 200_000_00n)
  }

  // As the database's owner could: a note in another holder's name.
  const other = await givenNamedHolder(portal, people, 'Another Holder')
  const moved = (to: string) =>
    owner.query(
      `set session_replication_role = replica; alter table notes disable trigger guard; alter table notes disable trigger guard_terms;
      alter table notes disable trigger step;
      update notes set holder_id = '${to}' where id = '${note.id}';
      alter table notes enable always trigger guard; alter table notes enable always trigger guard_terms;
      alter table notes enable always trigger step;
      set session_replication_role = default`,
    )
  await moved(other)
  const { differing, holders } = await getTieOut(admin, { on: today })
  await moved(holderId)
  expect(differing).toBe(2)
  expect(
    holders
      .slice(0, 2)
      .map(({ ledger, register }) => ledger - register)
      .toSorted(),
  ).toEqual([-200_000_00n, 200_000_00n].toSorted())
})

/** @returns the files of the accrual at the end of a day */
async function accrualFiles(admin: Actor, on: string, format: string): Promise<Record<string, string>> {
  const { archive } = await downloadAccrual(admin, { on, format })
  const bytes = Buffer.from(await new Response(archive).arrayBuffer())
  return Object.fromEntries(unzip(bytes).map(({ name, content }) => [name, content.toString()]))
}

test('the accrual at a month’s end is the register’s, and is reversed on the next day, as accounting programs read it', async ({
  portal,
  people,
}) => {
  const { admin } = people
  const on = addDays(`${today.slice(0, 8)}01`, -1)
  await givenNote(portal, people, addDays(addMonths(on, -2), -9))
  const { sum } = await getAccrual(admin, on)
  const { notes } = await getRegister(admin, { on, size: 10_000 })
  expect(sum).toBe(sumCents(notes.map(({ accrued, lateInterest }) => (accrued ?? 0n) + lateInterest)))
  expect(sum).toBeGreaterThan(0n)

  for (const [format, expense, accrued] of [
    ['quickbooks', 'Interest Expense', 'Accrued Interest'],
    ['xero', '5010', '2025'],
  ] as const) {
    const files = await accrualFiles(admin, on, format)
    const [head = '', ...lines] = (files['journal-1.csv'] ?? '').trimEnd().split('\r\n')
    const booked = importJournal(format, [[head, ...lines.slice(0, 2), ''].join('\r\n')])
    expect(booked).toMatchObject({ unbalanced: [], days: [on], balances: { [expense]: sum, [accrued]: -sum } })
    const both = importJournal(format, [files['journal-1.csv'] ?? ''])
    expect(both).toMatchObject({ unbalanced: [], entries: 2, days: [on, addDays(on, 1)], balances: {} })
    const byNote = readCsv(files['Accrued-by-note.csv'] ?? '')
    for (const row of byNote.slice(1, -1)) expect(row.slice(3, 5)).toEqual(['5010', '2025'])
    expect(byNote.at(-1)?.at(-1)).toBe(`${sum / 100n}.${String(sum % 100n).padStart(2, '0')}`)
  }
  const plain = readCsv((await accrualFiles(admin, on, 'csv'))['journal-1.csv'] ?? '')
  expect(plain.slice(1).map(cells => cells.slice(9, 11))).toEqual([
    ['5010', 'Interest expense'],
    ['2025', 'Accrued interest'],
    ['5010', 'Interest expense'],
    ['2025', 'Accrued interest'],
  ])
})

test('interest belongs to the month it was earned in, though the note was repaid before its last due date', async ({
  portal,
  people,
}) => {
  const { admin } = people
  // The first of a month on which banks are closed: with 'preceding' all of it is paid in the month before.
  const months = Array.from({ length: 24 }, (_, n) => addMonths(`${today.slice(0, 8)}01`, -1 - n))
  const maturity = months.find(first => adjust(first, 'preceding') < addDays(first, -1)) ?? ''
  const [paidOn, monthEnd] = [adjust(maturity, 'preceding'), addDays(maturity, -1)]
  const note = await givenNote(portal, people, addMonths(maturity, -12), { convention: 'preceding' })
  const lines = (await getNoteStory(admin, note.id)).lines
  const last = lines.at(-1)?.interest ?? 0n
  const before = sumCents(lines.slice(0, -1).map(({ interest }) => interest))
  for (const amount of [before, last, 200_000_00n]) await givenPayment(people, note.id, { day: paidOn, amount })
  const accruedOn = async (on: string) =>
    (await getAccrual(admin, on)).notes
      .filter(({ id }) => id === note.id)
      .map(({ principal, accrued, paidAhead }) => ({ principal, accrued, paidAhead }))
  expect(await accruedOn(monthEnd)).toEqual([{ principal: 0n, accrued: last, paidAhead: last }])
  // The ledger has it as due from then on.
  expect(await accruedOn(maturity)).toEqual([])
  expect((await accruedOn(addDays(paidOn, -1)))[0]).toMatchObject({ principal: 200_000_00n, paidAhead: 0n })

  // It is credited to the account that the payment was debited to, and so balances it.
  const { sum, paidAhead } = await getAccrual(admin, monthEnd)
  const files = await accrualFiles(admin, monthEnd, 'xero')
  const [head = '', ...rows] = (files['journal-1.csv'] ?? '').trimEnd().split('\r\n')
  const expense = String(interestExpense)
  const its = rows.filter(row => row.includes(`Interest accrued on notes to ${monthEnd}`))
  expect(importJournal('xero', [[head, ...its, ''].join('\r\n')])).toMatchObject({
    unbalanced: [],
    balances: { [expense]: sum, [String(interestPayable)]: -paidAhead },
  })
  expect(importJournal('xero', [files['journal-1.csv'] ?? ''])).toMatchObject({ unbalanced: [], balances: {} })

  // If the bank returns only the interest, it still belongs to that month, and none of it is paid.
  const { entries } = await getNoteStory(admin, note.id)
  const paid = entries.find(({ kind, line }) => kind === 'payment' && line?.n === lines.at(-1)?.n)
  const requested = await requestReversal(admin, paid?.id ?? '', { why: 'returned', day: monthEnd })
  await decideApproval(people.colleague, requested, 'approved')
  expect(await accruedOn(monthEnd)).toEqual([{ principal: 0n, accrued: last, paidAhead: 0n }])
  expect(await accruedOn(maturity)).toEqual([])
})
