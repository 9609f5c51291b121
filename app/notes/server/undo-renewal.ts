import type { Transaction } from 'kysely'
import { href } from 'react-router'
import { formatDay } from '../../../rules/days.ts'
import { formatCents, sumCents } from '../../../rules/money.ts'
import { canTake, noteSteps } from '../../../rules/workflows.ts'
import type { Work } from '../../../server/access/perform.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { RequestedApproval } from '../../approvals/server/approval-kind.ts'
import { type Requested, requestCommand } from '../../approvals/server/request-command.ts'
import { ledgerCodes } from '../../ledger/server/post-entry.ts'
import { reverseRenewalCommand } from '../payment.commands.ts'
import { postDueInterest } from './due-interest.ts'
import { notifyMembers } from './note-news.ts'
import { lockNote, type NoteRow, nameOfHolder, principalOwed, readNote } from './note-row.ts'
import { type BookedEntry, postMirror, readUnreversed } from './reversible.ts'
import { runningState } from './running-state.ts'
import { closeSuccessor, readSuccessor, readUntouched } from './successor.ts'

interface UndoneRenewal {
  note: string
  holder: string
  /** Its successor. */
  noteId: string
  successor: string
  /** Its first day. */
  day: string
  /** The renewed principal. */
  cents: string
  /** Interest that has fallen due on it since, when requested. */
  dueCents: string
  reason: string
}

async function readRenewal(
  tx: Transaction<Database>,
  note: NoteRow,
  successor: NoteRow,
): Promise<{ renewal: BookedEntry; due: BookedEntry[] }> {
  const due = await readUntouched(tx, successor, 'renewal')
  const document = await tx
    .selectFrom('note_papers')
    .select('document_id')
    .where('note_id', '=', successor.id)
    .executeTakeFirst()
  if (document) {
    const sentence = `A document is filed with ${successor.number}. Where it says that the note was renewed, it was. Otherwise take it out of ${successor.number} first.`
    throw new PortalError('RENEWAL_PAPER', { sentence })
  }
  const renewal = (await readUnreversed(tx, note.id)).find(entry => entry.kind === 'renewal')
  if (!renewal) throw new PortalError('NOTE_STATE')
  return { renewal, due }
}

async function undoRenewal(
  { tx, actor, refuse, audit }: Work<typeof reverseRenewalCommand>,
  { id, subjectId, content }: RequestedApproval<UndoneRenewal>,
): Promise<void> {
  const note = await lockNote(tx, subjectId, noteSteps.unrenew.from)
  const successor = await lockNote(tx, content.noteId)
  if ((await readSuccessor(tx, note)).id !== successor.id) throw refuse('PAYMENT_CHANGED')
  const { renewal, due } = await readRenewal(tx, note, successor)
  if ((await principalOwed(tx, successor.id)) !== BigInt(content.cents)) throw refuse('PAYMENT_CHANGED')
  for (const entry of [...due, renewal])
    await postMirror(tx, entry, { kind: 'reversal', day: entry.relatesTo, approvalId: id })
  await closeSuccessor(tx, successor, content.reason)
  await tx
    .updateTable('notes')
    .set({ state: await runningState(tx, note), closed_at: null, closed_on: null, close_reason: null })
    .where('id', '=', note.id)
    .execute()
  await postDueInterest(tx, note, fundDay())
  await audit('note.renewal_reversed', note.id, {
    number: note.number,
    successor: successor.number,
    day: content.day,
    cents: content.cents,
    reason: content.reason,
    entries: due.length + 1,
    approval_id: id,
  })
  await notifyMembers(tx, { kind: 'note-renewal-reversed', noteId: note.id, holderId: note.holderId, by: actor })
}

/**
 * Requests to undo a renewal recorded by mistake, such as a misread election. Each of its entries, and of its
 * successor's, is mirrored on its own day. The note is matured again, with the renewed principal; the successor is
 * closed, and the verification it relied on is unused again.
 */

export const requestRenewalReversal = requestCommand(reverseRenewalCommand, {
  async ask({ tx, refuse }, noteId, { reason }): Promise<Requested<UndoneRenewal>> {
    const note = await readNote(tx, noteId)
    if (!canTake(noteSteps.unrenew, note.state)) throw refuse('NOTE_STATE')
    const successor = await readSuccessor(tx, note)
    const { renewal, due } = await readRenewal(tx, note, successor)
    const content: UndoneRenewal = {
      note: note.number,
      holder: await nameOfHolder(tx, note.holderId),
      noteId: successor.id,
      successor: successor.number,
      day: renewal.relatesTo,
      cents: String(renewal.cents),
      dueCents: String(sumCents(due.map(({ cents }) => cents))),
      reason,
    }
    return {
      subjectId: note.id,
      holderId: note.holderId,
      content,
      summary: `Reverse the renewal of ${note.number} by ${successor.number}`,
    }
  },
  title: 'Reversal of a renewal',
  describe: ({ note, holder, successor, day, cents, dueCents, reason }) => [
    `The renewal of the note ${note} of ${holder}, ${formatCents(BigInt(cents))} from ${formatDay(day)} on, was recorded by mistake, and is reversed.`,
    `The reason: ${reason}`,
    `${note} has matured with that principal unpaid, which has earned interest since. What its holder chose for it stays on record.`,
    `${successor} is canceled. Its holder goes on seeing it, as recorded by mistake. Its number isn’t used again.`,
    ...(BigInt(dueCents) > 0n
      ? [
          `Interest of ${formatCents(BigInt(dueCents))} that has fallen due on ${successor} since, and any that falls due until then, isn’t owed. None of it was paid.`,
        ]
      : []),
  ],
  // Any other pending approval about either note would be based on a void state.
  contradicts: 'everything',
  apply: undoRenewal,
  link: ({ subjectId }) => href('/profile/admin/register/notes/:id', { id: subjectId }),
  codes: ledgerCodes,
})
