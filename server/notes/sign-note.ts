import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { daysBetween, formatDay } from '../../rules/notes/days.ts'
import { formatCents } from '../../rules/notes/money.ts'
import { canTake, noteSteps } from '../../rules/workflows.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { asAdministrator } from '../access/roles.ts'
import { findReliance, type RelyingSale, relyOnAccreditation } from '../accreditation/reliance.ts'
import type { ApprovalKinds } from '../approvals/approval-kind.ts'
import { askForApproval } from '../approvals/ask-for-approval.ts'
import type { Database } from '../database/types.ts'
import { assertNotFrozen } from '../holders/frozen.ts'
import { assertPastDay } from '../ledger/assert-day.ts'
import { fundDay } from '../platform/fund-day.ts'
import { PortalError } from '../platform/portal-error.ts'
import { noteCodes } from './drafts.ts'
import { frozenDays } from './frozen-days.ts'
import { agreementFor, assertTerms } from './note-details.ts'
import { holdRequests, lockNote, type NoteRow, nameOfHolder, readNote, termsOf } from './note-row.ts'
import { assertReason } from './validate.ts'

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
        .values({
          note_id: note.id,
          user_id: userId,
          signed_at: sql`${signedOn}::timestamp at time zone 'UTC'`,
          document_id: documentId,
        })
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

/** What two people agree on, where a note was signed before its holder was verified. */
interface LateContent {
  note: string
  holder: string
  cents: string
  /** The day of the last signature. */
  soldOn: string
  /** The first day of the verification that the sale is to rely on. */
  verifiedOn: string
  reason: string
}

const kind = 'note.sign'

/**
 * Freezes a draft's terms: everyone who has to has signed it, and its holder was verified as accredited on the day of the
 * last signature, on which the note was sold. From then on its holder sees it. Where the verification came later, a second
 * person has to agree with the reason.
 * @param late why it was signed before its holder was verified; only read where it was
 * @returns the approval's id, where one was asked for
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; NOTE_NOT_DRAFT; HOLDER_FROZEN; NOTE_SIGNATURES;
 *   NOTE_SALE_STATE; the first problem of its terms; NOT_ACCREDITED; NOTE_VERIFIED_LATE without a reason; NOTE_REASON,
 *   NOBODY_TO_APPROVE, APPROVAL_OPEN
 */
export async function signNote(actor: Actor, noteId: string, late = ''): Promise<string | undefined> {
  return asAdministrator(actor, async tx => {
    const asked = late.trim() && (await askToFreeze(tx, actor, noteId, assertReason(late)))
    if (asked) return asked
    const note = await lockDraft(tx, noteId)
    await freeze(tx, actor, note, await readSale(tx, note))
    return undefined
  })
}

/** The note isn't locked: where approvals are decided, they are locked before notes. */
async function askToFreeze(
  tx: Transaction<Database>,
  actor: Actor,
  noteId: string,
  reason: string,
): Promise<string | undefined> {
  await holdRequests(tx, noteId)
  const note = await readNote(tx, noteId)
  await assertDraft(tx, note)
  const sale = await readSale(tx, note)
  const { isLate, verifiedOn } = await findReliance(tx, sale)
  if (!isLate) return undefined
  const content: LateContent = {
    note: note.number,
    holder: await nameOfHolder(tx, note.holder_id),
    cents: String(note.principal),
    soldOn: sale.day,
    verifiedOn,
    reason,
  }
  const summary = `${note.number}, signed on ${formatDay(sale.day)} and verified on ${formatDay(verifiedOn)}, is to be locked`
  return askForApproval(tx, actor, { kind, subjectId: note.id, holderId: note.holder_id, content, summary })
}

/**
 * @returns the sale of a draft that can be frozen, on the day of its last signature
 * @throws PortalError as `signNote`
 */
async function readSale(tx: Transaction<Database>, note: NoteRow): Promise<RelyingSale> {
  assertTerms(termsOf(note, note.issue_date ?? fundDay()))
  const { rows } = await sql<{ signed: boolean; sold_on: string | null }>`
    select app.is_signed(${note.id}) as signed, app.last_signature(${note.id})::text as sold_on`.execute(tx)
  const [{ signed, sold_on } = {}] = rows
  if (!signed || !sold_on) throw new PortalError('NOTE_SIGNATURES')
  if (!note.sale_state) throw new PortalError('NOTE_SALE_STATE')
  return { noteId: note.id, holderId: note.holder_id, principalCents: note.principal, day: sold_on }
}

/** @param late why it was signed before its holder was verified, as two people have agreed */
async function freeze(
  tx: Transaction<Database>,
  actor: Actor,
  note: NoteRow,
  sale: RelyingSale,
  late?: string,
): Promise<void> {
  await relyOnAccreditation(tx, actor, sale, late)
  const { terms_sha256 } = await tx
    .updateTable('notes')
    .set({ state: 'signed', signed_at: sql<Date>`now()` })
    // A draft of before they were kept.
    .set(note.clauses ? frozenDays(note) : agreementFor(termsOf(note, sale.day), note.default_rate_bp))
    .where('id', '=', note.id)
    .returning('terms_sha256')
    .executeTakeFirstOrThrow()
  const facts = {
    number: note.number,
    holder_id: note.holder_id,
    sold_on: sale.day,
    terms_sha256: terms_sha256?.toString('hex'),
    ...(late && { late }),
  }
  await audit(tx, actor, 'note.signed', note.id, facts)
}

async function lockDraft(tx: Transaction<Database>, noteId: string): Promise<NoteRow> {
  const note = await lockNote(tx, noteId)
  await assertDraft(tx, note)
  return note
}

async function assertDraft(tx: Transaction<Database>, note: NoteRow): Promise<void> {
  if (!canTake(noteSteps.sign, note.state)) throw new PortalError('NOTE_NOT_DRAFT')
  await assertNotFrozen(tx, note.holder_id)
}

export const signingApprovals: ApprovalKinds<LateContent> = {
  [kind]: {
    title: 'Locking of a note verified after its signature',
    describe: ({ note, holder, cents, soldOn, verifiedOn, reason }) => [
      `The note ${note} of ${holder}, ${formatCents(BigInt(cents))}, was signed on ${formatDay(soldOn)}. Its holder was verified as accredited on ${formatDay(verifiedOn)}, ${daysBetween(soldOn, verifiedOn)} days later.`,
      `The reason given: ${reason}`,
      `Approving it locks the note’s terms. The sale counts from ${formatDay(soldOn)}, and the log and the binder keep the reason.`,
    ],
    apply: async (tx, actor, { subjectId, content }) => {
      const note = await lockDraft(tx, subjectId)
      const sale = await readSale(tx, note)
      const { verifiedOn } = await findReliance(tx, sale)
      if (sale.day !== content.soldOn || verifiedOn !== content.verifiedOn || String(note.principal) !== content.cents)
        throw new PortalError('PAYMENT_CHANGED')
      await freeze(tx, actor, note, sale, content.reason)
    },
    link: ({ subjectId }) => href('/profile/admin/register/notes/:id', { id: subjectId }),
    codes: noteCodes,
  },
}
