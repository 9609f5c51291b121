import { type Selectable, sql, type Transaction } from 'kysely'
import { formatDay } from '../../../rules/days.ts'
import { assertId } from '../../../server/access/ids.ts'
import { type CamelRow, camelRow } from '../../../server/database/camel.ts'
import { toCents } from '../../../server/database/cents.ts'
import type { Database, NotesTable } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { NoteState } from '../standing.ts'
import type { NoteTerms } from '../terms.ts'

/** A note's row, with its principal in cents. */
export type NoteRow = CamelRow<Omit<Selectable<NotesTable>, 'principal_cents'>> & { principal: bigint }

/**
 * Reads a note and locks it until the transaction ends.
 * @param states allowed states
 * @throws PortalError NOT_FOUND; NOTE_STATE in another state
 */
export async function lockNote(
  tx: Transaction<Database>,
  noteId: string,
  states?: readonly NoteState[],
): Promise<NoteRow> {
  const row = await tx.selectFrom('notes').selectAll().where('id', '=', assertId(noteId)).forUpdate().executeTakeFirst()
  if (!row) throw new PortalError('NOT_FOUND')
  if (states && !states.includes(row.state)) throw new PortalError('NOTE_STATE')
  return toNote(row)
}

/**
 * Serializes requests about a note that awaits its terms or funds with its cancellation, so that nothing is requested
 * about a note being canceled. Precedes the locks of approvals and of the note.
 */
export async function holdRequests(tx: Transaction<Database>, noteId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`requests of ${assertId(noteId)}`}, 0))`.execute(tx)
}

/** `lockNote` without the lock. */
export async function readNote(tx: Transaction<Database>, noteId: string): Promise<NoteRow> {
  const row = await tx.selectFrom('notes').selectAll().where('id', '=', assertId(noteId)).executeTakeFirst()
  if (!row) throw new PortalError('NOT_FOUND')
  return toNote(row)
}

export function toNote({ principal_cents, ...row }: Selectable<NotesTable>): NoteRow {
  return { ...camelRow(row), principal: toCents(principal_cents) }
}

/**
 * @param issueDate the note's own, or an assumed day while it has none
 * @returns a note's terms for the calculations of `app/notes/`
 */
export function termsOf(note: NoteRow, issueDate: string): NoteTerms {
  const { principal: principalCents, rateBp, payout, dayCount, convention, firstPaymentDate } = note
  return {
    ...{ principalCents, rateBp, payout, dayCount, convention, issueDate },
    termMonths: note.termMonths as NoteTerms['termMonths'],
    ...(firstPaymentDate && { firstPaymentDate }),
  }
}

/** @returns a note's outstanding principal in the ledger, in cents */
export async function principalOwed(tx: Transaction<Database>, noteId: string): Promise<bigint> {
  const { rows } = await sql<{ owed: string }>`
    select principal_cents::text as owed from app.note_balance(${noteId}::uuid, 'infinity')`.execute(tx)
  return toCents(rows[0]?.owed ?? 0)
}

/** @returns the day of the last payment on a note, 'YYYY-MM-DD' */
export async function lastPaidOn(tx: Transaction<Database>, noteId: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select max(m.relates_to)::text as day from app.note_movements m
    where m.note_id = ${noteId} and m.kind in ('payment', 'principal')
      and not exists (select from ledger_entries r where r.reverses = m.entry_id)`.execute(tx)
  return rows[0]?.day ?? null
}

/**
 * @param way alternative, as a sentence
 * @throws PortalError TRANSFER_DAY on a day before the holder acquired the note
 */
export async function assertHeld(
  tx: Transaction<Database>,
  note: NoteRow,
  day: string,
  way = 'Enter that day, or a later one.',
): Promise<void> {
  const since = await heldSince(tx, note)
  if (day >= since) return
  const sentence = `${note.number} has been its holder’s since ${formatDay(since)}. ${way}`
  throw new PortalError('TRANSFER_DAY', { sentence })
}

/** @returns the day the holder acquired a note: its issue date, or the day of its transfer */
async function heldSince(tx: Transaction<Database>, { id, issueDate }: NoteRow): Promise<string> {
  const { rows } = await sql<{ day: string | null }>`
    select min(m.relates_to)::text as day from app.note_movements m
    where m.note_id = ${id} and m.kind = 'transfer' and m.principal_cents > 0`.execute(tx)
  return rows[0]?.day ?? issueDate ?? ''
}

/** @returns a holder's two-letter state, if known; @throws PortalError NOTE_HOLDER_REQUIRED */
export async function stateOfHolder(tx: Transaction<Database>, holderId: string): Promise<string | null> {
  const holder = await tx.selectFrom('holders').select('state').where('id', '=', holderId).executeTakeFirst()
  if (!holder) throw new PortalError('NOTE_HOLDER_REQUIRED')
  return holder.state
}

/** @returns the legal name and number of a note's holder, such as 'Jane Doe (H-0001)' */
export async function nameOfHolder(tx: Transaction<Database>, holderId: string): Promise<string> {
  const holder = await tx
    .selectFrom('holders')
    .select(['legal_name', 'number'])
    .where('id', '=', assertId(holderId))
    .executeTakeFirst()
  if (!holder) throw new PortalError('NOT_FOUND')
  return `${holder.legal_name} (${holder.number})`
}
