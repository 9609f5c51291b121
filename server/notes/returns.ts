import type { Transaction } from 'kysely'
import type { Day } from '../../rules/notes/days.ts'
import type { Database } from '../database/types.ts'
import type { ReturnedPayment } from './books.ts'
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
