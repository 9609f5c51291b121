import type { Transaction } from 'kysely'
import { interestExpense, interestPayable } from '../../rules/ledger-accounts.ts'
import type { Database } from '../database/types.ts'
import { movement, type NewEntry, postEntries } from '../ledger/post-entry.ts'
import type { NoteRow } from './note-row.ts'
import { type LineStatus, readLines } from './outstanding.ts'

/**
 * Books the interest of every line whose due date has come and that the ledger doesn't have yet.
 * @param tx has locked the note
 * @param today the fund's day
 */
export async function postDueInterest(tx: Transaction<Database>, note: NoteRow, today: string): Promise<void> {
  // The last line has no interest of its own where that was paid ahead, to the holder before.
  const lines = (await readLines(tx, note)).filter(({ isPosted, interest }) => !isPosted && interest > 0n)
  const due = lines.filter(line => line.due <= today)
  if (due.length > 0)
    await postEntries(
      tx,
      due.map(line => dueEntry(note, line)),
    )
  const next = lines.find(line => line.due > today)?.due ?? null
  if (next !== note.next_due_on) {
    await tx.updateTable('notes').set({ next_due_on: next }).where('id', '=', note.id).execute()
  }
}

/** @returns the entry by which the interest of a line falls due */
export function dueEntry(
  note: Pick<NoteRow, 'id' | 'holder_id'>,
  { version, n, due, interest }: Pick<LineStatus, 'version' | 'n' | 'due' | 'interest'>,
): NewEntry {
  return {
    kind: 'interest_due',
    noteId: note.id,
    holderId: note.holder_id,
    day: due,
    lines: movement(interestExpense, interestPayable, interest),
    line: { version, n },
    key: `due:${note.id}:${version}:${n}`,
  }
}
