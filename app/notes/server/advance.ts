import type { Transaction } from 'kysely'
import { canTake, noteSteps } from '../../../rules/workflows.ts'
import type { Database } from '../../../server/database/types.ts'
import { stateByDay } from '../standing.ts'
import type { NoteRow } from './note-row.ts'

/**
 * Moves a note to the state its dates imply: current from the issue date, matured from the maturity date.
 * @param tx has locked the note
 * @param today the fund's day
 */
export async function advance(
  tx: Transaction<Database>,
  { id, state, issueDate, maturityDate }: NoteRow,
  today: string,
): Promise<void> {
  const due = stateByDay(state, { issueDate, maturityDate }, today)
  const setState = (to: 'current' | 'matured') =>
    tx.updateTable('notes').set({ state: to }).where('id', '=', id).execute()
  if (due === state) return
  if (canTake(noteSteps.issue, state)) await setState('current')
  if (due === 'matured') await setState('matured')
}
