import type { Transaction } from 'kysely'
import { canTake, noteSteps } from '../../rules/workflows.ts'
import type { Database } from '../database/types.ts'
import type { NoteRow } from './note-row.ts'

/**
 * Moves a note to the state that follows from its dates: current from its issue date on, matured from its maturity date
 * on.
 * @param tx has locked the note
 * @param today the fund's day
 */
export async function advance(
  tx: Transaction<Database>,
  { id, state, issue_date, maturity_date }: NoteRow,
  today: string,
): Promise<void> {
  const isIssued = issue_date !== null && issue_date <= today
  const hasMatured = maturity_date !== null && maturity_date <= today
  const setState = (to: 'current' | 'matured') =>
    tx.updateTable('notes').set({ state: to }).where('id', '=', id).execute()
  const isIssuedNow = canTake(noteSteps.issue, state) && isIssued
  if (isIssuedNow) await setState('current')
  if ((isIssuedNow || canTake(noteSteps.mature, state)) && hasMatured) await setState('matured')
}
