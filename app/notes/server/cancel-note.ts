import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { formatDay } from '../../../rules/days.ts'
import { formatCents } from '../../../rules/money.ts'
import { canTake, noteSteps } from '../../../rules/workflows.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform, type Work } from '../../../server/access/perform.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import type { RequestedApproval } from '../../approvals/server/approval-kind.ts'
import { voidApprovals } from '../../approvals/server/ask-for-approval.ts'
import { type Requested, requestCommand } from '../../approvals/server/request-command.ts'
import { cancelDraftCommand, cancelNoteCommand } from '../note.commands.ts'
import { mailApproversOfCancellation } from './canceled-mail.ts'
import { notifyMembers } from './note-news.ts'
import { holdRequests, lockNote, type NoteRow, nameOfHolder, readNote } from './note-row.ts'
import { assertReason } from './validate.ts'

/** Cancels a withdrawn draft and voids its requests. */
export const cancelDraft = perform(cancelDraftCommand, async ({ tx, audit }, noteId, { reason }) => {
  await holdRequests(tx, noteId)
  // Approvals are locked before notes, as in decisions, to avoid deadlocks.
  for (const requested of ['note.signature', 'note.sign']) await voidApprovals(tx, requested, assertId(noteId))
  const note = await lockNote(tx, noteId, noteSteps.cancel.from)
  await cancel(tx, note.id, reason)
  await audit('note.cancelled', note.id, { number: note.number, reason })
})

interface CancellationContent {
  note: string
  holder: string
  cents: string
  reason: string
  /** Bank lines that may be its funds. */
  arrivals?: { day: string; reference: string }[]
}

/** @returns uncleared bank lines since the last signature with the note's amount */
async function findArrivals(tx: Transaction<Database>, { id, principal }: NoteRow) {
  const { rows } = await sql<{ day: string; reference: string }>`
    select l.day::text as day, l.reference from bank_lines l
    where l.day >= app.last_signature(${id}) and l.cents = ${principal} and l.explained is null
      and not exists (select from cleared_entries c where c.line_id = l.id)
    order by l.day, l.line, l.id limit 5`.execute(tx)
  return rows
}

async function cancelSigned(
  { tx, actor, audit }: Work<typeof cancelNoteCommand>,
  { id, subjectId, content }: RequestedApproval<CancellationContent>,
): Promise<void> {
  const note = await lockNote(tx, subjectId, noteSteps.cancelSigned.from)
  await cancel(tx, note.id, content.reason)
  const facts = { number: note.number, reason: content.reason, approval_id: id }
  await audit('note.cancelled', note.id, facts)
  await notifyOfCancellation(tx, note, actor)
}

/** Sets a locked note's state. For a job, the database writes the audit entry (app.record_cancellation). */
export async function cancel(tx: Transaction<Database>, id: string, reason: string): Promise<void> {
  await tx
    .updateTable('notes')
    .set({ state: 'cancelled', closed_at: sql<Date>`now()`, closed_on: fundDay(), close_reason: reason })
    .where('id', '=', id)
    .execute()
}

/**
 * A canceled note's funds may have arrived or be in transit: e-mails all members of the holder and all approvers on
 * commit.
 * @param by approver; undefined for a job
 */
export async function notifyOfCancellation(tx: Transaction<Database>, note: NoteRow, by?: Actor): Promise<void> {
  await notifyMembers(tx, { kind: 'note-canceled', noteId: note.id, holderId: note.holderId, ...(by && { by }) })
  await mailApproversOfCancellation(tx, note.id, by)
}

/**
 * Requests cancellation of a signed note without funds. It needs approval because the holder is bound by the note and
 * may have sent funds.
 */

export const requestCancellation = requestCommand(cancelNoteCommand, {
  async ask({ tx, refuse }, noteId, { reason }): Promise<Requested<CancellationContent>> {
    const why = assertReason(reason)
    await holdRequests(tx, noteId)
    const note = await readNote(tx, noteId)
    if (!canTake(noteSteps.cancelSigned, note.state)) throw refuse('NOTE_STATE')
    const holder = await nameOfHolder(tx, note.holderId)
    const arrivals = await findArrivals(tx, note)
    const content: CancellationContent = {
      ...{ note: note.number, holder, cents: String(note.principal), reason: why },
      ...(arrivals.length > 0 && { arrivals }),
    }
    return {
      subjectId: note.id,
      holderId: note.holderId,
      content,
      summary: `Cancel the signed note ${note.number} of ${holder}`,
    }
  },
  title: 'Cancellation of a signed note',
  describe: ({ note, holder, cents, reason, arrivals = [] }) => [
    `The signed note ${note} of ${holder}, ${formatCents(BigInt(cents))}, is canceled before it was funded.`,
    `The reason: ${reason}`,
    ...arrivals.map(
      ({ day, reference }) =>
        `The bank’s list has ${formatCents(BigInt(cents))} on ${formatDay(day)} (${reference}), and the register nothing that it shows: it may be this note’s money.`,
    ),
    'Its money may be in the bank already, or on its way. Check before you approve: money of a canceled note goes back to the account that it came from.',
    'Everyone authorized for the holder and all approvers get an e-mail. The holder still sees the note, as canceled.',
  ],
  contradicts: 'everything',
  apply: cancelSigned,
  link: ({ subjectId }) => href('/profile/admin/register/notes/:id', { id: subjectId }),
})
