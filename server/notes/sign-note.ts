import { sql, type Transaction } from 'kysely'
import { canTake, noteSteps } from '../../rules/workflows.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { asAdministrator } from '../access/roles.ts'
import { relyOnAccreditation } from '../accreditation/reliance.ts'
import type { Database } from '../database/types.ts'
import { assertNotFrozen } from '../holders/frozen.ts'
import { assertPastDay } from '../ledger/assert-day.ts'
import { fundDay } from '../platform/fund-day.ts'
import { PortalError } from '../platform/portal-error.ts'
import { assertTerms } from './note-details.ts'
import { lockNote, type NoteRow, termsOf } from './note-row.ts'

/** A signature that the office has seen. */
export interface Signature {
  /** Who signed: somebody who acts for the holder. */
  userId: string
  /** The day, 'YYYY-MM-DD'. */
  signedOn: string
  /** The signed paper. */
  documentId?: string
}

/**
 * Records that somebody has signed a draft as it is now.
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; NOTE_NOT_DRAFT; HOLDER_FROZEN; NOTE_SIGNER
 *   where the person doesn't act for the holder; NOTE_DAY_INVALID, NOTE_DAY_AHEAD
 */
export async function recordSignature(actor: Actor, noteId: string, signature: Signature): Promise<void> {
  const userId = assertId(signature.userId)
  const signedOn = assertPastDay(signature.signedOn)
  const documentId = signature.documentId ? assertId(signature.documentId) : null
  await asAdministrator(
    actor,
    async tx => {
      const note = await lockDraft(tx, noteId)
      await assertSigner(tx, note, userId)
      await tx
        .insertInto('note_signers')
        .values({ note_id: note.id, user_id: userId, signed_at: sql`${signedOn}::date`, document_id: documentId })
        .onConflict(conflict => conflict.doNothing())
        .execute()
      const facts = { number: note.number, user_id: userId, signed_on: signedOn, document_id: documentId }
      await audit(tx, actor, 'note.signature_recorded', note.id, facts)
    },
    { note_signers_document_id_fkey: 'NOT_FOUND' },
  )
}

async function assertSigner(tx: Transaction<Database>, note: NoteRow, userId: string): Promise<void> {
  const member = await tx
    .selectFrom('holder_members')
    .select('id')
    .where('holder_id', '=', note.holder_id)
    .where('user_id', '=', userId)
    .where('member_right', '<>', 'viewer')
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!member) throw new PortalError('NOTE_SIGNER')
}

/**
 * Freezes a draft's terms: everyone who has to has signed it, and its holder is verified as accredited today. From then
 * on its holder sees it.
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; NOTE_NOT_DRAFT; HOLDER_FROZEN; NOTE_SIGNATURES;
 *   NOTE_SALE_STATE; the first problem of its terms; NOT_ACCREDITED
 */
export async function signNote(actor: Actor, noteId: string): Promise<void> {
  await asAdministrator(actor, async tx => {
    const note = await lockDraft(tx, noteId)
    assertTerms(termsOf(note, note.issue_date ?? fundDay()))
    const { rows } = await sql<{ signed: boolean }>`select app.is_signed(${note.id}) as signed`.execute(tx)
    if (!rows[0]?.signed) throw new PortalError('NOTE_SIGNATURES')
    if (!note.sale_state) throw new PortalError('NOTE_SALE_STATE')
    const sale = { noteId: note.id, holderId: note.holder_id, principalCents: note.principal, day: fundDay() }
    await relyOnAccreditation(tx, actor, sale)
    const { terms_sha256 } = await tx
      .updateTable('notes')
      .set({ state: 'signed', signed_at: sql<Date>`now()` })
      .where('id', '=', note.id)
      .returning('terms_sha256')
      .executeTakeFirstOrThrow()
    const facts = { number: note.number, holder_id: note.holder_id, terms_sha256: terms_sha256?.toString('hex') }
    await audit(tx, actor, 'note.signed', note.id, facts)
  })
}

async function lockDraft(tx: Transaction<Database>, noteId: string): Promise<NoteRow> {
  const note = await lockNote(tx, noteId)
  if (!canTake(noteSteps.sign, note.state)) throw new PortalError('NOTE_NOT_DRAFT')
  await assertNotFrozen(tx, note.holder_id)
  return note
}
