import type { Transaction } from 'kysely'
import type { Day } from '../../rules/notes/days.ts'
import { type Booked, type Replay, replay } from '../../rules/notes/replay.ts'
import type { Database } from '../database/types.ts'
import { postEntries } from '../ledger/post-entry.ts'
import { type BookedAgain, paidAgain } from './booked-again.ts'
import { type ReturnedPayment, readBooks } from './books.ts'
import type { NoteRow } from './note-row.ts'
import { nextKey, paidEntries } from './paid-entries.ts'
import { postMirror, readEntries } from './reversible.ts'

/** @param ids the entries of a payment, and of interest that fell due with it */
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
 * Takes payments that came back out of the books, with their returns, each on its day: the return is reversed, and what
 * reversed it mirrored on the payment's day. An entry is reversed once, and the return has reversed the payment.
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

/**
 * @returns payments that came back, and until then settled something else than the books say. Interest that fell due with one
 *   isn't in the schedule anymore: those stay as they are
 */
export function movedReturns(returned: readonly ReturnedPayment[], { booked, lines }: Replay): ReturnedPayment[] {
  const numbers = new Set(lines.map(({ n }) => n))
  return returned.filter(({ event }) => {
    const now = booked.get(event.id)
    const isScheduled = !event.booked?.added && now?.parts.every(({ n }) => n === null || numbers.has(n))
    return isScheduled && !now?.added && !isSame(event.booked, now)
  })
}

/** @returns whether two payments settle the same */
export function isSame(one: Booked | undefined, other: Booked | undefined): boolean {
  const inText = (booked: Booked | undefined) =>
    (booked?.parts ?? [])
      .map(({ kind, n, cents }) => `${kind} ${n} ${cents}`)
      .toSorted()
      .join()
  return inText(one) === inText(other)
}

/** Payments that came back are booked as they are counted now, each with its return. @param keys of the note's payments */
export async function bookReturnsAgain(
  tx: Transaction<Database>,
  payments: readonly ReturnedPayment[],
  { booked }: Replay,
  { keys, ...common }: { note: NoteRow; version: number; approvalId: string; keys: string[] },
): Promise<void> {
  await takeOut(tx, payments, common.approvalId)
  for (const { event, reference, withheld, day } of payments) {
    const key = nextKey(keys, event.id)
    keys.push(key)
    const payment = { key, day: event.day, reference, withheld, booked: booked.get(event.id) }
    await postReturn(tx, await postEntries(tx, paidEntries(payment, common)), day, common.approvalId)
  }
}

/** What is booked again where a note goes on that had moved by mistake. */
export interface Reopened {
  keys: string[]
  returned: ReturnedPayment[]
  after: Replay
  again: BookedAgain
}

/**
 * While a note has moved, what came back of its payments can't be counted with what has moved. It is where the note goes on.
 * @param note that has moved, or goes on already
 */
export async function planReopening(tx: Transaction<Database>, note: NoteRow): Promise<Reopened> {
  const books = await readBooks(tx, note, { asIfNotMoved: true })
  const after = replay(books, books.events.length)
  const returned = movedReturns([...books.returned.values()], after)
  return { keys: [...books.keys], returned, after, again: { dues: [], payments: paidAgain(returned, after) } }
}
