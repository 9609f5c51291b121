import type { Transaction } from 'kysely'
import type { Day } from '../../../rules/days.ts'
import type { Database } from '../../../server/database/types.ts'
import { postEntries } from '../../ledger/server/post-entry.ts'
import { type Booked, type NoteEvent, type Replay, replay } from '../replay.ts'
import { type BookedAgain, paidAgain } from './booked-again.ts'
import { type NoteBooks, type ReturnedPayment, readBooks, returnOf } from './books.ts'
import type { NoteRow } from './note-row.ts'
import { lateEntries, nextKey, paidEntries } from './paid-entries.ts'
import { postMirror, readEntries } from './reversible.ts'
import { writeLines } from './write-schedule.ts'

/** @param ids entries of a payment, and of interest that fell due with it */
export async function postReturn(
  tx: Transaction<Database>,
  ids: readonly string[],
  day: Day,
  approvalId: string,
): Promise<void> {
  for (const entry of await readEntries(tx, ids))
    await postMirror(tx, entry, {
      kind: entry.kind === 'interest_due' ? 'restated' : 'payment_returned',
      day,
      approvalId,
    })
}

/**
 * Removes returned payments and their returns from the books, each on its day: the return is reversed, and its reversal
 * mirrored on the payment's day. An entry can be reversed only once, and the return has reversed the payment.
 */
export async function takeOut(
  tx: Transaction<Database>,
  payments: readonly ReturnedPayment[],
  approvalId: string,
): Promise<void> {
  for (const { event, day, returnIds } of payments) {
    const undone: string[] = []
    for (const entry of await readEntries(tx, returnIds))
      undone.push(await postMirror(tx, entry, { kind: 'restated', day, approvalId }))
    for (const entry of await readEntries(tx, undone))
      await postMirror(tx, entry, { kind: 'restated', day: event.day, approvalId })
  }
}

/** @returns returned payments with an allocation until then that differs from the books */
export function movedReturns(returned: readonly ReturnedPayment[], { booked }: Replay): ReturnedPayment[] {
  return returned.filter(({ event }) => !isSame(event.booked, booked.get(event.id)))
}

/** @returns whether two payments have the same allocation and the same interest falls due with them */
export function isSame(one: Booked | undefined, other: Booked | undefined): boolean {
  const inText = (booked: Booked | undefined) =>
    [...(booked?.parts ?? []).map(({ kind, n, cents }) => `${kind} ${n} ${cents}`), `${booked?.added?.interest ?? 0n}`]
      .toSorted()
      .join()
  return inText(one) === inText(other)
}

/** Base of a recalculation of a note's books. */
interface Counted {
  books: NoteBooks
  events: readonly NoteEvent[]
  from: number
  after: Replay
}

/**
 * Rebooks returned payments and their returns, by the schedule that applied until each. Outstanding interest that fell
 * due with them is reversed, to be booked again with the current schedule.
 * @param keys of the note's payments
 * @returns the note with the last of these schedules' version, and its posted interest
 */
export async function bookReturnsAgain(
  tx: Transaction<Database>,
  note: NoteRow,
  payments: readonly ReturnedPayment[],
  { books, events, from, after }: Counted,
  { approvalId, keys }: { approvalId: string; keys: string[] },
): Promise<{ note: NoteRow; dues: NoteBooks['dues'] }> {
  await takeOut(tx, payments, approvalId)
  const dues = new Map(books.dues)
  const comeBackLater = events.flatMap(event => (event.kind === 'return' ? [event.of] : []))
  let { version } = note
  for (const { event, reference, withheld, day } of payments) {
    const booked = after.booked.get(event.id)
    const key = nextKey(keys, event.id)
    keys.push(key)
    const owed = dues.get(booked?.added?.n ?? 0)
    if (owed && dues.delete(booked?.added?.n ?? 0))
      for (const entry of await readEntries(tx, [owed.entryId]))
        await postMirror(tx, entry, { kind: 'restated', day: owed.day, approvalId })
    const back = events.findIndex(({ id }) => id === returnOf(event.id))
    version = await writeLines(
      tx,
      { ...note, version },
      replay({ ...books, events: events.slice(0, back), comeBackLater }, from),
    )
    const common = { note, version, approvalId }
    const payment = { key, day: event.day, reference, withheld, booked }
    await postReturn(
      tx,
      await postEntries(tx, [...lateEntries(payment, common), ...paidEntries(payment, common)]),
      day,
      approvalId,
    )
  }
  return { note: { ...note, version }, dues }
}

/** Entries to rebook when a note moved by mistake is reopened. */
export interface Reopened extends Counted {
  returned: ReturnedPayment[]
  again: BookedAgain
}

/**
 * Returned payments can't be recalculated while the note has moved, only when it is reopened.
 * @param note that has moved, or is already reopened
 */
export async function planReopening(tx: Transaction<Database>, note: NoteRow): Promise<Reopened> {
  const books = await readBooks(tx, note, { asIfNotMoved: true })
  const { events } = books
  const after = replay(books, events.length)
  const returned = movedReturns([...books.returned.values()], after)
  return {
    books,
    events,
    from: events.length,
    after,
    returned,
    again: { dues: [], payments: paidAgain(returned, after, books.schedule) },
  }
}
