import { sql, type Transaction } from 'kysely'
import { type Day, formatDay } from '../../../rules/days.ts'
import { formatCents, sumCents } from '../../../rules/money.ts'
import { canTake, noteSteps } from '../../../rules/workflows.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { postEntries } from '../../ledger/server/post-entry.ts'
import type { Part } from '../allot.ts'
import { type MoneyPart, moneyPartsOf } from '../parts-in-words.ts'
import {
  type AddedLine,
  type Booked,
  type NoteEvent,
  type Replay,
  ReplayError,
  type ReplayLine,
  replay,
} from '../replay.ts'
import { advance } from './advance.ts'
import { type BookedAgain, centsOf, dueOf, paidAgain } from './booked-again.ts'
import { type BookedPayment, lateKey, type NoteBooks, type ReturnedPayment, readBooks, returnOf } from './books.ts'
import { dueEntry, postDueInterest } from './due-interest.ts'
import { lastPaidOn, type NoteRow } from './note-row.ts'
import { isSettled } from './outstanding.ts'
import { clearAgain, lateEntries, nextKey, paidEntries } from './paid-entries.ts'
import { bookReturnsAgain, isSame, movedReturns, postReturn, takeOut } from './returns.ts'
import { type Mirror, postMirror, readEntries } from './reversible.ts'
import { runningState } from './running-state.ts'
import { writeLines } from './write-schedule.ts'

/*
 * Every payment, return and reversal changes a note's books here. Later events already in the books are recalculated:
 * entries that differ are reversed and rebooked in the same transaction, on their own days. `planChange` calculates the
 * effect for the request and its approval; `applyChange` writes it.
 */

export type Change =
  | {
      kind: 'add'
      event: NoteEvent
      /** Tax withheld of its interest, in cents. The note is credited with it in addition to the amount paid. */
      withheld?: bigint
      /** Records a payment and its return on that day together; the payment may have been made again since. */
      returned?: Day | undefined
    }
  /** Reverses a payment, by the key that its entries share, that was recorded by mistake. */
  | { kind: 'remove'; payment: string }
  | { kind: 'return'; payment: string; day: Day }
  /** Reverses a return that was recorded by mistake. */
  | { kind: 'unreturn'; payment: string }

/** The effect of a change. */
export interface Plan {
  note: NoteRow
  change: Change
  books: NoteBooks
  /** The events including the change, and the index of the first one to recalculate. */
  events: readonly NoteEvent[]
  from: number
  /** For a payment returned at once: the state before its return. */
  until?: Replay | undefined
  after: Replay
  /** Allocation of the added payment. */
  settles: Settled[]
  /** Interest that falls due with it. */
  added: AddedLine | undefined
  again: BookedAgain
}

/** A part of a payment. Principal is due on the last due date up to the payment's day. */
export interface Settled extends Part {
  due: Day
}

/**
 * @returns the effect of a change on a note's books
 * @throws PortalError with the code of `ReplayError`; LATER_PAYMENT where a later payment in the books would become
 * impossible or settle less interest than the tax withheld implies; TAX_WITHHELD_OVER where the tax exceeds the
 * interest paid; NOTE_TRANSFERRED where it affects what moved to another holder
 */
export async function planChange(tx: Transaction<Database>, note: NoteRow, change: Change): Promise<Plan> {
  const books = await readBooks(tx, note)
  assertBeforeTransfer(note, books, change)
  const { events, from, back } = changedEvents(books, change)
  const until =
    back === undefined
      ? undefined
      : inWords(note, books, change, () => replay({ ...books, events: events.slice(0, back) }, from))
  const after = inWords(note, books, change, () => replay({ ...books, events }, from))
  const own = change.kind === 'add' ? after.booked.get(change.event.id) : undefined
  if (change.kind === 'add' && (change.withheld ?? 0n) > interestOf(own)) throw new PortalError('TAX_WITHHELD_OVER')
  for (const payment of movedPayments(books, after, change))
    if (payment.withheld > interestOf(after.booked.get(payment.event.id))) throw laterPayment(payment)
  return {
    note,
    change,
    ...{ books, events, from, until, after },
    settles: (own?.parts ?? []).map(part => ({ ...part, due: dueOf(until ?? after, part) })),
    added: own?.added,
    again: {
      dues: changedDues(books, after, change),
      payments: paidAgain(
        [...movedPayments(books, after, change), ...movedBack({ change, books, after })],
        after,
        books.schedule,
      ),
    },
  }
}

/** A transfer divided the schedule by what had been paid by then. */
function assertBeforeTransfer(
  { closedOn }: NoteRow,
  { isClosed, payments, schedule }: NoteBooks,
  change: Change,
): void {
  if (!isClosed || change.kind === 'add') return
  const event = payments.get(change.payment)?.event
  const wasPaidAhead = (event?.booked?.parts ?? []).some(
    ({ n }) => n !== null && (schedule.find(line => line.n === n)?.due ?? '') > (closedOn ?? ''),
  )
  if (event?.kind !== 'payment' || (change.kind === 'remove' && wasPaidAhead)) throw new PortalError('NOTE_TRANSFERRED')
}

/**
 * @returns the events with the change inserted, the index of the first one to recalculate, and the index of the return
 * of the added payment
 */
function changedEvents(
  { events }: NoteBooks,
  change: Change,
): { events: NoteEvent[]; from: number; back?: number | undefined } {
  if (change.kind === 'remove' || change.kind === 'unreturn') {
    const undone = change.kind === 'remove' ? change.payment : returnOf(change.payment)
    const at = events.findIndex(({ id }) => id === undone)
    return { events: events.toSpliced(at, 1), from: at }
  }
  const event: NoteEvent =
    change.kind === 'add'
      ? change.event
      : { id: returnOf(change.payment), kind: 'return', of: change.payment, day: change.day }
  const [at, added] = withEvent(events, event)
  if (change.kind !== 'add' || !change.returned) return { events: added, from: at }
  const returned: NoteEvent = { id: returnOf(event.id), kind: 'return', of: event.id, day: change.returned }
  const [back, both] = withEvent(added, returned)
  return { events: both, from: at, back }
}

/** @returns the event's index by its day, and all events including it */
function withEvent(events: readonly NoteEvent[], event: NoteEvent): [at: number, events: NoteEvent[]] {
  const later = events.findIndex(({ day }) => day > event.day)
  const at = later < 0 ? events.length : later
  return [at, events.toSpliced(at, 0, event)]
}

function inWords<T>({ closedOn }: NoteRow, { payments, isClosed }: NoteBooks, change: Change, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ReplayError)) throw error
    const { code, event, from } = error
    const later = change.kind === 'add' && change.event.id === event.id ? undefined : payments.get(event.id)
    if (later) throw laterPayment(later)
    if (code === 'PAYOFF_AHEAD_BEFORE_TRANSFER' && from) {
      const sentence = `Interest until ${formatDay(from)} was paid ahead, to the holder before this one. This note can be paid off from ${formatDay(from)} on.`
      throw new PortalError(code, { sentence })
    }
    // What was owed then has moved.
    const isTooMuch = code === 'PAYMENT_OVER' || code === 'PAYMENT_NOTHING_DUE'
    if (isTooMuch && isClosed && event.day <= (closedOn ?? '')) throw new PortalError('NOTE_TRANSFERRED')
    throw new PortalError(code)
  }
}

function laterPayment({ event, reference, withheld }: BookedPayment): PortalError {
  const words = [reference, withheld > 0n && `${formatCents(withheld, true)} of it withheld`].filter(Boolean).join(', ')
  const sentence = `With this, the payment of ${formatCents(centsOf(event.booked))} made on ${formatDay(event.day)}${words && ` (${words})`} wouldn’t be what was due then. Where what you record came back, record it together with its return. Otherwise reverse that payment first, to record it again afterward.`
  return new PortalError('LATER_PAYMENT', { sentence })
}

/** @returns the interest that a payment settles, in cents */
function interestOf(booked: Booked | undefined): bigint {
  return sumCents((booked?.parts ?? []).filter(({ kind }) => kind === 'interest').map(({ cents }) => cents))
}

/** @returns payments with an allocation that differs from the books */
function movedPayments({ payments }: NoteBooks, { booked }: Replay, change: Change): BookedPayment[] {
  const own = change.kind === 'add' ? change.event.id : change.payment
  return [...payments.values()].filter(({ event }) => event.id !== own && !isSame(event.booked, booked.get(event.id)))
}

/**
 * @returns returned payments with an allocation until then that differs from the books, except one with a reversed
 *   return
 */
function movedBack({ change, books, after }: Pick<Plan, 'change' | 'books' | 'after'>): ReturnedPayment[] {
  const stands = change.kind === 'unreturn' ? change.payment : undefined
  return movedReturns([...books.returned.values()], after).filter(({ event }) => event.id !== stands)
}

/** @returns interest due by today, by number of the scheduled payment */
function duesOf({ lines }: Replay): Map<number, ReplayLine> {
  return new Map(lines.filter(({ due, interest }) => due <= fundDay() && interest > 0n).map(line => [line.n, line]))
}

/** @returns whether the posted interest is the same */
function isBooked(dues: NoteBooks['dues'], line: ReplayLine | undefined): boolean {
  const entry = line && dues.get(line.n)
  return entry !== undefined && entry.cents === line?.interest && entry.day === line.due
}

/** @returns changes of posted interest, except interest that fell or falls due with the payment itself */
function changedDues(books: NoteBooks, after: Replay, change: Change): BookedAgain['dues'] {
  const own = change.kind === 'add' ? after.booked.get(change.event.id) : undoneOf(books, change)?.booked
  const dues = duesOf(after)
  const dueDates = new Map([...books.schedule, ...after.lines].map(({ n, due }) => [n, due]))
  return [...new Set([...books.dues.keys(), ...dues.keys()])]
    .filter(n => n !== own?.added?.n)
    .map(n => ({ due: dueDates.get(n) ?? '', from: books.dues.get(n)?.cents ?? 0n, to: dues.get(n)?.interest ?? 0n }))
    .filter(({ from, to }) => from !== to)
    .map(({ due, from, to }) => ({ due, from: String(from), to: String(to) }))
    .toSorted((one, other) => one.due.localeCompare(other.due))
}

/** @returns the parts of the payment that a plan adds or reverses, for its approval */
export function moneyParts({ change, settles, books, after }: Plan): MoneyPart[] {
  const event = change.kind === 'add' ? change.event : undoneOf(books, change)
  const booked =
    change.kind === 'add' ? { parts: settles, added: after.booked.get(change.event.id)?.added } : event?.booked
  return booked ? moneyPartsOf(booked, books.terms, [...books.schedule, ...after.lines]) : []
}

/** @returns the payment that a change reverses, or reverses the return of */
function undoneOf({ payments, returned }: NoteBooks, change: Exclude<Change, { kind: 'add' }>): NoteEvent | undefined {
  return (change.kind === 'unreturn' ? returned : payments).get(change.payment)?.event
}

export interface Recorded {
  approvalId: string
  reference?: string | undefined
  /** Reason for closing a note that owes nothing afterward. */
  closeReason?: string
}

/** Writes a plan into the books and updates the note's state. @param plan of a locked note */
export async function applyChange(
  tx: Transaction<Database>,
  plan: Plan,
  { approvalId, reference, closeReason = paidAtMaturity }: Recorded,
): Promise<void> {
  const { change, books, after } = plan
  const booked = await applyReturned(tx, plan, { approvalId, reference })
  const keys = [...books.keys]
  const { note, dues } = await bookReturnsAgain(tx, booked, movedBack(plan), plan, { approvalId, keys })
  const version = await writeLines(tx, note, after)
  const mirrors = mirrorsOf({ ...books, dues }, after, change)
  for (const entry of await readEntries(tx, [...mirrors.keys()])) {
    const { kind, day } = mirrors.get(entry.id) as Mirror
    await postMirror(tx, entry, { kind, day: day ?? entry.relatesTo, approvalId })
  }
  const stands =
    change.kind === 'unreturn' ? [books.returned.get(change.payment)].filter(each => each !== undefined) : []
  await takeOut(tx, stands, approvalId)
  const moved = [...stands, ...movedPayments(books, after, change)]
  const added: Omit<BookedPayment, 'entryIds'>[] =
    change.kind === 'add' && !change.returned
      ? [{ event: change.event, reference: reference ?? null, withheld: change.withheld ?? 0n }]
      : []
  const keyed = [...added, ...moved].map(({ event, reference, withheld }) => {
    const key = nextKey(keys, event.id)
    keys.push(key)
    return { id: event.id, day: event.day, reference, withheld, key, booked: after.booked.get(event.id) }
  })
  const common = { note, version, approvalId }
  const keyOf = new Map(keyed.map(({ id, key }) => [id, key]))
  const late = new Map(
    [...after.booked].flatMap(([id, { added }]) => (added ? [[added.n, keyOf.get(id) ?? id] as const] : [])),
  )
  const newDues = [...duesOf(after).values()].filter(line => !isBooked(dues, line))
  const paid = keyed.flatMap(payment => paidEntries(payment, common))
  await postEntries(tx, [
    ...newDues.map(({ n, due, interest, credit }) => {
      const entry = dueEntry(note, { version, n, due, interest })
      const payment = credit > 0n ? undefined : late.get(n)
      return payment && !payment.startsWith('payoff:') ? { ...entry, key: lateKey(payment, version) } : entry
    }),
    ...paid,
  ])
  await clearAgain(tx, note.id, moved, keyed)
  await setState(tx, { ...note, version }, closeReason)
}

/**
 * Books a returned payment and its return by the schedule that applied until then.
 * @returns the note with that schedule's version; unchanged if nothing was returned at once
 */
async function applyReturned(
  tx: Transaction<Database>,
  { note, change, books, until }: Plan,
  { approvalId, reference }: Recorded,
): Promise<NoteRow> {
  if (change.kind !== 'add' || !change.returned || !until) return note
  const { event, returned, withheld = 0n } = change
  const version = await writeLines(tx, note, until)
  const booked = until.booked.get(event.id)
  const key = nextKey(books.keys, event.id)
  const common = { note, version, approvalId }
  const payment = { key, day: event.day, reference, withheld, booked }
  const ids = await postEntries(tx, [...lateEntries(payment, common), ...paidEntries(payment, common)])
  await postReturn(tx, ids, returned, approvalId)
  return { ...note, version }
}

/** Closing reason of a note that paid its schedule. */
export const paidAtMaturity = 'Paid at maturity'

/** @returns what to reverse, by entry; on the day of the return for a returned payment */
function mirrorsOf(books: NoteBooks, after: Replay, change: Change): Map<string, Mirror> {
  const mirrors = new Map<string, Mirror>()
  const back = change.kind === 'return' ? change.day : undefined
  const undone = change.kind === 'add' ? undefined : books.payments.get(change.payment)
  for (const id of undone?.entryIds ?? [])
    mirrors.set(id, back ? { kind: 'payment_returned', day: back } : { kind: 'reversal' })
  const dues = duesOf(after)
  for (const [n, { entryId }] of books.dues) {
    if (isBooked(books.dues, dues.get(n))) continue
    // It fell due with the payment being reversed.
    const isOwn = undone?.event.booked?.added?.n === n
    mirrors.set(entryId, isOwn ? { kind: 'reversal', ...(back && { day: back }) } : { kind: 'restated' })
  }
  for (const { entryIds } of movedPayments(books, after, change))
    for (const id of entryIds) mirrors.set(id, { kind: 'restated' })
  return mirrors
}

/** Sets the state by what the note owes: paid, or the state before that. */
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

/** Restores the earlier state of a paid note that owes something again. */
async function reopen(tx: Transaction<Database>, note: NoteRow): Promise<void> {
  await tx
    .updateTable('notes')
    .set({ state: await runningState(tx, note), closed_at: null, closed_on: null, close_reason: null })
    .where('id', '=', note.id)
    .execute()
}
