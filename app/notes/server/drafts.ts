import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { noteSettings } from '../../../content/notes.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { assertId } from '../../../server/access/ids.ts'
import { performStep } from '../../../server/access/perform.ts'
import { asAdministrator, queryAsAdministrator, requireAdministrator } from '../../../server/access/roles.ts'
import type { ConstraintCodes } from '../../../server/database/errors.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { voidApprovals } from '../../approvals/server/ask-for-approval.ts'
import { describeTerms } from '../describe.ts'
import { changeDraftCommand } from '../draft.commands.ts'
import { type ScheduleLine, scheduleOf } from '../schedule.ts'
import { clausesFor, type NoteDetails, readNoteDetails } from './note-details.ts'
import { lockNote, nameOfHolder, readNote, stateOfHolder, termsOf } from './note-row.ts'

/**
 * Adds a draft, which the holder doesn't see.
 * @returns its id, and its number such as 'LK-2026-0001'
 */
export async function createNote(actor: Actor, details: NoteDetails): Promise<{ id: string; number: string }> {
  requireAdministrator(actor)
  return asAdministrator(actor, tx => addNote(tx, actor, details), noteCodes)
}

/** For operations that add notes. */
export const noteCodes: ConstraintCodes = {
  notes_holder_id_fkey: 'NOTE_HOLDER_REQUIRED',
  note_sale_has_its_state: 'NOTE_SALE_STATE',
}

/**
 * `createNote` within a larger transaction of an administrator.
 * @param tx begun with `noteCodes`
 */
export async function addNote(
  tx: Transaction<Database>,
  actor: Actor,
  details: NoteDetails,
): Promise<{ id: string; number: string }> {
  const holderId = assertId(details.holderId)
  return addAgreedNote(tx, actor, await readAgreedNote(tx, holderId, details))
}

/** A note's columns, as they are agreed on. */
export type AgreedNote = { holder_id: string } & ReturnType<typeof readNoteDetails>['columns'] &
  ReturnType<typeof readNoteDetails>['agreement']

/**
 * @param tx of someone who sees the holder
 * @param check of the terms; by default, that the fund offers them
 * @returns the columns of a note as it would be drafted now
 */
export async function readAgreedNote(
  tx: Transaction<Database>,
  holderId: string,
  details: NoteDetails,
  check?: Parameters<typeof readNoteDetails>[1],
): Promise<AgreedNote> {
  const { columns, agreement } = readNoteDetails(details, check)
  return { holder_id: holderId, ...(await withSaleState(tx, holderId, columns)), ...agreement }
}

/** `addNote` with columns that were agreed on before, whatever the fund's content says since. */
export async function addAgreedNote(
  tx: Transaction<Database>,
  actor: Actor,
  agreed: AgreedNote,
): Promise<{ id: string; number: string }> {
  const id = randomUUID()
  const [number = ''] = await takeNumbers(tx, Number(fundDay().slice(0, 4)), 1)
  await tx
    .insertInto('notes')
    .values({ id, number, ...agreed })
    .execute()
  // The log omits what the agreement says in sentences.
  const { principal_cents, clauses: _, grace_days: __, maturity_days: ___, ...terms } = agreed
  await audit(tx, actor, 'note.created', id, { number, principal_cents: String(principal_cents), ...terms })
  return { id, number }
}

/**
 * @returns a draft's columns; the state of sale defaults to the holder's
 * @throws PortalError NOTE_SALE_STATE where neither is known
 */
async function withSaleState<Columns extends { sale_state: string | null }>(
  tx: Transaction<Database>,
  holderId: string,
  columns: Columns,
): Promise<Columns> {
  const sale_state = columns.sale_state ?? (await stateOfHolder(tx, holderId))
  if (!sale_state) throw new PortalError('NOTE_SALE_STATE')
  return { ...columns, sale_state }
}

/**
 * @param year part of the numbers
 * @returns the requested amount of unused numbers
 */
export async function takeNumbers(tx: Transaction<Database>, year: number, amount: number): Promise<string[]> {
  const { rows } = await sql<{ numbers: string[] }>`
    select app.next_note_numbers(${noteSettings.numberPrefix}, ${year}, ${amount}) as numbers`.execute(tx)
  return rows[0]?.numbers ?? []
}

/**
 * Changes a draft. Signatures of the earlier text no longer count and aren't shown. The database retains them, since
 * replacing one needs approval (`recordSignature`).
 * @param details all of them
 */
export const updateDraft = performStep(
  changeDraftCommand,
  async ({ refuse }, actor: Actor, noteId: string, details: NoteDetails): Promise<void> => {
    requireAdministrator(actor)
    const holderId = assertId(details.holderId)
    const read = readNoteDetails(details)
    await asAdministrator(
      actor,
      async tx => {
        const columns = await withSaleState(tx, holderId, { ...read.columns, holder_id: holderId })
        for (const requested of ['note.signature', 'note.sign']) await voidApprovals(tx, requested, assertId(noteId))
        const note = await lockNote(tx, noteId)
        if (note.state !== 'draft') throw refuse('NOTE_NOT_DRAFT')
        await tx.deleteFrom('note_signers').where('note_id', '=', note.id).execute()
        await tx
          .updateTable('notes')
          .set({ ...columns, ...read.agreement })
          .where('id', '=', note.id)
          .execute()
        const facts = { number: note.number, ...columns, principal_cents: String(columns.principal_cents) }
        await audit(tx, actor, 'note.changed', note.id, facts)
      },
      noteCodes,
    )
  },
)

/** A note's terms to review before they are frozen. */
export interface ReadBack {
  sentences: readonly string[]
  /** The planned day, else today. */
  issueDate: string
  lines: readonly ScheduleLine[]
}

/** @returns a note's terms in words, and the resulting schedule */
export async function readBackTerms(actor: Actor, noteId: string): Promise<ReadBack> {
  return queryAsAdministrator(actor, async tx => {
    const note = await readNote(tx, noteId)
    const issueDate = note.issueDate ?? fundDay()
    const terms = termsOf(note, issueDate)
    const holder = await nameOfHolder(tx, note.holderId)
    const clauses = note.clauses ?? clausesFor(terms, note.defaultRateBp)
    const also = [...(note.earlyRedemption ? [note.earlyRedemption] : []), ...clauses]
    const sentences = describeTerms(terms, { holder, offering: note.offering, also })
    return { sentences, issueDate, lines: scheduleOf(terms) }
  })
}
