import { sql, type Transaction } from 'kysely'
import { cash, interestPayable, notesPayable } from '../../rules/ledger-accounts.ts'
import { type Day, formatDay } from '../../rules/notes/days.ts'
import { formatCents, sumCents } from '../../rules/notes/money.ts'
import { type MoneyPart, moneyPartsOf } from '../../rules/notes/parts-in-words.ts'
import {
  type AddedLine,
  type Booked,
  type NoteEvent,
  type Part,
  type Replay,
  ReplayError,
  type ReplayLine,
  replay,
} from '../../rules/notes/replay.ts'
import { canTake, noteSteps } from '../../rules/workflows.ts'
import type { Database } from '../database/types.ts'
import { movement, type NewEntry, postEntries } from '../ledger/post-entry.ts'
import { fundDay } from '../platform/fund-day.ts'
import { PortalError } from '../platform/portal-error.ts'
import { advance } from './advance.ts'
import { type BookedPayment, baseOf, lateKey, type NoteBooks, readBooks } from './books.ts'
import { dueEntry, postDueInterest } from './due-interest.ts'
import { lastPaidOn, type NoteRow } from './note-row.ts'
import { isSettled, readLines } from './outstanding.ts'
import { type Mirror, postMirror, readEntries } from './reversible.ts'
import { runningState } from './running-state.ts'
import { isSameSchedule, toNewLine, writeSchedule } from './write-schedule.ts'

/*
 * Every payment, and everything that takes one back, is written into a note's books here. What happened after it, and is in
 * the books already, is counted again: what that changes is reversed and booked again in the same transaction, on its own
 * day. `planChange` says what it comes to, for the request and its approval; `applyChange` writes it.
 */

/** What is to be recorded. */
export type Change =
  | { kind: 'add'; event: NoteEvent }
  /** A payment, by the key that its entries share, was recorded by mistake. */
  | { kind: 'remove'; payment: string }
  | { kind: 'return'; payment: string; day: Day }

/** What a change comes to. */
export interface Plan {
  note: NoteRow
  change: Change
  books: NoteBooks
  after: Replay
  /** What the payment settles that is added. */
  settles: Settled[]
  /** Interest that falls due with it. */
  added: AddedLine | undefined
  again: BookedAgain
}

/** A part of a payment. Principal is due on the last due date by its day. */
export interface Settled extends Part {
  due: Day
}

/** What is booked again, as an approval keeps it: amounts are cents as text, days 'YYYY-MM-DD'. */
export interface BookedAgain {
  /** Interest that is due, before and after. */
  dues: { due: Day; from: string; to: string }[]
  /** Payments that settle something else than before. */
  payments: { day: Day; cents: string; reference: string | null; settles: { due: Day | null; cents: string }[] }[]
}

/**
 * @returns what a change does to a note's books
 * @throws PortalError with the code of `ReplayError`; LATER_PAYMENT where a payment of a later day that is in the books can't
 *   have been made then; NOTE_TRANSFERRED where it decides what moved to another holder
 */
export async function planChange(tx: Transaction<Database>, note: NoteRow, change: Change): Promise<Plan> {
  const books = await readBooks(tx, note)
  assertBeforeTransfer(note, books, change)
  const { events, from } = changedEvents(books, change)
  const after = inWords(books, change, () => replay({ ...books, events }, from))
  const own = change.kind === 'add' ? after.booked.get(change.event.id) : undefined
  return {
    note,
    change,
    books,
    after,
    settles: (own?.parts ?? []).map(part => ({ ...part, due: dueOf(after, part) })),
    added: own?.added,
    again: {
      dues: changedDues(books, after, change),
      payments: movedPayments(books, after, change).map(({ event, reference }) => ({
        day: event.day,
        cents: String(centsOf(after.booked.get(event.id))),
        reference,
        settles: (after.booked.get(event.id)?.parts ?? []).map(part => ({
          due: part.kind === 'interest' ? dueOf(after, part) : null,
          cents: String(part.cents),
        })),
      })),
    },
  }
}

/** What moved to another holder was divided by what had been paid by then. */
function assertBeforeTransfer(
  { closed_on }: NoteRow,
  { isClosed, payments, schedule }: NoteBooks,
  change: Change,
): void {
  if (!isClosed || change.kind === 'add') return
  const event = payments.get(change.payment)?.event
  const wasPaidAhead = (event?.booked?.parts ?? []).some(
    ({ n }) => n !== null && (schedule.find(line => line.n === n)?.due ?? '') > (closed_on ?? ''),
  )
  if (event?.kind !== 'payment' || (change.kind === 'remove' && wasPaidAhead)) throw new PortalError('NOTE_TRANSFERRED')
}

/** @returns what happened, with the change in its place, and the place from which on payments are counted again */
function changedEvents({ events }: NoteBooks, change: Change): { events: NoteEvent[]; from: number } {
  if (change.kind === 'remove') {
    const at = events.findIndex(({ id }) => id === change.payment)
    return { events: events.toSpliced(at, 1), from: at }
  }
  const event: NoteEvent =
    change.kind === 'add'
      ? change.event
      : { id: `return:${change.payment}`, kind: 'return', of: change.payment, day: change.day }
  const later = events.findIndex(({ day }) => day > event.day)
  const at = later < 0 ? events.length : later
  return { events: events.toSpliced(at, 0, event), from: at }
}

function inWords<T>({ payments }: NoteBooks, change: Change, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ReplayError)) throw error
    const { code, event, from } = error
    const later = change.kind === 'add' && change.event.id === event.id ? undefined : payments.get(event.id)
    if (later) {
      const reference = later.reference ? ` (${later.reference})` : ''
      const sentence = `With this, the payment of ${formatCents(centsOf(event.booked))} made on ${formatDay(event.day)}${reference} wouldn’t be what was due then. Reverse it as recorded by mistake first, and record it again afterward.`
      throw new PortalError('LATER_PAYMENT', { sentence })
    }
    if (code === 'PAYOFF_AHEAD_BEFORE_TRANSFER' && from) {
      const sentence = `Interest until ${formatDay(from)} was paid ahead, to the holder before this one. This note can be paid off from ${formatDay(from)} on.`
      throw new PortalError(code, { sentence })
    }
    throw new PortalError(code)
  }
}

function centsOf(booked: Booked | undefined): bigint {
  return sumCents((booked?.parts ?? []).map(({ cents }) => cents))
}

/** @returns the due date of a part; of principal that of the last scheduled payment that has principal */
function dueOf({ lines }: Replay, { n }: Part): Day {
  const line = n === null ? lines.findLast(({ principal }) => principal > 0n) : lines.find(each => each.n === n)
  return line?.due ?? ''
}

/** @returns payments of which the books say something else than what they settle now */
function movedPayments({ payments }: NoteBooks, { booked }: Replay, change: Change): BookedPayment[] {
  const own = change.kind === 'add' ? change.event.id : change.payment
  return [...payments.values()].filter(({ event }) => event.id !== own && !isSame(event.booked, booked.get(event.id)))
}

function isSame(one: Booked | undefined, other: Booked | undefined): boolean {
  const inText = (booked: Booked | undefined) =>
    (booked?.parts ?? [])
      .map(({ kind, n, cents }) => `${kind} ${n} ${cents}`)
      .toSorted()
      .join()
  return inText(one) === inText(other)
}

/** @returns interest that falls due by today, by the number of its scheduled payment */
function duesOf({ lines }: Replay): Map<number, ReplayLine> {
  return new Map(lines.filter(({ due, interest }) => due <= fundDay() && interest > 0n).map(line => [line.n, line]))
}

/** @returns interest whose amount changes, but for what falls due with the payment itself, or did */
function changedDues(books: NoteBooks, after: Replay, change: Change): BookedAgain['dues'] {
  const own =
    change.kind === 'add' ? after.booked.get(change.event.id) : books.payments.get(change.payment)?.event.booked
  const dues = duesOf(after)
  const dueDates = new Map([...books.schedule, ...after.lines].map(({ n, due }) => [n, due]))
  return [...new Set([...books.dues.keys(), ...dues.keys()])]
    .filter(n => n !== own?.added?.n)
    .map(n => ({ due: dueDates.get(n) ?? '', from: books.dues.get(n)?.cents ?? 0n, to: dues.get(n)?.interest ?? 0n }))
    .filter(({ from, to }) => from !== to)
    .map(({ due, from, to }) => ({ due, from: String(from), to: String(to) }))
    .toSorted((one, other) => one.due.localeCompare(other.due))
}

/** @returns the parts of the payment that a plan adds or reverses, as its approval tells them */
export function moneyParts({ change, settles, books, after }: Plan): MoneyPart[] {
  const event = change.kind === 'add' ? change.event : books.payments.get(change.payment)?.event
  const booked =
    change.kind === 'add' ? { parts: settles, added: after.booked.get(change.event.id)?.added } : event?.booked
  return booked ? moneyPartsOf(booked, books.terms, [...books.schedule, ...after.lines]) : []
}

/** What a change is recorded with. */
export interface Recorded {
  approvalId: string
  reference?: string | undefined
  /** Why a note is closed that owes nothing afterward. */
  closeReason?: string
}

/** Writes a plan into the books, and takes the note to the state that follows. @param plan of a locked note */
export async function applyChange(
  tx: Transaction<Database>,
  { note, change, books, after }: Plan,
  { approvalId, reference, closeReason = paidAtMaturity }: Recorded,
): Promise<void> {
  const version = await writeLines(tx, note, after)
  const mirrors = mirrorsOf(books, after, change)
  for (const entry of await readEntries(tx, [...mirrors.keys()])) {
    const { kind, day } = mirrors.get(entry.id) as Mirror
    await postMirror(tx, entry, { kind, day: day ?? entry.relates_to, approvalId })
  }
  const moved = movedPayments(books, after, change)
  const added: { event: NoteEvent; reference: string | null }[] =
    change.kind === 'add' ? [{ event: change.event, reference: reference ?? null }] : []
  const keys = [...books.keys]
  const keyed = [...added, ...moved].map(({ event, reference }) => {
    const key = nextKey(keys, event.id)
    keys.push(key)
    return { id: event.id, day: event.day, reference, key, booked: after.booked.get(event.id) }
  })
  const common = { noteId: note.id, holderId: note.holder_id, approvalId }
  const keyOf = new Map(keyed.map(({ id, key }) => [id, key]))
  const late = new Map(
    [...after.booked].flatMap(([id, { added }]) => (added ? [[added.n, keyOf.get(id) ?? id] as const] : [])),
  )
  const dues = [...duesOf(after).values()].filter(({ n, interest }) => books.dues.get(n)?.cents !== interest)
  const paid = keyed.flatMap(({ day, reference, key, booked }) =>
    (booked?.parts ?? []).map(({ kind, n, cents }, at): NewEntry => {
      const isInterest = kind === 'interest'
      return {
        ...common,
        kind: isInterest ? 'payment' : 'principal',
        day,
        lines: movement(isInterest ? interestPayable : notesPayable, cash, cents),
        key: `${key}#${at}`,
        ...(reference && { reference }),
        ...(n !== null && { line: { version, n } }),
      }
    }),
  )
  await postEntries(tx, [
    ...dues.map(({ n, due, interest }) => {
      const entry = dueEntry(note, { version, n, due, interest })
      const payment = late.get(n)
      return payment && !payment.startsWith('payoff:') ? { ...entry, key: lateKey(payment, version) } : entry
    }),
    ...paid,
  ])
  await clearAgain(tx, note.id, moved, keyed)
  await setState(tx, { ...note, version }, closeReason)
}

/** Why a note was closed whose schedule was paid. */
export const paidAtMaturity = 'Paid at maturity'

/** @returns the version of the schedule that applies: another one where it has changed */
async function writeLines(tx: Transaction<Database>, note: NoteRow, { lines }: Replay): Promise<number> {
  if (isSameSchedule(await readLines(tx, note), lines)) return note.version
  const version = note.version + 1
  await writeSchedule(tx, note, version, lines.map(toNewLine))
  await tx.updateTable('notes').set({ version }).where('id', '=', note.id).execute()
  return version
}

/** @returns what is reversed, by the entry: on another day than its own where a payment came back */
function mirrorsOf(books: NoteBooks, after: Replay, change: Change): Map<string, Mirror> {
  const mirrors = new Map<string, Mirror>()
  const back = change.kind === 'return' ? change.day : undefined
  const undone = change.kind === 'add' ? undefined : books.payments.get(change.payment)
  for (const id of undone?.entryIds ?? [])
    mirrors.set(id, back ? { kind: 'payment_returned', day: back } : { kind: 'reversal' })
  const dues = duesOf(after)
  for (const [n, { entryId, cents }] of books.dues) {
    if (dues.get(n)?.interest === cents) continue
    // It fell due with the payment that is undone.
    const isOwn = undone?.event.booked?.added?.n === n
    mirrors.set(entryId, isOwn ? { kind: 'reversal', ...(back && { day: back }) } : { kind: 'restated' })
  }
  for (const { entryIds } of movedPayments(books, after, change))
    for (const id of entryIds) mirrors.set(id, { kind: 'restated' })
  return mirrors
}

/** @returns the key under which a payment is booked, or booked again: it counts those before */
function nextKey(keys: readonly string[], payment: string): string {
  const base = baseOf(payment)
  return `${base}#${keys.filter(key => baseOf(key) === base).length}`
}

/** A line of the bank's that showed a payment shows it as it is booked now. */
async function clearAgain(
  tx: Transaction<Database>,
  noteId: string,
  moved: readonly BookedPayment[],
  keyed: readonly { id: string; key: string }[],
): Promise<void> {
  for (const { event, entryIds } of moved) {
    const key = keyed.find(({ id }) => id === event.id)?.key
    if (!key) continue
    await sql`insert into cleared_entries (entry_id, line_id, cleared_by)
      select e.id, c.line_id, app.user_id() from ledger_entries e
        cross join (select distinct line_id from cleared_entries where entry_id = any (${entryIds})) c
      where e.note_id = ${noteId} and regexp_replace(e.idempotency_key, '#[0-9]+$', '') = ${key}`.execute(tx)
  }
}

/** Takes a note to the state that follows from what it owes: paid, or in the state in which it was before that. */
async function setState(tx: Transaction<Database>, note: NoteRow, closeReason: string): Promise<void> {
  const settled = await isSettled(tx, note.id)
  if (note.state === 'paid' && !settled) await reopen(tx, note)
  else if (settled && (note.state === 'paid' || canTake(noteSteps.payOff, note.state)))
    await close(tx, note, closeReason)
  else await advance(tx, note, fundDay())
  await postDueInterest(tx, note, fundDay())
}

async function close(tx: Transaction<Database>, note: NoteRow, closeReason: string): Promise<void> {
  const closed_on = await lastPaidOn(tx, note.id)
  const change =
    note.state === 'paid' ? {} : { state: 'paid' as const, closed_at: sql<Date>`now()`, close_reason: closeReason }
  await tx
    .updateTable('notes')
    .set({ ...change, closed_on })
    .where('id', '=', note.id)
    .execute()
}

/** A note that was paid, and now owes something again, goes on in the state in which it was. */
async function reopen(tx: Transaction<Database>, note: NoteRow): Promise<void> {
  await tx
    .updateTable('notes')
    .set({ state: await runningState(tx, note), closed_at: null, closed_on: null, close_reason: null })
    .where('id', '=', note.id)
    .execute()
}

/** @returns sentences that tell an approver what is booked again */
export function againInWords({ dues, payments }: BookedAgain = { dues: [], payments: [] }): string[] {
  const money = (cents: string) => formatCents(BigInt(cents))
  if (dues.length + payments.length === 0) return []
  return [
    'It is recorded after later entries, which are counted again:',
    ...dues.map(({ due, from, to }) =>
      to === '0'
        ? `The interest of ${money(from)} that fell due on ${formatDay(due)} isn’t due, and is reversed.`
        : from === '0'
          ? `Interest of ${money(to)} was due on ${formatDay(due)}.`
          : `The interest due on ${formatDay(due)} is ${money(to)} instead of ${money(from)}.`,
    ),
    ...payments.map(
      ({ day, cents, settles }) =>
        `The payment of ${money(cents)} made on ${formatDay(day)} settles ${settles
          .map(part => `${money(part.cents)} of ${part.due ? `interest due on ${formatDay(part.due)}` : 'principal'}`)
          .join(', and ')}.`,
    ),
  ]
}

/** @returns what of it an approval compares with what was requested: interest falls due by itself meanwhile */
export function againInText({ dues, payments }: BookedAgain = { dues: [], payments: [] }): string {
  const changed = dues.filter(({ from, to }) => from !== '0' && to !== '0')
  return JSON.stringify([
    changed.map(({ due, from, to }) => [due, from, to]),
    payments.map(({ day, cents, settles }) => [day, cents, settles.map(part => [part.due, part.cents])]),
  ])
}
