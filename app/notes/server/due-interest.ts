import type { Transaction } from 'kysely'
import type { Database } from '../../../server/database/types.ts'
import { interestExpense, interestPayable } from '../../ledger/ledger-accounts.ts'
import { movement, type NewEntry, postEntries } from '../../ledger/server/post-entry.ts'
import type { NoteRow } from './note-row.ts'
import { type LineStatus, readLines } from './outstanding.ts'

/**
 * Posts interest of scheduled payments that are due and not yet in the ledger.
 * @param tx has locked the note
 * @param today the fund's day
 */
export async function postDueInterest(tx: Transaction<Database>, note: NoteRow, today: string): Promise<void> {
  // The last scheduled payment has no interest if it was prepaid to the prior holder.
  const lines = (await readLines(tx, note)).filter(({ isPosted, interest }) => !isPosted && interest > 0n)
  const due = lines.filter(line => line.due <= today)
  if (due.length > 0)
    await postEntries(
      tx,
      due.map(line => dueEntry(note, line)),
    )
  const next = lines.find(line => line.due > today)?.due ?? null
  if (next !== note.nextDueOn) {
    await tx.updateTable('notes').set({ next_due_on: next }).where('id', '=', note.id).execute()
  }
}

/** @returns the entry that posts a scheduled payment's interest */
export function dueEntry(
  note: Pick<NoteRow, 'id' | 'holderId'>,
  { version, n, due, interest }: Pick<LineStatus, 'version' | 'n' | 'due' | 'interest'>,
): NewEntry {
  return {
    kind: 'interest_due',
    noteId: note.id,
    holderId: note.holderId,
    day: due,
    lines: movement(interestExpense, interestPayable, interest),
    line: { version, n },
    key: `due:${note.id}:${version}:${n}`,
  }
}
