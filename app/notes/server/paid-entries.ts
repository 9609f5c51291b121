import { sql, type Transaction } from 'kysely'
import type { Day } from '../../../rules/days.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { cash, notesPayable } from '../../ledger/ledger-accounts.ts'
import { movement, type NewEntry } from '../../ledger/server/post-entry.ts'
import { spreadWithheld } from '../../tax/withholding.ts'
import type { Booked } from '../replay.ts'
import { type BookedPayment, baseOf, lateKey } from './books.ts'
import { dueEntry } from './due-interest.ts'
import type { NoteRow } from './note-row.ts'
import { interestPaid } from './withholding.ts'

/** A payment as booked. */
export interface KeyedPayment {
  key: string
  day: Day
  reference?: string | null | undefined
  /** Tax withheld of its interest, in cents. */
  withheld: bigint
  booked: Booked | undefined
}

/** @returns a payment's entries, one per part */
export function paidEntries(
  { key, day, reference, withheld, booked }: KeyedPayment,
  { note, version, approvalId }: { note: NoteRow; version: number; approvalId: string },
): NewEntry[] {
  const parts = booked?.parts ?? []
  const interest = parts.filter(({ kind }) => kind === 'interest')
  const shares = spreadWithheld(
    withheld,
    interest.map(({ cents }) => cents),
  )
  return parts.map((part, at) => {
    const { kind, n, cents } = part
    const isInterest = kind === 'interest'
    return {
      kind: isInterest ? 'payment' : 'principal',
      noteId: note.id,
      holderId: note.holderId,
      day,
      lines: isInterest
        ? interestPaid(cents, shares[interest.indexOf(part)] ?? 0n)
        : movement(notesPayable, cash, cents),
      key: `${key}#${at}`,
      approvalId,
      ...(reference && { reference }),
      ...(n !== null && { line: { version, n } }),
    }
  })
}

/** @returns the entry that posts interest with a payment; none if nothing falls due by today */
export function lateEntries(
  { key, booked }: KeyedPayment,
  { note, version }: { note: NoteRow; version: number },
): NewEntry[] {
  const { added } = booked ?? {}
  if (!added || added.interest === 0n || added.due > fundDay()) return []
  return [{ ...dueEntry(note, { ...added, version }), key: lateKey(key, version) }]
}

/** @returns the key for booking a payment again, numbered after earlier keys */
export function nextKey(keys: readonly string[], payment: string): string {
  const base = baseOf(payment)
  return `${base}#${keys.filter(key => baseOf(key) === base).length}`
}

/** Clears a payment's rebooked entries by the bank line that cleared the original ones. */
export async function clearAgain(
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
