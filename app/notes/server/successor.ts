import { sql, type Transaction } from 'kysely'
import { formatDay } from '../../../rules/days.ts'
import { formatCents, sumCents } from '../../../rules/money.ts'
import { canTake, noteSteps } from '../../../rules/workflows.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { type NoteRow, toNote } from './note-row.ts'
import { type BookedEntry, readUnreversed } from './reversible.ts'
import { lastVersion } from './write-schedule.ts'

/* The successor of a note after a transfer or renewal: closed if that was recorded by mistake. */

/** @returns a note's successor; @throws PortalError NOTE_STATE without one */
export async function readSuccessor(tx: Transaction<Database>, { id }: NoteRow): Promise<NoteRow> {
  const row = await tx
    .selectFrom('notes')
    .selectAll()
    .where('predecessor_id', '=', id)
    .where('state', '<>', 'cancelled')
    .executeTakeFirst()
  if (!row) throw new PortalError('NOTE_STATE')
  return toNote(row)
}

/** @returns entries of a note without payments and without a successor of its own */
export async function readUntouched(
  tx: Transaction<Database>,
  successor: NoteRow,
  how: 'transfer' | 'renewal',
): Promise<BookedEntry[]> {
  const entries = await readUnreversed(tx, successor.id)
  const paid = entries.filter(({ kind }) => kind === 'payment' || kind === 'principal')
  if (paid.length > 0) throw paidOn(successor, paid, how)
  if (!canTake(noteSteps.cancelSuccessor, successor.state)) throw hasFollowed(successor, how)
  return entries
}

function paidOn({ number }: NoteRow, paid: readonly BookedEntry[], how: 'transfer' | 'renewal'): PortalError {
  const payments = Map.groupBy(paid, ({ relatesTo, reference }) => `${formatDay(relatesTo)} (${reference ?? ''})`)
  const named = [...payments].map(
    ([when, entries]) => `${formatCents(sumCents(entries.map(({ cents }) => cents)))} on ${when}`,
  )
  const sentence = `Something was paid on ${number}, which continues this note: ${named.join('; ')}. Reverse that first, on its own page, to record it again.`
  return new PortalError(how === 'transfer' ? 'TRANSFER_PAID_ON' : 'RENEWAL_PAID_ON', { sentence })
}

function hasFollowed({ number, state }: NoteRow, how: 'transfer' | 'renewal'): PortalError {
  const then = state === 'transferred' ? ['transferred on', 'transfer'] : ['renewed', 'renewal']
  const sentence = `${number}, which continues this note, was ${then[0]}. Reverse that ${then[1]} first.`
  return new PortalError(how === 'transfer' ? 'TRANSFER_CONTINUED' : 'RENEWAL_CONTINUED', { sentence })
}

/** The successor owes nothing, so it has no schedule; its number isn't reused. */
export async function closeSuccessor(tx: Transaction<Database>, { id }: NoteRow, reason: string): Promise<void> {
  // Its holder's election. The prior holder's election still exists.
  await tx
    .updateTable('elections')
    .set({ superseded_at: sql<Date>`now()` })
    .where('note_id', '=', id)
    .where('superseded_at', 'is', null)
    .execute()
  await tx
    .updateTable('notes')
    .set({ state: 'cancelled', version: (await lastVersion(tx, id)) + 1, next_due_on: null })
    .set({ closed_at: sql<Date>`now()`, closed_on: fundDay(), close_reason: reason })
    .where('id', '=', id)
    .execute()
}
