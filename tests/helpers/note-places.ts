import { expect } from 'vitest'
import { getOwnNote } from '../../app/holdings/server/note-page.ts'
import { trialBalance } from '../../app/ledger/server/get-ledger.ts'
import { ledgerHead } from '../../app/ledger/server/holder-books.ts'
import { exportJournal, getJournal } from '../../app/ledger/server/journal/journal-exports.ts'
import { readNotesHeld } from '../../app/notes/server/notes-held.ts'
import { compareRegister, differencesOf } from '../../app/register/server/compare-register.ts'
import { duePaymentsShown, getDuePayments } from '../../app/register/server/due-list.ts'
import type { NoteStory } from '../../app/register/server/note-story.ts'
import { getRegister, type RegisterNote } from '../../app/register/server/register-list.ts'
import { addDays, type Day } from '../../rules/days.ts'
import { parseCents } from '../../rules/money.ts'
import type { Actor } from '../../server/access/actor.ts'
import { actAs } from '../../server/database/act-as.ts'
import { fundDay } from '../../server/platform/fund-day.ts'
import { PortalError } from '../../server/platform/portal-error.ts'
import { registerFile } from './accountant.ts'
import { filesOf, journalsOf, readCsv } from './journal.ts'
import type { SharedPortal } from './shared-portal.ts'

/* Compares all places that show what a note owes. */

const today = fundDay()

type Sums = Record<'debit' | 'credit', bigint>

/** Entries exported to the fund's own books, by account and by note. */
export class ExportedBooks {
  readonly #admin: Actor
  readonly #entries = new Set<string>()
  readonly #accounts = new Map<number, Sums>()
  readonly #notes = new Map<string, Map<number, bigint>>()

  constructor(admin: Actor) {
    this.#admin = admin
  }

  /** Exports new entries, like the accountant. */
  async exportNew(): Promise<void> {
    const period = { from: '2000-01-01', to: today }
    const id = await exportJournal(this.#admin, { ...period, format: 'csv' }).catch(error => {
      if (!(error instanceof PortalError) || error.code !== 'JOURNAL_NOTHING_NEW') throw error
    })
    const files = id ? journalsOf(await filesOf(this.#admin, id)) : []
    const lines = files.flatMap(text => readCsv(text).slice(1))
    for (const [entry = '', ofEntry] of Map.groupBy(lines, ([, entry]) => entry)) this.#add(entry, ofEntry)
    const { total, sum, news } = await getJournal(this.#admin, period)
    const debits = [...this.#accounts.values()].reduce((all, { debit }) => all + debit, 0n)
    expect([this.#entries.size, debits, 0], 'exported').toEqual([total, sum, news.csv])
  }

  #add(entry: string, lines: readonly string[][]): void {
    expect(this.#entries.has(entry), `exported twice: ${entry}`).toBe(false)
    this.#entries.add(entry)
    let difference = 0n
    for (const [, , , , , note = '', , , , number, , debits, credits] of lines) {
      const [account, debit, credit] = [
        Number(number),
        parseCents(debits || '0') ?? 0n,
        parseCents(credits || '0') ?? 0n,
      ]
      difference += debit - credit
      const sums = this.#accounts.get(account) ?? { debit: 0n, credit: 0n }
      this.#accounts.set(account, { debit: sums.debit + debit, credit: sums.credit + credit })
      const ofNote = this.#notes.get(note) ?? new Map()
      this.#notes.set(note, ofNote.set(account, (ofNote.get(account) ?? 0n) + credit - debit))
    }
    expect(difference, `doesn't balance: ${entry}`).toBe(0n)
  }

  /** @returns the sums of each account, lowest first */
  get accounts() {
    const sorted = [...this.#accounts].toSorted(([one], [other]) => one - other)
    return sorted.map(([account, sums]) => ({ account, ...sums }))
  }

  /** @returns outstanding principal and interest of a note */
  owedOn(note: string): [bigint, bigint] {
    const owed = (account: number) => this.#notes.get(note)?.get(account) ?? 0n
    return [owed(2010), owed(2020) + owed(2040)]
  }
}

/** The register's data of each note, by number, today and on an earlier day. */
export interface Registers {
  now: Map<string, RegisterNote>
  earlier: { day: Day; notes: RegisterNote[] }
}

/**
 * All places at once, for all notes: the register of today and of an earlier day, its file, the ledger, the due list,
 * and the journal if it was exported.
 */
export async function compareAll(
  portal: SharedPortal,
  admin: Actor,
  day: Day,
  books?: ExportedBooks,
): Promise<Registers> {
  expect(differencesOf(await compareRegister())).toEqual([])
  const [{ notes }, due, sums, file] = await Promise.all([
    getRegister(admin, { on: today, show: 'all', size: 500 }),
    dueOfNotes(admin),
    sumsOfNotes(portal),
    registerFile(admin, today),
  ])
  if (books) await compareExported(admin, books, notes)
  for (const { number, principal, unpaid, paid } of notes)
    expect(sums.get(number), number).toBe(`${principal} ${unpaid} ${paid}`)
  const cents = (text: string | undefined) => BigInt(Math.round(Number(text) * 100))
  expect(
    file.map(row => [row.Note, ...['Principal', 'Interest due', 'Total owed'].map(column => cents(row[column]))]),
  ).toEqual(notes.map(({ number, principal, unpaid, total }) => [number, principal, unpaid, total]))
  for (const { number, unpaid } of notes) expect(due.get(number) ?? 0n, number).toBe(unpaid)
  const [outstanding] = await Promise.all([day, today].map(on => outstandingOn(admin, on)))
  return {
    now: new Map(notes.map(note => [note.number, note])),
    earlier: { day, notes: outstanding ?? [] },
  }
}

/** The fund's own books against the trial balance and the register. */
async function compareExported(admin: Actor, books: ExportedBooks, notes: readonly RegisterNote[]): Promise<void> {
  await books.exportNew()
  const trial = await trialBalance(admin, today)
  expect(trial.map(({ name, ...sums }) => sums)).toEqual(books.accounts)
  for (const { number, principal, unpaid } of notes) expect([principal, unpaid], number).toEqual(books.owedOn(number))
}

/** @returns each note's principal, interest due and paid, by number, from the ledger's lines and `app.note_balance` */
async function sumsOfNotes({ owner }: SharedPortal): Promise<Map<string, string>> {
  const { rows } = await owner.query(
    `select n.number, concat_ws(' ', b.principal_cents, b.interest_cents, b.paid_cents) as balance,
      concat_ws(' ', coalesce(l.principal, 0), coalesce(l.interest, 0), coalesce(l.paid, 0)) as ledger
    from notes n cross join app.note_balance(n.id, $1) b left join (
      select l.note_id, sum(l.credit_cents - l.debit_cents) filter (where l.account = 2010) as principal,
        sum(l.credit_cents - l.debit_cents) filter (where l.account in (2020, 2040)) as interest,
        sum(l.debit_cents - l.credit_cents) filter (where l.account in (2020, 2040)
          and coalesce(o.kind, e.kind) = 'payment') as paid
      from ledger_lines l join ledger_entries e on e.id = l.entry_id left join ledger_entries o on o.id = coalesce(e.undoes, e.reverses)
      group by 1) l on l.note_id = n.id
    order by n.number`,
    [today],
  )
  expect(rows.map(({ balance }) => balance)).toEqual(rows.map(({ ledger }) => ledger))
  return new Map(rows.map(({ number, ledger }) => [number, ledger]))
}

/** @returns the register's outstanding notes on a day, as owed in the ledger */
async function outstandingOn(admin: Actor, on: Day): Promise<RegisterNote[]> {
  const { notes, totals } = await getRegister(admin, { on, size: 500 })
  const lines = await trialBalance(admin, on)
  const owed = (...accounts: number[]) =>
    lines
      .filter(({ account }) => accounts.includes(account))
      .reduce((sum, { credit, debit }) => sum + credit - debit, 0n)
  const unpaid = notes.reduce((sum, note) => sum + note.unpaid, 0n)
  expect([totals.principal, unpaid], on).toEqual([owed(2010), owed(2020, 2040)])
  return notes
}

/** @returns each note's unpaid interest that has fallen due, by number, from the due list */
async function dueOfNotes(admin: Actor): Promise<Map<string, bigint>> {
  // A payment due on a day of rest may have been made before it.
  const list = await getDuePayments(admin, { from: addDays(today, -10), to: addDays(today, 800), today })
  expect(list.length).toBeLessThan(duePaymentsShown)
  const due = new Map<string, bigint>()
  // A payment ahead of its day is negative until then.
  for (const { note, dueDate, interest, interestLeft } of list)
    due.set(note, (due.get(note) ?? 0n) + interestLeft - (dueDate <= today ? 0n : interest))
  return due
}

/** @returns principal and all interest of a holder's notes, by number, as on a statement of a day */
async function heldBy(admin: Actor, holderId: string, day: Day): Promise<Record<string, [bigint, bigint]>> {
  const held = await actAs(admin, async tx =>
    readNotesHeld(tx, { holderId, day, head: await ledgerHead(tx), withLater: false, start: day }),
  )
  return Object.fromEntries(
    held.map(({ number, principal, unpaid, accrued, lateInterest }) => [
      number,
      [principal, unpaid + accrued + lateInterest],
    ]),
  )
}

/**
 * One note, in each place that shows it.
 * @param investor the holder's member
 */
export async function compareOne(
  admin: Actor,
  investor: Actor,
  story: NoteStory,
  { now, earlier }: Registers,
): Promise<void> {
  const { id, number, state, owed, holder } = story
  const row = now.get(number)
  expect([row?.state, row?.principal]).toEqual([state, owed])
  if (state === 'signed') return
  const interest = (row?.total ?? 0n) - (row?.principal ?? 0n)
  const [{ note, ledger }, held, before] = await Promise.all([
    getOwnNote(investor, id),
    heldBy(admin, holder.id, today),
    heldBy(admin, holder.id, earlier.day),
  ])
  const own = note.interestDueCents + note.accruedCents + note.lateInterestCents
  expect([note.outstandingCents, own]).toEqual([owed, interest])
  expect(story.balance.total).toBe(row?.total)
  expect([ledger.at(-1)?.principalOwedCents, ledger.at(-1)?.interestOwedCents]).toEqual([owed, row?.unpaid])
  expect(held[number] ?? [0n, 0n]).toEqual([owed, interest])
  const then = earlier.notes.filter(({ holderId }) => holderId === holder.id)
  expect(before, earlier.day).toEqual(
    Object.fromEntries(then.map(each => [each.number, [each.principal, each.total - each.principal]])),
  )
  // With the convention 'preceding', all is paid before the last due day, when the books make its interest due.
  const ahead = story.lines.reduce((sum, { due, paid }) => sum + (due > today ? paid : 0n), 0n)
  if (state === 'paid') expect([owed, interest]).toEqual([0n, -ahead])
  const isLate = ['matured', 'defaulted'].includes(state) && (story.terms.maturityDate ?? '') <= today
  // The debt of a note before its renewal or transfer is in the previous note's books.
  if (isLate && !story.predecessor) expect(Math.abs(countedAgain(story) - Number(interest))).toBeLessThan(20)
}

/**
 * The interest that a matured note owes today, computed again day by day: its schedule's until maturity, and for each
 * day since its last pay date the interest of that day's principal.
 */
function countedAgain({ terms, lines, entries, defaultRateBp }: NoteStory): number {
  const maturity = terms.maturityDate ?? ''
  const scheduled = lines.filter(({ due, principal }) => due < maturity || principal > 0n)
  const last = scheduled.findLast(({ principal }) => principal > 0n)
  // The last coupon runs to maturity, even if the convention pays before it.
  const from = last && last.pay < last.due ? last.due : last?.pay
  const standing = entries.filter(({ reverses, reversedBy }) => !reverses && !reversedBy)
  const moved = (account: number, from: Day, to: Day) =>
    standing
      .filter(({ kind, relatesTo }) => kind !== 'interest_due' && from <= relatesTo && relatesTo <= to)
      .flatMap(({ lines }) => lines)
      .reduce((sum, line) => sum + (line.account === account ? Number(line.credit - line.debit) : 0), 0)
  let late = 0
  for (let day = from ?? today; day < today; day = addDays(day, 1))
    late += (moved(2010, '2000-01-01', day) * (defaultRateBp ?? terms.rateBp)) / (10_000 * 365)
  const due = scheduled.reduce((sum, { interest }) => sum + Number(interest), 0)
  return due + late + moved(2020, '2000-01-01', today)
}

/**
 * Renews the office's proof of identity, however slow the machine, and the database's statistics, which it updates by
 * itself each minute: without them it reads all entries of a note for each line of its schedule.
 */
export async function refreshProofs({ owner }: SharedPortal): Promise<void> {
  await owner.query('update auth.sessions set created_at = now()')
  await owner.query('analyze ledger_entries, ledger_lines, schedule_lines, notes, approvals')
}
