import { expect } from 'vitest'
import { documentLists, readDocumentQuery } from '../../app/documents/document-query.ts'
import { monthUpTo } from '../../app/register/periods.ts'
import { duePerPage, registerChanges } from '../../app/register/register.ts'
import { fillFund } from '../../bench/fill-fund.ts'
import { fillRegister } from '../../bench/fill-register.ts'
import { addDays } from '../../rules/days.ts'
import { formatCents } from '../../rules/money.ts'
import type { Actor } from '../../server/access/actor.ts'
import * as operations from '../../server/operations.ts'
import { fundDay } from '../../server/platform/fund-day.ts'
import { bankFile } from '../helpers/bank-file.ts'
import { explainEverything, rowsRead } from '../helpers/rows-read.ts'
import { testOnPortal } from '../helpers/shared-portal.ts'

/* A list reads in proportion to its page, not to the fund: with a thousand documents of a person, a page's statements
   read few more rows of a table than the page has. */

const documents = 1000
const shown = 50
/** Rows of each table that a page of fifty rows may read. */
const allowed = 3 * shown
/** Notes of the register: few enough that reading all may be the fastest way to find a day's. */
const notes = 300

const test = testOnPortal({}, true).extend('readers', { scope: 'file' }, async ({ portal }) => {
  const investor = await portal.newPerson('investor@many.example', { fullName: 'Iris Vestor' })
  const admin = await portal.newPerson('admin@many.example', { fullName: 'Ada Ministrator', isAdmin: true })
  await fillFund(portal.owner, { people: 1000, documents: 2 * documents, investor: { id: investor.id, documents } })
  await fillRegister(portal.owner, { notes, investor: { id: investor.id, notes: 5 }, today: fundDay() })
  await portal.owner.query('vacuum analyze')
  await explainEverything(portal)
  return { investor, admin }
})

const queryOf = (address: string) => readDocumentQuery(new URLSearchParams(address))

/** The most rows that `work` read of one table, and that table. */
async function mostRead(work: () => Promise<unknown>): Promise<{ table: string; rows: number }> {
  const { read } = await rowsRead(work)
  const [table = '', rows = 0] = Object.entries(read).sort(([, a], [, b]) => b - a)[0] ?? []
  return { table, rows }
}

/** Indexed orders of a person's own documents: the number of views changes with every view. */
const served = documentLists.person.sorts.filter(sort => sort !== 'views')

test.for(served)('a person’s documents, by %s', async (sort, { readers }) => {
  for (const reader of [readers.investor, readers.admin] as Actor[]) {
    const list = () => operations.findDocuments(reader, readers.investor.id, queryOf(`sort=${sort}`), shown)
    expect((await list()).total).toBe(documents)
    expect((await mostRead(list)).rows).toBeLessThan(allowed)
  }
})

test('what a person’s home says', async ({ readers: { investor } }) => {
  for (const read of [
    () => operations.getHome(investor),
    () => operations.getSpaceNote(investor),
    () => operations.getPendingForPerson(investor, investor.id),
    () => operations.getUserDocuments(investor, investor.id, shown),
  ])
    expect((await mostRead(read)).rows).toBeLessThan(allowed)
})

test('Today reads what is late and what is due soon, and few rows of all else', async ({ readers: { admin } }) => {
  const { result, read } = await rowsRead(() => operations.getToday(admin))
  const { late, days } = result.money.due
  const payments = [...late, ...days].reduce((sum, day) => sum + day.payments, 0)
  for (const { payments, first } of [...late, ...days]) expect(first).toHaveLength(Math.min(payments, 3))
  // One pass over the interest account finds the notes that owe interest, as in the due list; it reads no entries.
  const { ledger_lines: _, ...others } = read
  for (const [table, rows] of Object.entries(others))
    expect(rows, table).toBeLessThan(allowed + 3 * payments + (table === 'notes' ? notes : 0))
  for (const table of ['documents', 'user_profiles', 'conversations', 'document_requests', 'audit_log'])
    expect(read[table] ?? 0, table).toBeLessThan(allowed)
})

test.for(documentLists.everyone.sorts)('everyone’s documents, by %s', async (sort, { readers: { admin } }) => {
  expect((await mostRead(() => operations.getAllDocumentsForAdmin(admin, { sort }))).rows).toBeLessThan(allowed)
})

test('what the ledger has of a bank list’s days, and of some months before', async ({ portal, readers: { admin } }) => {
  const today = fundDay()
  const list = (day: string, n: number) =>
    operations.addBankList(admin, bankFile('bank.csv', `Date,Amount,Description\n${day},-0.0${n},x${n}`))
  // The lists started with the fund.
  await list(addDays(today, -720), 1)
  await list(addDays(today, -1), 2)
  const cash = `select count(*)::int as entries from ledger_entries where kind in ('funds', 'payment')
    and relates_to between $1 and $2`
  const { rows } = await portal.owner.query(cash, [addDays(today, -93), addDays(today, -1)])
  const { rows: all } = await portal.owner.query(cash, [addDays(today, -720), addDays(today, -1)])
  expect(rows[0].entries).toBeLessThan(all[0].entries / 3)
  // A line may be any payment of the surrounding weeks, each with two ledger entries; on some days more fall due.
  const { rows: near } = await portal.owner.query(
    'select count(*)::int as payments from schedule_lines where pay_date between $1 and $2',
    [addDays(today, -15), addDays(today, 35)],
  )
  const { result, read } = await rowsRead(() => operations.getBankWork(admin))
  expect(result.uncleared.length).toBe(rows[0].entries)
  expect(read.ledger_entries).toBeLessThan(1.1 * rows[0].entries + 2 * near[0].payments)
  expect((await operations.getBankWork(admin, undefined, true)).uncleared.length).toBe(all[0].entries)
})

test('the log', async ({ readers: { admin } }) => {
  expect((await mostRead(() => operations.getAuditLog(admin, {}))).rows).toBeLessThan(allowed)
})

test('holders, and people, with what they hold and are paid next', async ({ portal, readers: { admin } }) => {
  const { rows } = await portal.owner.query(
    'select user_id as id from holder_members where ended_at is null group by 1 order by min(added_at), 1 limit $1',
    [shown],
  )
  const people = rows.map(({ id }) => id)
  for (const list of [() => operations.getHolders(admin, {}), () => operations.getHeldByPeople(admin, people)]) {
    const { read } = await rowsRead<unknown>(list)
    // Each note's schedule up to the next payment.
    const { schedule_lines = 0, ...others } = read
    expect(schedule_lines).toBeLessThan(24 * shown)
    expect(schedule_lines).toBeGreaterThan(0)
    // All notes' balance at the list's head: one pass over the principal account.
    for (const [table, rows] of Object.entries(others)) expect(rows, table).toBeLessThan(allowed + 2 * notes)
  }
})

test('the due list has a hundred payments on a page, and the sums of all', async ({ portal, readers: { admin } }) => {
  const today = fundDay()
  const all = await operations.getDuePayments(admin, { from: today, to: addDays(today, 31), today })
  expect(all.length).toBeGreaterThan(2 * duePerPage)
  const cookie = await portal.sessionOf(admin)
  const query = (page: number) => new URLSearchParams({ from: today, to: addDays(today, 31), page: String(page) })
  const textOf = async (page: number) =>
    (await portal.fetch(`/profile/admin/register/due?${query(page)}`, { cookie })).text()
  const interest = all.reduce((sum, { interestLeft, late }) => sum + interestLeft + late, 0n)
  for (const [page, rows] of [
    [1, duePerPage],
    [Math.ceil(all.length / duePerPage), all.length % duePerPage || duePerPage],
  ] as const) {
    const text = await textOf(page)
    const heads = [...text.matchAll(/scope="rowgroup"/g)].length
    expect([...text.matchAll(/<tr/g)].length - heads, text.slice(0, 3000)).toBe(rows + 1)
    expect(text).toContain(formatCents(interest, true))
  }
})

test('what changed and what accrued have fifty rows on a page, and the counts and sums of all', async ({
  portal,
  readers: { admin },
}) => {
  const today = fundDay()
  const month = monthUpTo(today)
  const { total, counts } = await operations.getRegisterChanges(admin, month)
  expect(total).toBeGreaterThan(shown)
  const kinds = Object.keys(registerChanges)
  const pages = Array.from({ length: Math.ceil(total / shown) }, (_, page) =>
    operations.getRegisterChanges(admin, { ...month, page, size: shown }),
  )
  const found = (await Promise.all(pages)).flatMap(({ changes }) => changes)
  expect(found).toHaveLength(total)
  expect(found.map(({ kind }) => kinds.indexOf(kind))).toEqual(found.map(({ kind }) => kinds.indexOf(kind)).toSorted())
  expect(Object.fromEntries(kinds.map(kind => [kind, found.filter(each => each.kind === kind).length]))).toMatchObject(
    counts,
  )

  const on = addDays(`${today.slice(0, 8)}01`, -1)
  const { notes: accruing, sum } = await operations.getAccrual(admin, on)
  expect(accruing.length).toBeGreaterThan(2 * shown)
  const cookie = await portal.sessionOf(admin)
  const rowsOf = async (address: string) => {
    const text = await (await portal.fetch(address, { cookie })).text()
    return { text, rows: [...text.matchAll(/<tr/g)].length - [...text.matchAll(/<thead/g)].length }
  }
  const last = Math.ceil(accruing.length / shown)
  const pageOf = (page: number) => rowsOf(`/profile/admin/register/accrual?on=${on}&page=${page}`)
  expect(await pageOf(1)).toMatchObject({ rows: shown, text: expect.stringContaining(formatCents(sum, true)) })
  expect(await pageOf(last)).toMatchObject({
    rows: accruing.length % shown || shown,
    text: expect.stringContaining(formatCents(sum, true)),
  })
  expect((await rowsOf('/profile/admin/register/changes?page=2')).rows).toBe(Math.min(shown, total - shown))
})
