import { expect, test } from 'vitest'
import { addDays, type Day } from '../../rules/notes/days.ts'
import { dueBy } from '../../rules/notes/due.ts'
import { parseCents } from '../../rules/notes/money.ts'
import type { Actor } from '../../server/access/actor.ts'
import { actAs } from '../../server/database/act-as.ts'
import { getOwnNote } from '../../server/holdings/note-page.ts'
import { trialBalance } from '../../server/ledger/get-ledger.ts'
import { ledgerHead } from '../../server/ledger/holder-books.ts'
import { exportJournal, getJournal } from '../../server/ledger/journal/journal-exports.ts'
import { advanceNotes } from '../../server/notes/advance-notes.ts'
import { readNotesHeld } from '../../server/notes/notes-held.ts'
import { fundDay } from '../../server/platform/fund-day.ts'
import { PortalError } from '../../server/platform/portal-error.ts'
import { compareRegister, differencesOf } from '../../server/register/compare-register.ts'
import { duePaymentsShown, getDuePayments } from '../../server/register/due-list.ts'
import type { NoteStory } from '../../server/register/note-story.ts'
import { getRegister, type RegisterNote } from '../../server/register/register-list.ts'
import { filesOf, journalsOf, readCsv } from '../helpers/journal.ts'
import { rounds, slowOf } from '../helpers/lane.ts'
import { canBePaidOff, givenLife, holderOf, type Life, liveOn, seeded, settle } from '../helpers/note-life.ts'
import { testPortal } from '../helpers/portal.ts'
import type { SharedPortal } from '../helpers/shared-portal.ts'

/** How many notes live: of each, what happens to it until nothing is owed any more. `NOTE_LIVES=10000` lets as many live. */
const lives = Number(process.env.NOTE_LIVES) || rounds(4, 60)

/** The seed of the first; the others have the numbers after it. `NOTE_LIVES=1 NOTE_SEED=…` lives one of them again. */
const firstSeed = Number(process.env.NOTE_SEED) || 2026

/** How many live side by side, in a database of their own: what is compared of the whole register is compared for all of them at once. */
const sideBySide = 25

const batches = Array.from({ length: Math.ceil(lives / sideBySide) }, (_, at) => {
  const first = firstSeed + at * sideBySide
  return { first, last: Math.min(first + sideBySide, firstSeed + lives) - 1 }
})

const today = fundDay()

/** Debits and credits in cents. */
type Sums = Record<'debit' | 'credit', bigint>

/** What has left for the fund's own books: which entries, and what they have in each account and of each note. */
class ExportedBooks {
  readonly #admin: Actor
  readonly #entries = new Set<string>()
  readonly #accounts = new Map<number, Sums>()
  readonly #notes = new Map<string, Map<number, bigint>>()

  constructor(admin: Actor) {
    this.#admin = admin
  }

  /** Exports what is new, as the accountant does. */
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

  /** @returns principal and interest that a note owes */
  owedOn(note: string): [bigint, bigint] {
    const owed = (account: number) => this.#notes.get(note)?.get(account) ?? 0n
    return [owed(2010), owed(2020) + owed(2040)]
  }
}

/** What the register says of each note, by number, today and on an earlier day. */
interface Registers {
  now: Map<string, RegisterNote>
  earlier: { day: Day; notes: RegisterNote[] }
}

/** All places at once, for all notes: the register of today and of an earlier day, the ledger, the journal, the due list. */
async function compareAll(admin: Actor, books: ExportedBooks, day: Day): Promise<Registers> {
  expect(differencesOf(await compareRegister())).toEqual([])
  await books.exportNew()
  const trial = await trialBalance(admin, today)
  expect(trial.map(({ name, ...sums }) => sums)).toEqual(books.accounts)
  const [{ notes }, due] = await Promise.all([
    getRegister(admin, { on: today, show: 'all', size: 500 }),
    dueOfNotes(admin),
  ])
  for (const { number, principal, unpaid } of notes) {
    expect([principal, unpaid], number).toEqual(books.owedOn(number))
    expect(due.get(number) ?? 0n, number).toBe(unpaid)
  }
  const [outstanding] = await Promise.all([day, today].map(on => outstandingOn(admin, on)))
  return {
    now: new Map(notes.map(note => [note.number, note])),
    earlier: { day, notes: outstanding ?? [] },
  }
}

/** @returns what the register has as outstanding on a day, which is what the ledger has as owed */
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

/** @returns interest of each note, by number, that has fallen due and is unpaid, as the due list has it */
async function dueOfNotes(admin: Actor): Promise<Map<string, bigint>> {
  // What falls due on a day of rest may have been paid before it.
  const list = await getDuePayments(admin, { from: addDays(today, -10), to: addDays(today, 800), today })
  expect(list.length).toBeLessThan(duePaymentsShown)
  const due = new Map<string, bigint>()
  // What was paid ahead of its day is less than nothing until then.
  for (const { note, dueDate, interest, interestLeft } of list)
    due.set(note, (due.get(note) ?? 0n) + interestLeft - (dueDate <= today ? 0n : interest))
  return due
}

/** @returns principal and all interest of the notes of a holder, by number, as a statement of a day would have them */
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

/** One note, in each place that shows it. */
async function compareOne(life: Life, story: NoteStory, { now, earlier }: Registers): Promise<void> {
  const { id, number, state, owed, holder } = story
  const row = now.get(number)
  expect([row?.state, row?.principal]).toEqual([state, owed])
  if (state === 'signed') return
  const { admin } = life.people
  const interest = (row?.total ?? 0n) - (row?.principal ?? 0n)
  const [{ note, ledger }, held, before] = await Promise.all([
    getOwnNote(holderOf(life, story), id),
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
  // With the convention 'preceding', all is paid before the last due day, on which the books have its interest as due.
  const ahead = story.lines.reduce((sum, { due, paid }) => sum + (due > today ? paid : 0n), 0n)
  if (state === 'paid') expect([owed, interest]).toEqual([0n, -ahead])
  const isLate = ['matured', 'defaulted'].includes(state) && (story.terms.maturity_date ?? '') <= today
  // What a note owed before it was renewed or transferred is in the books of the one before.
  if (isLate && !story.predecessor) expect(Math.abs(countedAgain(story) - Number(interest))).toBeLessThan(20)
}

/**
 * What a note that has matured owes of interest today, counted once more by walking single days: what its schedule had
 * until maturity, and for each day since its last pay date the interest of the principal that was owed on that day.
 */
function countedAgain({ terms, lines, entries, defaultRateBp }: NoteStory): number {
  const maturity = terms.maturity_date ?? ''
  const scheduled = lines.filter(({ due, principal }) => due < maturity || principal > 0n)
  const last = scheduled.findLast(({ principal }) => principal > 0n)
  // The last coupon runs to maturity, also where the convention pays before it.
  const from = last && last.pay < last.due ? last.due : last?.pay
  const standing = entries.filter(({ reverses, reversedBy }) => !reverses && !reversedBy)
  const moved = (account: number, from: Day, to: Day) =>
    standing
      .filter(({ kind, relatesTo }) => kind !== 'interest_due' && from <= relatesTo && relatesTo <= to)
      .flatMap(({ lines }) => lines)
      .reduce((sum, line) => sum + (line.account === account ? Number(line.credit - line.debit) : 0), 0)
  let late = 0
  for (let day = from ?? today; day < today; day = addDays(day, 1))
    late += (moved(2010, '2000-01-01', day) * (defaultRateBp ?? terms.rate_bp)) / (10_000 * 365)
  const due = scheduled.reduce((sum, { interest }) => sum + Number(interest), 0)
  return due + late + moved(2020, '2000-01-01', today)
}

/** Does something in each life at the same time. @throws what went wrong in the first that failed, with its seed */
async function inEach<T>(living: readonly Life[], what: (life: Life) => Promise<T>): Promise<T[]> {
  const outcomes = await Promise.allSettled(living.map(what))
  return outcomes.map((outcome, at) => {
    if (outcome.status === 'fulfilled') return outcome.value
    const { seed = 0, done = [], tried = 0 } = living[at] ?? {}
    throw new Error(`seed ${seed}, act ${tried}, after ${done.join(', ')}: ${outcome.reason}`, {
      cause: outcome.reason,
    })
  })
}

/** However slow the machine is, the office has just proved who it is. */
async function keepProofFresh({ owner }: SharedPortal): Promise<void> {
  await owner.query('update auth.sessions set created_at = now()')
}

/** What happened in all lives, by kind. */
const happened: Record<string, number> = {}

test.for(batches)(
  'whatever happens to notes $first to $last, every place says the same of them, and what is owed can always be recorded',
  async ({ first, last }) => {
    await using portal = await testPortal()
    const { admin } = portal
    const colleague = await portal.newPerson('colleague@example.com', { isAdmin: true })
    const books = new ExportedBooks(admin)
    const random = seeded(first)
    const seeds = Array.from({ length: last - first + 1 }, (_, at) => first + at)
    const begun = await Promise.all(seeds.map(seed => givenLife(portal, { admin, colleague }, seed)))
    await advanceNotes()
    for (let living = begun; living.length > 0; living = living.filter(({ isOver }) => !isOver)) {
      await keepProofFresh(portal)
      const changed = await inEach(living, liveOn)
      const registers = await compareAll(admin, books, addDays(today, -Math.floor(random() * 800)))
      const storyOf = new Map(living.map((life, at) => [life, changed[at] ?? []]))
      await inEach(living, life =>
        Promise.all((storyOf.get(life) ?? []).map(story => compareOne(life, story, registers))),
      )
    }
    await keepProofFresh(portal)
    const settled = new Map<Life, NoteStory[]>()
    await inEach(begun, async life => settled.set(life, await settle(life)))
    const registers = await compareAll(admin, books, addDays(today, -Math.floor(random() * 800)))
    await inEach(begun, async life => {
      for (const story of settled.get(life) ?? []) {
        await compareOne(life, story, registers)
        expect(dueBy(story.lines, today)).toEqual([])
        if (canBePaidOff(story)) expect(story.owed).toBe(0n)
      }
    })
    const done = begun.flatMap(life => life.done)
    for (const kind of done) happened[kind] = (happened[kind] ?? 0) + 1
    const tried = begun.reduce((sum, life) => sum + life.tried, 0)
    if (seeds.length > 5) expect(done.length, JSON.stringify({ tried, done })).toBeGreaterThan(tried / 4)
  },
)

// Too few lives don't meet with everything.
const told = lives >= 60 ? test : slowOf(test)
told('each kind of act has happened to some of them', () => {
  const kinds = ['payment.record', 'ledger.reverse', 'note.payoff', 'note.transfer', 'note.renew', 'note.default']
  expect(happened).toMatchObject(
    Object.fromEntries(
      [...kinds, 'note.unfund', 'note.untransfer', 'note.repay'].map(kind => [kind, expect.any(Number)]),
    ),
  )
})
