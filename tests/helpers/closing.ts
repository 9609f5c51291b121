import { expect } from 'vitest'
import { approveBatch, getBatchApproval } from '../../app/approvals/server/approve-batch.ts'
import { decideApproval } from '../../app/approvals/server/decide-approval.ts'
import { readBankChoice } from '../../app/bank/bank-choice.ts'
import { choiceFor } from '../../app/bank/office/open-lines.tsx'
import { enterBankBalance, getBankReconciliation } from '../../app/bank/server/bank-balances.ts'
import { addBankList, getBankWork } from '../../app/bank/server/bank-lines.ts'
import { confirmBankLines } from '../../app/bank/server/confirm-bank-lines.ts'
import {
  accruedInterest,
  interestExpense,
  interestPayable,
  type JournalAccount,
} from '../../app/ledger/ledger-accounts.ts'
import { trialBalance } from '../../app/ledger/server/get-ledger.ts'
import { exportJournal } from '../../app/ledger/server/journal/journal-exports.ts'
import { scheduleOf } from '../../app/notes/schedule.ts'
import { advanceNotes } from '../../app/notes/server/advance-notes.ts'
import { downloadAccrual, getAccrual } from '../../app/register/server/accrual.ts'
import { getRegister } from '../../app/register/server/register-list.ts'
import { bookkeeping } from '../../content/bookkeeping.ts'
import { previousBusinessDay } from '../../rules/business-days.ts'
import { addDays, addMonths, type Day } from '../../rules/days.ts'
import { type Cents, sumCents } from '../../rules/money.ts'
import type { Actor } from '../../server/access/actor.ts'
import { historyFile, type PastNote, pastNotes, type SampleHolder } from '../../server/demo/note-history.ts'
import { familyOffice, paydayNotes } from '../../server/demo/payday.ts'
import { bankFile } from './bank-file.ts'
import { type BankShape, bankShapes, type Moved } from './bank-shapes.ts'
import { importJournal } from './hledger.ts'
import { givenHolder } from './holders.ts'
import { askForImport, checkFile } from './imports.ts'
import { filesOf, journalsOf } from './journal.ts'
import { refreshProofs } from './note-places.ts'
import type { NotePeople } from './notes.ts'
import { type TestPortal, testPortal } from './portal.ts'
import type { SharedPortal } from './shared-portal.ts'
import { givenToday } from './today.ts'
import { unzip } from './unzip.ts'

/** Formats for accounting programs with the fund's own books. */
const programs = ['quickbooks', 'xero', 'csv'] as const
type Program = (typeof programs)[number]

/** The sample fund as imported, and its bank's data since. */
export interface ClosingFund {
  portal: SharedPortal
  people: NotePeople
  notes: (Pick<PastNote, 'number' | 'terms'> & { payee: string })[]
  /** The account's balance at the end of the last closed month, and its part that isn't the notes'. */
  balance: Cents
  other: Cents
  journals: Record<Program, string[]>
  /** Buttons pressed by the first and the second person. */
  presses: [first: number, second: number]
}

/** The effort of closing a period. */
export interface ClosedPeriod {
  shape: BankShape
  lines: number
  /** Lines matched without a choice. */
  matched: number
  /** Buttons pressed by the first and the second person; files for accounting programs apart. */
  presses: [first: number, second: number]
}

const names: Record<SampleHolder, string> = {
  person: 'Elena Marsh',
  couple: 'Ruth Lindqvist and Karl Lindqvist',
  company: 'Okafor Holdings LLC',
  account: 'Cornerway Trust Company FBO Elena Marsh IRA',
}

const otherCash = 250_000_00n

/** @returns a portal just after a fund's last day, with its two people: anything opened later would wait for a year */
export async function closingPortal(day: Day): Promise<{ portal: TestPortal; people: NotePeople }> {
  givenToday(addDays(day, 2))
  const portal = await testPortal()
  const colleague = await portal.newPerson('colleague@example.com', { isAdmin: true })
  return { portal, people: { admin: portal.admin, colleague, investor: portal.investor } }
}

/** Imports the sample fund's notes, with all payments up to a day: later payments are known only to the bank. */
export async function givenClosingFund(portal: SharedPortal, people: NotePeople, day: Day): Promise<ClosingFund> {
  const { admin, colleague, investor } = people
  await portal.newPerson(familyOffice, { fullName: 'Grace Tran' })
  const numbers = {} as Record<SampleHolder, string>
  for (const [role, legalName] of Object.entries(names)) {
    const kind = role === 'account' ? 'sdira' : role === 'company' ? 'llc' : 'individual'
    const custodian = kind === 'sdira' ? { custodianName: 'Cornerway Trust Company' } : {}
    const added = await givenHolder(admin, investor, { legalName, kind, state: 'TX', ...custodian })
    numbers[role as SampleHolder] = added.number
  }
  const { maturing, repaid, yearly } = pastNotes(day)
  const notes = [maturing, repaid, yearly, ...paydayNotes(`${day.slice(0, 8)}16`)].map(note => ({
    ...note,
    leftOut: 0,
    payee: typeof note.holder === 'string' ? names[note.holder] : note.holder.name,
  }))
  const content = historyFile(notes, notes.find(({ number }) => number === repaid.number) ?? repaid, numbers, day)
  const { sha256, problems } = await checkFile(admin, content)
  expect(problems).toEqual([])
  const file = { filename: 'Notes before the portal.csv', content, sha256 }
  await askForImport(admin, { ...file, reason: 'Signed on paper before the fund had the portal.' })
  const { rows } = await portal.owner.query(
    "select id from approvals where kind = 'register.import' and decision is null and asked_by = $1",
    [admin.id],
  )
  await decideApproval(colleague, rows[0].id, 'approved')
  await advanceNotes()
  const books = await cashOn(admin, day)
  const fund: ClosingFund = {
    portal,
    people,
    notes,
    balance: books + otherCash,
    other: otherCash,
    journals: { quickbooks: [], xero: [], csv: [] },
    presses: [0, 0],
  }
  await reconciled(fund, day)
  await journalLeaves(fund, { from: '2000-01-01', to: day })
  return fund
}

async function cashOn(admin: Actor, day: Day): Promise<Cents> {
  const line = (await trialBalance(admin, day)).find(({ account }) => account === 1010)
  return (line?.debit ?? 0n) - (line?.credit ?? 0n)
}

/** @returns the bank's movements of a month in which the fund pays everything on time, by the notes' own schedules */
export function movedIn(notes: Readonly<ClosingFund['notes']>, first: Day): Moved[] {
  const [to, lastOpen] = [addDays(addMonths(first, 1), -1), previousBusinessDay(addMonths(first, 1))]
  const paid = notes.flatMap(({ number, payee, terms }) =>
    scheduleOf(terms)
      .filter(({ pay }) => first <= pay && pay <= to)
      .map(({ pay, interestCents, principalCents }) => ({
        ...{ day: pay, cents: -(interestCents + principalCents), kind: 'ach' as const, payee, note: number },
      })),
  )
  return [
    ...paid,
    { day: lastOpen, cents: -25_00n, kind: 'fee', payee: '' },
    { day: lastOpen, cents: 412_50n, kind: 'interest', payee: '' },
  ]
}

/** Adds the bank's file and submits the selected matches. @returns its id, and the number of lines with a selection */
export async function matched(fund: ClosingFund, file: { filename: string; content: string }) {
  const list = await addBankList(fund.people.admin, bankFile(file.filename, Buffer.from(file.content), 'month'))
  fund.presses[0]++
  return { list, ...(await submitSelected(fund, list)) }
}

/** @returns the number of lines with a selection, the number of known ones, and the refusals */
export async function submitSelected({ people: { admin }, presses }: ClosingFund, list: string) {
  const { open, list: shown } = await getBankWork(admin, list)
  const choices = open.map(choiceFor).filter(Boolean).map(readBankChoice)
  const { refused } = await confirmBankLines(admin, { choice: choices })
  presses[0]++
  return { selected: choices.length - refused.length, refused, unread: shown?.outcome.unread ?? [] }
}

/** The second person approves pending requests, by the total of the bank's own lines. */
export async function approvedAsBatch(
  { people: { colleague }, presses }: ClosingFund,
  moved: readonly Moved[],
): Promise<void> {
  const { requests } = await getBatchApproval(colleague, 'payment.record')
  const total = -sumCents(moved.filter(({ kind }) => kind === 'ach').map(({ cents }) => cents))
  const typed = String(total).replace(/(..)$/, '.$1')
  const id = requests.map(each => each.id)
  await approveBatch(colleague, { kind: 'payment.record', id, total: typed })
  presses[1]++
}

/** Enters a day's statement, and expects nothing unexplained. */
export async function reconciled({ people: { admin }, balance, other, presses }: ClosingFund, day: Day): Promise<void> {
  const dollars = (cents: Cents) => (Number(cents) / 100).toFixed(2)
  const typed = { balance: dollars(balance), other: dollars(other), words: 'Operating reserve' }
  await enterBankBalance(admin, { day, ...typed })
  presses[0]++
  const { shown } = await getBankReconciliation(admin, day)
  expect(shown, day).toMatchObject({ difference: 0n, items: [] })
  if (shown?.period)
    expect([shown.period.missing, shown.period.otherByLines, shown.period.open]).toEqual([0n, other, 0n])
}

/** @returns an account's name in a program's books */
function nameIn(program: Program, account: JournalAccount): string {
  if (program === 'csv') return String(account)
  return (account === accruedInterest ? bookkeeping.accrued : bookkeeping.accounts[account])[program]
}

/** @returns balances under the program's names; zero balances omitted */
function named(program: Program, balances: ReadonlyMap<JournalAccount, Cents>): Record<string, Cents> {
  return Object.fromEntries(
    [...balances].filter(([, cents]) => cents !== 0n).map(([account, cents]) => [nameIn(program, account), cents]),
  )
}

/** @returns the files of the accrual at the end of a day, and of its reversal */
async function accrualFiles(admin: Actor, on: Day, format: Program): Promise<string[]> {
  const { archive } = await downloadAccrual(admin, { on, format })
  const bytes = Buffer.from(await new Response(archive).arrayBuffer())
  return journalsOf(Object.fromEntries(unzip(bytes).map(({ name, content }) => [name, content.toString()])))
}

/**
 * Exports a period's journal for each program, once, and the accrual at its end: the program's books are then the
 * trial balance with the accrual on the last day, and without it from the next.
 */
export async function journalLeaves(
  { people: { admin }, journals }: Pick<ClosingFund, 'people' | 'journals'>,
  period: { from: Day; to: Day },
): Promise<void> {
  const { sum, paidAhead } = await getAccrual(admin, period.to)
  const lines = await trialBalance(admin, period.to)
  const balances = new Map(lines.map(({ account, debit, credit }) => [account as JournalAccount, debit - credit]))
  const accrued: [JournalAccount, Cents][] = [
    [interestExpense, sum],
    [accruedInterest, paidAhead - sum],
    [interestPayable, -paidAhead],
  ]
  const evening = new Map(balances)
  for (const [account, cents] of accrued) evening.set(account, (evening.get(account) ?? 0n) + cents)
  for (const program of programs) {
    const id = await exportJournal(admin, { ...period, format: program })
    journals[program].push(...journalsOf(await filesOf(admin, id)))
    const again = exportJournal(admin, { ...period, format: program })
    await expect(again, program).rejects.toMatchObject({ code: 'JOURNAL_NOTHING_NEW' })
    if (sum > 0n) journals[program].push(...(await accrualFiles(admin, period.to, program)))
    const onLastDay = importJournal(program, journals[program], period.to)
    expect([onLastDay.unbalanced, onLastDay.balances], `${program} ${period.to}`).toEqual([[], named(program, evening)])
    const next = importJournal(program, journals[program])
    expect([next.unbalanced, next.balances], `after ${program} ${period.to}`).toEqual([[], named(program, balances)])
  }
}

/**
 * Closes a month by two people: the bank's file, its selected matches, the second person's total, the
 * statement's balance, and the journal for each program.
 * @param more movements besides due payments
 * @param between the office's work before the list is submitted again, if lines are left
 */
export async function closePeriod(
  fund: ClosingFund,
  first: Day,
  shape: BankShape,
  {
    more = [],
    between,
  }: {
    more?: readonly Moved[]
    between?: (list: string, moved: readonly Moved[]) => Promise<void>
  } = {},
): Promise<ClosedPeriod> {
  const { admin } = fund.people
  const last = addDays(addMonths(first, 1), -1)
  givenToday(addDays(last, 3))
  await refreshProofs(fund.portal)
  await advanceNotes()
  fund.presses = [0, 0]
  const moved = [...movedIn(fund.notes, first), ...more].toSorted((one, other) => one.day.localeCompare(other.day))
  const { list, selected, refused, unread } = await matched(fund, bankShapes[shape]({ opening: fund.balance, moved }))
  expect(unread).toEqual([])
  if (between) await between(list, moved)
  else {
    expect(refused).toEqual([])
    await approvedAsBatch(fund, moved)
  }
  const { open, waiting, reconciled: told } = await getBankWork(admin, list)
  expect([open, waiting, told.length], `${shape} ${first}`).toEqual([[], [], moved.length])

  fund.balance += sumCents(moved.map(({ cents }) => cents))
  fund.other += sumCents(moved.flatMap(({ cents, kind }) => (kind === 'fee' || kind === 'interest' ? [cents] : [])))
  await reconciled(fund, last)
  const { sum } = await getAccrual(admin, last)
  const { notes } = await getRegister(admin, { on: last, size: 10_000 })
  expect(sum).toBe(sumCents(notes.map(({ accrued, lateInterest }) => (accrued ?? 0n) + lateInterest)))
  await journalLeaves(fund, { from: first, to: last })
  return { shape, lines: moved.length, matched: selected, presses: fund.presses }
}
