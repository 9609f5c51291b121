import { cash, notesPayable } from '../../rules/ledger-accounts.ts'
import type { Day } from '../../rules/notes/days.ts'
import type { Booked } from '../../rules/notes/replay.ts'
import { spreadWithheld } from '../../rules/tax/withholding.ts'
import { movement, type NewEntry } from '../ledger/post-entry.ts'
import { baseOf } from './books.ts'
import type { NoteRow } from './note-row.ts'
import { interestPaid } from './withholding.ts'

/** A payment as it is booked. */
export interface KeyedPayment {
  key: string
  day: Day
  reference?: string | null | undefined
  /** Tax withheld of its interest, in cents. */
  withheld: bigint
  booked: Booked | undefined
}

/** @returns the entries of a payment, one for each of its parts */
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
      holderId: note.holder_id,
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

/** @returns the key under which a payment is booked, or booked again: it counts those before */
export function nextKey(keys: readonly string[], payment: string): string {
  const base = baseOf(payment)
  return `${base}#${keys.filter(key => baseOf(key) === base).length}`
}
