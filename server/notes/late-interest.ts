import type { Transaction } from 'kysely'
import { lateFrom } from '../../rules/notes/accrual.ts'
import { type Day, daysBetween } from '../../rules/notes/days.ts'
import type { NoteTerms } from '../../rules/notes/schedule.ts'
import type { Database } from '../database/types.ts'
import { postEntries } from '../ledger/post-entry.ts'
import { PortalError } from '../platform/portal-error.ts'
import { dueEntry } from './due-interest.ts'
import { type NoteRow, termsOf } from './note-row.ts'
import { readLines } from './outstanding.ts'
import { type BookedEntry, readUnreversed } from './reversible.ts'
import { type NewLine, toNewLine, writeSchedule } from './write-schedule.ts'

/*
 * Principal that is paid past its pay date has borne interest until then. That interest falls due with the payment: it is a
 * line of its own, in a new version of the schedule, which the ledger has as due.
 */

/** @returns the key of the entry by which interest fell due with a payment */
export function lateKey(payment: string): string {
  return `late:${payment}`
}

/**
 * @param n a number that no version of the schedule has
 * @returns the line of interest that ran past the pay date up to a day
 */
export function lateLine(terms: NoteTerms, n: number, day: Day, interestCents: bigint): NewLine {
  const start = lateFrom(terms)
  return {
    n,
    start,
    due: day,
    pay: day,
    days: daysBetween(start, day),
    isStub: true,
    interestCents,
    principalCents: 0n,
  }
}

/**
 * @returns a number that no version of a note's schedule has: a number stays with its line, also where a version without
 *   it applies again
 */
export async function freshLineNumber(tx: Transaction<Database>, noteId: string): Promise<number> {
  const last = await tx
    .selectFrom('schedule_lines')
    .select('n')
    .where('note_id', '=', noteId)
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (last?.n ?? 0) + 1
}

/**
 * Lets interest that ran past the pay date fall due with a payment of principal.
 * @param note which is locked
 * @param late of `cents`, up to `day`; `payment` is the key of the payment
 * @returns the line, in the version of the schedule that applies from now on
 */
export async function bookLateInterest(
  tx: Transaction<Database>,
  note: NoteRow,
  { day, cents, payment }: { day: Day; cents: bigint; payment: string },
): Promise<{ version: number; n: number }> {
  const lines = await readLines(tx, note)
  const late = lateLine(termsOf(note, note.issue_date ?? day), await freshLineNumber(tx, note.id), day, cents)
  const version = note.version + 1
  await writeSchedule(tx, note, version, [...lines.map(toNewLine), late])
  await tx.updateTable('notes').set({ version }).where('id', '=', note.id).execute()
  const line = { version, n: late.n }
  await postEntries(tx, [{ ...dueEntry(note, { ...line, due: day, interest: cents }), key: lateKey(payment) }])
  return line
}

/**
 * @param entries of a payment
 * @returns the entry by which interest fell due with it, which doesn't once the payment is reversed: the principal bears
 *   interest as if it had never been paid. Undefined where none did
 * @throws PortalError LATE_INTEREST_PAID where another payment has paid of that interest since
 */
export async function readLateInterest(
  tx: Transaction<Database>,
  note: Pick<NoteRow, 'id' | 'version'>,
  entries: readonly BookedEntry[],
): Promise<BookedEntry | undefined> {
  const [first] = entries
  const payment = first?.idempotency_key.replace(/#\d+$/, '')
  const [late] = payment ? await readUnreversed(tx, note.id, { key: lateKey(payment) }) : []
  if (!late) return undefined
  const paid = (await readLines(tx, note)).find(({ n }) => n === late.line_n)?.paid ?? 0n
  const paidWithIt = entries.filter(({ line_n }) => line_n === late.line_n).reduce((sum, { cents }) => sum + cents, 0n)
  if (paid > paidWithIt) throw new PortalError('LATE_INTEREST_PAID')
  return late
}

/** Takes the line of such interest out of the schedule. @returns the new version */
export async function undoLateInterest(
  tx: Transaction<Database>,
  note: Pick<NoteRow, 'id' | 'holder_id' | 'version'>,
  late: BookedEntry,
): Promise<number> {
  const kept = (await readLines(tx, note)).filter(({ n }) => n !== late.line_n)
  const version = note.version + 1
  await writeSchedule(tx, note, version, kept.map(toNewLine))
  await tx.updateTable('notes').set({ version }).where('id', '=', note.id).execute()
  return version
}
