import { sql, type Transaction } from 'kysely'
import { oneOf } from '../../../server/database/one-of.ts'
import type { Database } from '../../../server/database/types.ts'
import { overdueStates } from '../note-states.ts'
import type { ReplayLine } from '../replay.ts'
import type { NoteRow } from './note-row.ts'

/** A scheduled payment with its ledger entries. Amounts are cents, days 'YYYY-MM-DD'. */
export interface LineStatus extends ReplayLine {
  /** Whether the interest is posted as due. */
  isPosted: boolean
}

/**
 * Selects the `note_id` of every note that may be overdue: by the books, or by the calendar before the hourly job has
 * posted. Few notes owe anything at a time. After a reversal, prepaid interest may exceed the amount due again.
 */
export const owingNotes = sql`select note_id from app.note_interests where interest_cents > 0
  union select id from notes where next_due_on <= app.fund_day()
  union select id from notes where state = 'current' and maturity_date <= app.fund_day()
  union select id from notes where state in ${oneOf(overdueStates)}
  union select note_id from ledger_entries where kind in ('payment_returned', 'reversal', 'restated')`

/** Columns of a `ReplayLine`, of a scheduled payment `s` of `app.line_status`. */
export const lineColumns = sql`s.version, s.n, s.start_date as start, s.due_date as due, s.pay_date as pay, s.days,
  s.is_stub as "isStub", s.interest_cents::numeric as interest, s.principal_cents::numeric as principal,
  s.paid_cents::numeric as paid, s.principal_left_cents::numeric as "principalLeft", s.credit_cents::numeric as credit`

/** @returns the scheduled payments of a version, in order */
export async function readLines(
  tx: Transaction<Database>,
  note: Pick<NoteRow, 'id' | 'version'>,
): Promise<LineStatus[]> {
  const { rows } = await sql<LineStatus>`select ${lineColumns}, s.is_posted as "isPosted"
    from app.line_status s where s.note_id = ${note.id} and s.version = ${note.version} order by s.n`.execute(tx)
  return rows
}

/** @returns the principal scheduled for maturity, in cents */
export async function principalAtMaturity(
  tx: Transaction<Database>,
  note: Pick<NoteRow, 'id' | 'version'>,
): Promise<bigint> {
  const lines = await readLines(tx, note)
  return lines.findLast(({ principal }) => principal > 0n)?.principal ?? 0n
}

/** @returns whether a note owes neither principal nor interest of the schedule in force */
export async function isSettled(tx: Transaction<Database>, noteId: string): Promise<boolean> {
  const { rows } = await sql<{ settled: boolean }>`select app.note_has('settled', ${noteId}) as settled`.execute(tx)
  return rows[0]?.settled === true
}
