import { expect } from 'vitest'
import { bookkeeping } from '../../../content/bookkeeping.ts'
import { addDays, addMonths } from '../../../rules/days.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { importJournal } from '../../../tests/helpers/hledger.ts'
import { filesOf, journalsOf, readCsv } from '../../../tests/helpers/journal.ts'
import { givenAccreditedHolder, givenNote, givenPayment } from '../../../tests/helpers/notes.ts'
import { inSession, makeStale } from '../../../tests/helpers/passkeys.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { requestReversal } from '../../notes/server/reversals.ts'
import { quarterOf } from '../../register/periods.ts'
import type { LedgerAccount } from '../ledger-accounts.ts'
import { getLedger, trialBalance } from '../server/get-ledger.ts'
import { downloadJournal, exportJournal, getJournal } from '../server/journal/journal-exports.ts'

const today = fundDay()

/** @returns the trial balance under the accounts' names in the fund's own books; zero balances omitted */
async function ownBalances(admin: Actor, day: string, program: 'quickbooks' | 'xero') {
  const lines = await trialBalance(admin, day)
  return Object.fromEntries(
    lines
      .filter(({ debit, credit }) => debit !== credit)
      .map(({ account, debit, credit }) => [bookkeeping.accounts[account as LedgerAccount][program], debit - credit]),
  )
}

test('a quarter is closed: an accounting program reads what was exported for QuickBooks, and has the trial balance', async ({
  portal,
  people,
}) => {
  const { admin } = people
  const { from: thisQuarter } = quarterOf(today)
  const quarter = quarterOf(addDays(thisQuarter, -1))
  const note = await givenNote(portal, people, addMonths(quarter.from, -2))
  const [first] = (await getLedger(admin, note.id)).filter(({ kind }) => kind === 'interest_due')
  await givenPayment(people, note.id, { day: first?.bookedOn ?? '', amount: 1_833_33n })
  const before = await exportJournal(admin, { from: '2000-01-01', to: addDays(quarter.from, -1), format: 'quickbooks' })
  const closing = await exportJournal(admin, { ...quarter, format: 'quickbooks' })

  const files = await filesOf(admin, closing)
  expect(Object.keys(files)).toEqual(['journal-1.csv', 'Accounts.csv', 'Manifest.csv', 'SHA256SUMS'])
  const books = importJournal('quickbooks', [...journalsOf(await filesOf(admin, before)), ...journalsOf(files)])
  expect(books.unbalanced).toEqual([])
  expect(books.balances).toEqual(await ownBalances(admin, quarter.to, 'quickbooks'))
  expect(books.days.filter(day => day > quarter.to)).toEqual([])

  // The stored export, its manifest and the program's data are the same.
  const { exports } = await getJournal(admin, quarter)
  const kept = exports.find(({ id }) => id === closing)
  const manifest = readCsv(files['Manifest.csv'] ?? '')
  const sum = (Number(kept?.sum) / 100).toFixed(2)
  expect(manifest.at(-1)).toEqual([
    'All',
    expect.any(String),
    expect.any(String),
    String(kept?.entries),
    String(2 * (kept?.entries ?? 0)),
    sum,
    sum,
  ])
  expect(importJournal('quickbooks', journalsOf(files)).entries).toBe(kept?.entries)
  expect(await filesOf(admin, closing)).toEqual(files)
})

test('an entry is exported once; a correction of a day that was exported leaves with the next export', async ({
  portal,
  people,
}) => {
  const { admin, colleague } = people
  const issued = addMonths(today, -4)
  const note = await givenNote(portal, people, issued)
  const to = addDays(addMonths(today, -1), -1)
  const first = await exportJournal(admin, { from: issued, to, format: 'quickbooks' })
  const again = exportJournal(admin, { from: issued, to, format: 'quickbooks' })
  await expect(again).rejects.toMatchObject({ code: 'JOURNAL_NOTHING_NEW' })

  // Recorded now, for a day of the period: a payment, and its reversal.
  const due = (await getLedger(admin, note.id)).find(({ kind }) => kind === 'interest_due')?.bookedOn ?? ''
  await givenPayment(people, note.id, { day: due, amount: 1_833_33n })
  const paid = (await getLedger(admin, note.id)).find(({ kind }) => kind === 'payment')
  const back = { why: 'returned', day: addDays(due, 1) }
  await decideApproval(colleague, await requestReversal(admin, paid?.id ?? '', back), 'approved')
  const { news } = await getJournal(admin, { from: addDays(to, 1), to: today })
  const second = await exportJournal(admin, { from: addDays(to, 1), to: today, format: 'quickbooks' })
  const numbers = (files: Record<string, string>) =>
    new Set(
      journalsOf(files).flatMap(text =>
        readCsv(text)
          .slice(1)
          .map(([number]) => number),
      ),
    )
  const [one, other] = [numbers(await filesOf(admin, first)), numbers(await filesOf(admin, second))]
  expect(other.size).toBe(news.quickbooks)
  expect([...one].filter(number => other.has(number))).toEqual([])
  const { entries } = await getJournal(admin, { from: due, to: addDays(due, 1) })
  const corrected = entries.filter(({ noteId, kind }) => noteId === note.id && kind !== 'interest_due')
  expect(corrected.map(({ kind }) => kind)).toEqual(['payment', 'payment_returned'])
  for (const { number, exported } of corrected) {
    expect(other).toContain(number)
    expect(exported).toHaveLength(1)
  }

  // Exported again, the period has all of its entries; the duplication is explicit.
  const whole = await exportJournal(admin, { from: issued, to, format: 'quickbooks', again: true })
  const repeated = numbers(await filesOf(admin, whole))
  for (const number of [...one, ...corrected.map(({ number }) => number)]) expect(repeated).toContain(number)
})

test('an accounting program reads what was exported for Xero, and has the trial balance', async ({
  portal,
  people,
}) => {
  const { admin } = people
  await givenNote(portal, people, addMonths(today, -3))
  const id = await exportJournal(admin, { from: '2000-01-01', to: today, format: 'xero' })
  const files = await filesOf(admin, id)
  const books = importJournal('xero', journalsOf(files))
  expect(books.unbalanced).toEqual([])
  expect(books.balances).toEqual(await ownBalances(admin, today, 'xero'))
  // Each program has its own exports: entries exported to one are new to another.
  const { news } = await getJournal(admin, { from: '2000-01-01', to: today })
  expect(news).toMatchObject({ xero: 0, csv: books.entries })
})

test('as CSV, each line names its entry, note, holder, accounts and approval', async ({ portal, people }) => {
  const { admin } = people
  const note = await givenNote(portal, people, addMonths(today, -2))
  const [funds] = await getLedger(admin, note.id)
  const id = await exportJournal(admin, { from: '2000-01-01', to: today, format: 'csv' })
  const rows = readCsv(journalsOf(await filesOf(admin, id))[0] ?? '')
  const { rows: holders } = await portal.owner.query('select number, legal_name from holders where id = $1', [
    note.holderId,
  ])
  const { rows: approvals } = await portal.owner.query('select approval_id from ledger_entries where id = $1', [
    funds?.id,
  ])
  const lines = rows.filter(row => row[1] === funds?.id)
  const all = [
    ...[funds?.bookedOn, funds?.bookedOn, 'Funds received', note.number, holders[0].number, holders[0].legal_name],
    `WIRE ${note.number}`,
  ]
  expect(lines.map(line => line.slice(2))).toEqual([
    [...all, '1010', 'Cash', '200000.00', '', approvals[0].approval_id],
    [...all, '2010', 'Notes payable', '', '200000.00', approvals[0].approval_id],
  ])
})

test.for(['quickbooks', 'xero'] as const)(
  'for %s, each line says whose note it is',
  async (format, { portal, people }) => {
    const { admin } = people
    const holderId = await givenAccreditedHolder(portal, people, 'Alder and Birch LLC')
    const note = await givenNote(portal, people, addMonths(today, -1), { holderId })
    const { rows } = await portal.owner.query('select number from holders where id = $1', [holderId])
    const id = await exportJournal(admin, { from: '2000-01-01', to: today, format })
    const lines = journalsOf(await filesOf(admin, id))
      .join('')
      .split('\r\n')
    const ofNote = lines.filter(line => line.includes(note.number))
    expect(ofNote.length).toBeGreaterThan(1)
    for (const line of ofNote) expect(line).toContain(`${note.number}, ${rows[0].number}, Alder and Birch LLC`)
  },
)

test('two who export at the same moment don’t both get an entry', async ({ portal, people }) => {
  const { admin, colleague } = people
  await givenNote(portal, people, addMonths(today, -1))
  const requested = { from: addMonths(today, -1), to: today, format: 'quickbooks' }
  const made = await Promise.allSettled([exportJournal(admin, requested), exportJournal(colleague, requested)])
  expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('an export takes fresh proof, is in the log, and stays as it is', async ({ portal, people }) => {
  const { admin } = people
  await givenNote(portal, people, addMonths(today, -1))
  const { actor } = await inSession(portal, admin)
  const id = await exportJournal(actor, { from: addMonths(today, -1), to: today, format: 'quickbooks' })
  await makeStale(portal, actor)
  const needed = { code: 'PROOF_NEEDED' }
  await expect(exportJournal(actor, { from: today, to: today, format: 'csv' })).rejects.toMatchObject(needed)
  await expect(downloadJournal(actor, id)).rejects.toMatchObject(needed)
  const { rows } = await portal.owner.query(
    "select details from audit_log where action = 'journal.exported' and subject_id = $1",
    [id],
  )
  expect(rows[0].details).toMatchObject({ format: 'quickbooks', to: today })
  for (const table of ['journal_exports', 'journal_export_entries'])
    await expect(portal.owner.query(`delete from ${table}`)).rejects.toThrow('only added')
})
