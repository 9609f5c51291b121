import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { formatDay } from '../../rules/notes/days.ts'
import { formatCents } from '../../rules/notes/money.ts'
import { canTake, noteSteps } from '../../rules/workflows.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { asAdministrator } from '../access/roles.ts'
import type { ApprovalKinds, AskedApproval } from '../approvals/approval-kind.ts'
import { askForApproval, voidApprovals } from '../approvals/ask-for-approval.ts'
import type { Database } from '../database/types.ts'
import { fundDay } from '../platform/fund-day.ts'
import { PortalError } from '../platform/portal-error.ts'
import { mailDecidersOfCancellation } from './canceled-mail.ts'
import { notifyMembers } from './note-news.ts'
import { holdRequests, lockNote, type NoteRow, nameOfHolder, readNote } from './note-row.ts'
import { assertReason } from './validate.ts'

/**
 * Cancels a draft: it was withdrawn. What somebody has asked for about it is voided.
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; NOTE_STATE once it is signed; NOTE_REASON
 */
export async function cancelDraft(actor: Actor, noteId: string, reason: string): Promise<void> {
  const why = assertReason(reason)
  await asAdministrator(actor, async tx => {
    await holdRequests(tx, noteId)
    // Approvals are locked before notes, as where they are decided, so that neither waits for the other.
    for (const asked of ['note.signature', 'note.sign']) await voidApprovals(tx, asked, assertId(noteId))
    const note = await lockNote(tx, noteId, noteSteps.cancel.from)
    await cancel(tx, note.id, why)
    await audit(tx, actor, 'note.cancelled', note.id, { number: note.number, reason: why })
  })
}

interface CancellationContent {
  note: string
  holder: string
  cents: string
  reason: string
  /** Lines of the bank's lists that may be its money. */
  arrivals?: { day: string; reference: string }[]
}

const kind = 'note.cancel'

/**
 * Asks to cancel a signed note that has no funds; a second person confirms it. Its holder is bound by it, and may have sent
 * its money.
 * @param reason why, in words
 * @returns the approval's id
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; NOTE_STATE unless it is signed; NOTE_REASON;
 *   NOBODY_TO_APPROVE, APPROVAL_OPEN, APPROVAL_CONTRADICTED while anything else about it is pending, such as its funds
 */
export async function requestCancellation(actor: Actor, noteId: string, reason: string): Promise<string> {
  const why = assertReason(reason)
  return asAdministrator(actor, async tx => {
    await holdRequests(tx, noteId)
    const note = await readNote(tx, noteId)
    if (!canTake(noteSteps.cancelSigned, note.state)) throw new PortalError('NOTE_STATE')
    const holder = await nameOfHolder(tx, note.holder_id)
    const arrivals = await findArrivals(tx, note)
    const content: CancellationContent = {
      ...{ note: note.number, holder, cents: String(note.principal), reason: why },
      ...(arrivals.length > 0 && { arrivals }),
    }
    return askForApproval(tx, actor, {
      kind,
      subjectId: note.id,
      holderId: note.holder_id,
      content,
      summary: `Cancel the signed note ${note.number} of ${holder}`,
    })
  })
}

/** @returns lines of the bank's lists, since the last signature, with the note's amount, that show nothing in the books */
async function findArrivals(tx: Transaction<Database>, { id, principal }: NoteRow) {
  const { rows } = await sql<{ day: string; reference: string }>`
    select l.day::text as day, l.reference from bank_lines l
    where l.day >= app.last_signature(${id}) and l.cents = ${principal} and l.explained is null
      and not exists (select from cleared_entries c where c.line_id = l.id)
    order by l.day, l.line, l.id limit 5`.execute(tx)
  return rows
}

async function cancelSigned(
  tx: Transaction<Database>,
  actor: Actor,
  { id, subjectId, content }: AskedApproval<CancellationContent>,
): Promise<void> {
  const note = await lockNote(tx, subjectId, noteSteps.cancelSigned.from)
  await cancel(tx, note.id, content.reason)
  const facts = { number: note.number, reason: content.reason, approval_id: id }
  await audit(tx, actor, 'note.cancelled', note.id, facts)
  await tellOfCancellation(tx, note, actor)
}

/** Sets a locked note's state. Of one that a job cancels, the database writes the log's entry (app.record_cancellation). */
export async function cancel(tx: Transaction<Database>, id: string, reason: string): Promise<void> {
  await tx
    .updateTable('notes')
    .set({ state: 'cancelled', closed_at: sql<Date>`now()`, closed_on: fundDay(), close_reason: reason })
    .where('id', '=', id)
    .execute()
}

/**
 * Its money may be in the bank, or on its way: e-mails everybody who acts for the holder of a signed note that was canceled,
 * and everybody who decides, if the transaction commits.
 * @param by who approved it; undefined where a job has canceled it
 */
export async function tellOfCancellation(tx: Transaction<Database>, note: NoteRow, by?: Actor): Promise<void> {
  await notifyMembers(tx, { kind: 'note-canceled', noteId: note.id, holderId: note.holder_id, ...(by && { by }) })
  await mailDecidersOfCancellation(tx, note.id, by)
}

export const cancellationApprovals: ApprovalKinds<CancellationContent> = {
  [kind]: {
    title: 'Cancellation of a signed note',
    describe: ({ note, holder, cents, reason, arrivals = [] }) => [
      `The signed note ${note} of ${holder}, ${formatCents(BigInt(cents))}, is canceled before it was funded.`,
      `The reason: ${reason}`,
      ...arrivals.map(
        ({ day, reference }) =>
          `The bank’s list has ${formatCents(BigInt(cents))} on ${formatDay(day)} (${reference}), and the register nothing that it shows: it may be this note’s money.`,
      ),
      'Its money may be in the bank already, or on its way. Check before you approve: money of a canceled note goes back to the account that it came from.',
      'Everybody authorized for the holder and everybody who decides gets an e-mail. The holder goes on seeing the note, as canceled.',
    ],
    contradicts: 'everything',
    apply: cancelSigned,
    link: ({ subjectId }) => href('/profile/admin/register/notes/:id', { id: subjectId }),
  },
}
