import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { daysBetween, formatDay } from '../../../rules/days.ts'
import { formatCents } from '../../../rules/money.ts'
import { canTake, noteSteps } from '../../../rules/workflows.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform, type Work } from '../../../server/access/perform.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { findReliance, type RelyingSale, relyOnAccreditation } from '../../accreditation/server/reliance.ts'
import type { ApprovalKinds, RequestedApproval } from '../../approvals/server/approval-kind.ts'
import { askForApproval } from '../../approvals/server/ask-for-approval.ts'
import { requireCurrentRegister } from '../../covered-persons/server/offering-problems.ts'
import { assertNotFrozen } from '../../holders/server/frozen.ts'
import { findHolderFacts } from '../../holders/server/holder-facts.ts'
import { assertPastDay } from '../../ledger/server/assert-day.ts'
import { requireSanctionsClear, sanctionsCodes } from '../../sanctions/server/require-clear.ts'
import { recordSignatureCommand, signNoteCommand } from '../note.commands.ts'
import { noteCodes } from './drafts.ts'
import { frozenDays } from './frozen-days.ts'
import { agreementFor, assertAgreedTerms, assertTerms } from './note-details.ts'
import { holdRequests, lockNote, type NoteRow, nameOfHolder, readNote, termsOf } from './note-row.ts'

const signerCodes = { note_signers_document_id_fkey: 'NOT_FOUND' } as const

/**
 * Records a signature on the current draft. Replacing another signature, which moves the day of the sale, needs
 * approval: a different day for the same person, or one recorded after the draft was changed that differs from before.
 */
export const recordSignature = perform(
  recordSignatureCommand,
  async ({ tx, actor, refuse, audit }, noteId, { reason, ...typed }) => {
    const userId = assertId(typed.userId)
    const signedOn = assertPastDay(typed.signedOn)
    const documentId = typed.documentId ? assertId(typed.documentId) : null
    const signed = { userId, signedOn, documentId }
    const requested = reason && (await askForSignature(tx, actor, noteId, { ...signed, reason }))
    if (requested) return requested
    const note = await lockDraft(tx, noteId)
    await assertSigner(tx, note, userId)
    const before = await findSignatureBefore(tx, note.id, signed)
    if (before) throw refuse('NOTE_SIGNATURE_BEFORE', { sentence: beforeInWords(before, signedOn) })
    if (await insertSignature(tx, note.id, signed))
      await audit('note.signature_recorded', note.id, {
        ...{ number: note.number, user_id: userId, signed_on: signedOn, document_id: documentId },
      })
    return undefined
  },
  { codes: signerCodes },
)

type Signed = { userId: string; signedOn: string; documentId: string | null }

/** @returns whether it is new */
async function insertSignature(tx: Transaction<Database>, noteId: string, signed: Signed): Promise<boolean> {
  const { userId, signedOn, documentId } = signed
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('note_signers')
    .values({
      note_id: noteId,
      user_id: userId,
      signed_at: sql`${signedOn}::timestamp at time zone 'UTC'`,
      document_id: documentId,
    })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** A signature to be replaced. */
interface SignatureBefore {
  userId: string
  name: string
  /** 'YYYY-MM-DD' */
  signedOn: string
  /** Whether it still counts; otherwise the draft was changed after it. */
  isInForce: boolean
}

/**
 * @param tx of an administrator; an approver can't read names
 * @returns the signature to be replaced, which needs approval; the database checks the same
 */
async function findSignatureBefore(
  tx: Transaction<Database>,
  noteId: string,
  { userId, signedOn }: Signed,
): Promise<SignatureBefore | undefined> {
  const { rows } = await sql<SignatureBefore>`
    select s.user_id as "userId", coalesce(p.full_name, p.email, '') as name, s.signed_on::text as "signedOn",
      s.in_force as "isInForce"
    from (select g.user_id, app.signature_day(g) as signed_on, true as in_force, g.recorded_at as at from note_signers g
        where g.note_id = ${noteId} and g.user_id = ${userId}
      union all
      select v.user_id, v.signed_on, false, v.voided_at from note_signatures_voided v where v.note_id = ${noteId}
        and not exists (select from note_signers g where g.note_id = v.note_id and g.user_id = v.user_id)) s
      left join user_profiles p on p.id = s.user_id
    where app.signature_takes_two(${noteId}, ${userId}, ${signedOn}::date)
    order by s.in_force desc, s.user_id <> ${userId}, s.at desc limit 1`.execute(tx)
  return rows[0]
}

function beforeInWords({ name, signedOn, isInForce }: SignatureBefore, day: string): string {
  const recorded = isInForce
    ? `${name}’s signature is recorded with ${formatDay(signedOn)}.`
    : `${name} signed this note on ${formatDay(signedOn)}, before its draft was changed.`
  return `${recorded} The sale counts from the last signature, so to record one of ${formatDay(day)} in its place, say why: a second person has to agree.`
}

/** Content of the approval of a replaced signature. */
interface SignatureContent {
  note: string
  holder: string
  userId: string
  name: string
  signedOn: string
  documentId: string | null
  before: SignatureBefore
  reason: string
}

const signatureKind = 'note.signature'

/** The note isn't locked: decisions lock approvals before notes. */
async function askForSignature(
  tx: Transaction<Database>,
  actor: Actor,
  noteId: string,
  { reason, ...signed }: Signed & { reason: string },
): Promise<string | undefined> {
  await holdRequests(tx, noteId)
  const note = await readNote(tx, noteId)
  await assertDraft(tx, note)
  const name = await assertSigner(tx, note, signed.userId)
  const before = await findSignatureBefore(tx, note.id, signed)
  if (!before) return undefined
  const holder = await nameOfHolder(tx, note.holderId)
  const content: SignatureContent = { note: note.number, holder, name, ...signed, before, reason }
  const summary = `${name}’s signature on ${note.number}: ${formatDay(signed.signedOn)}, and not ${formatDay(before.signedOn)}`
  const about = { subjectId: note.id, holderId: note.holderId, content, summary }
  return askForApproval(tx, actor, { kind: signatureKind, ...about })
}

async function changeSignature(
  tx: Transaction<Database>,
  actor: Actor,
  { id, subjectId, content }: RequestedApproval<SignatureContent>,
): Promise<void> {
  const { userId, signedOn, documentId, reason } = content
  const note = await lockNote(tx, subjectId)
  if (!canTake(noteSteps.sign, note.state)) throw new PortalError('NOTE_NOT_DRAFT')
  // An approver can't lock the holder against a freeze meanwhile; freezing the terms does.
  if ((await findHolderFacts(tx, note.holderId)).isFrozen) throw new PortalError('HOLDER_FROZEN')
  await assertSigner(tx, note, userId)
  const before = await findSignatureBefore(tx, note.id, { userId, signedOn, documentId })
  if (before?.userId !== content.before.userId || before.signedOn !== content.before.signedOn)
    throw new PortalError('PAYMENT_CHANGED')
  await tx.deleteFrom('note_signers').where('note_id', '=', note.id).where('user_id', '=', userId).execute()
  await insertSignature(tx, note.id, { userId, signedOn, documentId })
  const signed = { user_id: userId, signed_on: signedOn, document_id: documentId }
  const replaced = { user_id_before: before.userId, signed_on_before: before.signedOn, reason, approval_id: id }
  await audit(tx, actor, 'note.signature_recorded', note.id, { number: note.number, ...signed, ...replaced })
}

/** @throws PortalError NOTE_SIGNATURE_ASKED while another signature is pending approval: the day of the sale is undecided */
async function assertNoSignatureRequested(tx: Transaction<Database>, noteId: string): Promise<void> {
  const requested = await tx
    .selectFrom('approvals')
    .select('id')
    .where('kind', '=', signatureKind)
    .where('subject_id', '=', noteId)
    .where('decision', 'is', null)
    .executeTakeFirst()
  if (requested) throw new PortalError('NOTE_SIGNATURE_ASKED')
}

/** @returns the person's name; @throws PortalError NOTE_SIGNER unless a member of the holder */
async function assertSigner(tx: Transaction<Database>, note: NoteRow, userId: string): Promise<string> {
  const member = await tx
    .selectFrom('holder_members as m')
    .leftJoin('user_profiles as p', 'p.id', 'm.user_id')
    .select(sql<string>`coalesce(p.full_name, p.email, '')`.as('name'))
    .where('m.holder_id', '=', note.holderId)
    .where('m.user_id', '=', userId)
    .where('m.member_right', '<>', 'viewer')
    .where('m.ended_at', 'is', null)
    .executeTakeFirst()
  if (!member) throw new PortalError('NOTE_SIGNER')
  return member.name
}

/** Content of the approval of a note signed before its holder was verified. */
interface LateContent {
  note: string
  holder: string
  cents: string
  /** Day of the last signature. */
  soldOn: string
  /** First day of the verification that the sale is to rely on. */
  verifiedOn: string
  reason: string
}

const kind = 'note.sign'

/**
 * Freezes a draft's terms: all required signatures are recorded, and the holder was verified as accredited on the day
 * of the last signature, the day of the sale. The holder then sees the note. A later verification needs a reason and
 * approval.
 */
export const signNote = perform(signNoteCommand, signOrAsk, { codes: sanctionsCodes })

async function signOrAsk(
  { tx, actor }: Work<typeof signNoteCommand>,
  noteId: string,
  { reason }: { reason: string },
): Promise<string | undefined> {
  const requested = reason && (await askToFreeze(tx, actor, noteId, reason))
  if (requested) return requested
  const note = await lockDraft(tx, noteId)
  await freeze(tx, actor, note, await readSale(tx, note))
  return undefined
}

/** A signature given in the portal. */
export interface GivenSignature {
  userId: string
  /** 'YYYY-MM-DD' */
  signedOn: string
}

/**
 * Records the signatures of an agreement on its draft, and locks it as `signNote` does.
 * @param tx of an administrator
 * @throws PortalError as `signNote`
 */
export async function signAgreedNote(
  tx: Transaction<Database>,
  actor: Actor,
  noteId: string,
  signatures: readonly GivenSignature[],
): Promise<void> {
  const note = await lockDraft(tx, noteId)
  for (const { userId, signedOn } of signatures) {
    await assertSigner(tx, note, userId)
    await insertSignature(tx, note.id, { userId, signedOn, documentId: null })
    const facts = { number: note.number, user_id: userId, signed_on: signedOn, document_id: null }
    await audit(tx, actor, 'note.signature_recorded', note.id, facts)
  }
  await freeze(tx, actor, note, await readSale(tx, note, assertAgreedTerms))
}

/** The note isn't locked: decisions lock approvals before notes. */
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
    holder: await nameOfHolder(tx, note.holderId),
    cents: String(note.principal),
    soldOn: sale.day,
    verifiedOn,
    reason,
  }
  const summary = `${note.number}, signed on ${formatDay(sale.day)} and verified on ${formatDay(verifiedOn)}, is to be locked`
  return askForApproval(tx, actor, { kind, subjectId: note.id, holderId: note.holderId, content, summary })
}

/** @returns a draft's sale on the day of its last signature, if its terms can be frozen */
async function readSale(tx: Transaction<Database>, note: NoteRow, check = assertTerms): Promise<RelyingSale> {
  await requireCurrentRegister(tx)
  await assertNoSignatureRequested(tx, note.id)
  check(termsOf(note, note.issueDate ?? fundDay()))
  const { rows } = await sql<{ signed: boolean; sold_on: string | null }>`
    select app.is_signed(${note.id}) as signed, app.last_signature(${note.id})::text as sold_on`.execute(tx)
  const [{ signed, sold_on } = {}] = rows
  if (!signed || !sold_on) throw new PortalError('NOTE_SIGNATURES')
  if (!note.saleState) throw new PortalError('NOTE_SALE_STATE')
  return { noteId: note.id, holderId: note.holderId, principalCents: note.principal, day: sold_on }
}

/** @param late approved reason for signing before the holder was verified */
async function freeze(
  tx: Transaction<Database>,
  actor: Actor,
  note: NoteRow,
  sale: RelyingSale,
  late?: string,
): Promise<void> {
  await requireSanctionsClear(tx, note.holderId)
  await relyOnAccreditation(tx, actor, sale, late)
  const { terms_sha256 } = await tx
    .updateTable('notes')
    .set({ state: 'signed', signed_at: sql<Date>`now()` })
    // A draft older than these columns.
    .set(note.clauses ? frozenDays(note) : agreementFor(termsOf(note, sale.day), note.defaultRateBp))
    .where('id', '=', note.id)
    .returning('terms_sha256')
    .executeTakeFirstOrThrow()
  const facts = {
    number: note.number,
    holder_id: note.holderId,
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
  await assertNotFrozen(tx, note.holderId)
}

export const signatureApprovals: ApprovalKinds<SignatureContent> = {
  [signatureKind]: {
    title: 'Another signature of a note',
    describe: ({ note, holder, name, signedOn, before, reason }) => [
      before.isInForce
        ? `${name}’s signature on the note ${note} of ${holder} is recorded with ${formatDay(before.signedOn)}, and is to be recorded with ${formatDay(signedOn)}.`
        : `${name}’s signature on the note ${note} of ${holder} is to be recorded with ${formatDay(signedOn)}. Before its draft was changed, ${before.name} had signed it on ${formatDay(before.signedOn)}.`,
      `The reason given: ${reason}`,
      'The note is sold on the day of its last signature, by which its holder has to be verified as accredited. Approve only if you know that it was signed on this day.',
    ],
    apply: changeSignature,
    link: ({ subjectId }) => href('/profile/admin/register/notes/:id', { id: subjectId }),
    codes: signerCodes,
  },
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
    codes: { ...noteCodes, ...sanctionsCodes },
  },
}
