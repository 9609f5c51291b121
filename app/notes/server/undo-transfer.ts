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
import { notesPayable } from '../../ledger/ledger-accounts.ts'
import { ledgerCodes } from '../../ledger/server/post-entry.ts'
import { reverseTransferCommand } from '../payment.commands.ts'
import { againInText, againInWords, type BookedAgain } from './booked-again.ts'
import { postDueInterest } from './due-interest.ts'
import { notifyMembers } from './note-news.ts'
import { lockNote, type NoteRow, nameOfHolder, principalOwed, readNote } from './note-row.ts'
import { type LineStatus, readLines } from './outstanding.ts'
import { bookReturnsAgain, planReopening } from './returns.ts'
import { type BookedEntry, postMirror, readUnreversed } from './reversible.ts'
import { runningState } from './running-state.ts'
import { closeSuccessor, readSuccessor, readUntouched } from './successor.ts'
import { lastVersion, type NewLine, toNewLine, writeLines, writeSchedule } from './write-schedule.ts'

interface UndoneTransfer {
  note: string
  from: string
  to: string
  /** The old and new holder: members of neither may decide. */
  toHolderId: string
  /** Its successor. */
  noteId: string
  successor: string
  /** The day of the transfer. */
  day: string
  /** The principal that moved. */
  cents: string
  /** Interest that has fallen due with the new holder since, when requested. */
  dueCents: string
  /** Returned payments that are recalculated, because something was recorded after the transfer. */
  again?: BookedAgain
  /** The transfer happened, and is recorded again afterward. */
  why?: 'again'
  reason: string
}

/** Entries of a transfer, and interest due since on the successor. */
interface Transfer {
  out: BookedEntry
  in: BookedEntry
  due: BookedEntry[]
}

async function readTransfer(tx: Transaction<Database>, note: NoteRow, successor: NoteRow): Promise<Transfer> {
  const entries = await readUntouched(tx, successor, 'transfer')
  const moved = (each: BookedEntry, side: 'debit' | 'credit') =>
    each.kind === 'transfer' && each.lines.some(line => line.account === notesPayable && line[side] > 0n)
  const out = (await readUnreversed(tx, note.id)).find(each => moved(each, 'debit'))
  const into = entries.find(each => moved(each, 'credit'))
  if (!out || !into) throw new PortalError('NOTE_STATE')
  return { out, in: into, due: entries.filter(({ kind }) => kind === 'interest_due') }
}

/**
 * Both notes of a transfer retain the numbers of the scheduled payments.
 * @returns the merged schedule, with later changes to either
 */
function together(one: readonly LineStatus[], other: readonly LineStatus[]): NewLine[] {
  const lines = Map.groupBy([...one, ...other].map(toNewLine), ({ n }) => n)
  return [...lines.values()]
    .map(parts => ({
      ...(parts[0] as NewLine),
      interestCents: sumCents(parts.map(({ interestCents }) => interestCents)),
      principalCents: sumCents(parts.map(({ principalCents }) => principalCents)),
    }))
    .toSorted((a, b) => a.n - b.n)
}

async function undoTransfer(
  { tx, actor, refuse, audit }: Work<typeof reverseTransferCommand>,
  { id, subjectId, content }: RequestedApproval<UndoneTransfer>,
): Promise<void> {
  const note = await lockNote(tx, subjectId, noteSteps.untransfer.from)
  const successor = await lockNote(tx, content.noteId)
  if ((await readSuccessor(tx, note)).id !== successor.id) throw refuse('PAYMENT_CHANGED')
  const transfer = await readTransfer(tx, note, successor)
  if ((await principalOwed(tx, successor.id)) !== BigInt(content.cents)) throw refuse('PAYMENT_CHANGED')
  const lines = together(await readLines(tx, note), await readLines(tx, successor))
  // As if it had never moved: each entry is reversed on its own day, and interest due since falls due with the first holder.
  const mirror = (entry: BookedEntry, alsoOf?: string) =>
    postMirror(tx, entry, {
      ...{ kind: 'reversal' as const, day: entry.relatesTo, approvalId: id },
      ...(alsoOf && { alsoOf }),
    })
  for (const entry of transfer.due) await mirror(entry)
  await mirror(transfer.in, note.holderId)
  await mirror(transfer.out, successor.holderId)
  await closeSuccessor(tx, successor, content.reason)
  const version = (await lastVersion(tx, note.id)) + 1
  await writeSchedule(tx, note, version, lines)
  const reopened = { ...note, version }
  const plan = await planReopening(tx, reopened)
  if (againInText(plan.again) !== againInText(content.again)) throw refuse('PAYMENT_CHANGED')
  const keys = [...plan.books.keys]
  const { note: last } = await bookReturnsAgain(tx, reopened, plan.returned, plan, { approvalId: id, keys })
  const current = plan.returned.length > 0 ? await writeLines(tx, last, plan.after) : version
  await tx
    .updateTable('notes')
    .set({
      state: await runningState(tx, note),
      version: current,
      closed_at: null,
      closed_on: null,
      close_reason: null,
    })
    .where('id', '=', note.id)
    .execute()
  await postDueInterest(tx, { ...note, version: current }, fundDay())
  await audit('note.transfer_reversed', note.id, {
    number: note.number,
    successor: successor.number,
    to_holder_id: successor.holderId,
    day: content.day,
    cents: content.cents,
    ...(content.why && { why: content.why }),
    reason: content.reason,
    entries: transfer.due.length + 2,
    approval_id: id,
  })
  const [reversed, canceled] =
    content.why === 'again'
      ? (['note-transfer-rebooked', 'note-transfer-rebooked'] as const)
      : (['note-transfer-reversed', 'note-transfer-canceled'] as const)
  await notifyMembers(tx, { kind: reversed, noteId: note.id, holderId: note.holderId, by: actor })
  await notifyMembers(tx, { kind: canceled, noteId: successor.id, holderId: successor.holderId, by: actor })
}

/**
 * Requests to undo a transfer, recorded by mistake or to be recorded again. Each of its entries, and of its successor's, is mirrored on its own
 * day. The note resumes with its holder; the successor is closed.
 */

export const requestTransferReversal = requestCommand(reverseTransferCommand, {
  async ask({ tx, refuse }, noteId, { why, reason }): Promise<Requested<UndoneTransfer>> {
    const note = await readNote(tx, noteId)
    if (!canTake(noteSteps.untransfer, note.state)) throw refuse('NOTE_STATE')
    const successor = await readSuccessor(tx, note)
    const { out, due } = await readTransfer(tx, note, successor)
    const { again } = await planReopening(tx, note)
    const content: UndoneTransfer = {
      note: note.number,
      from: await nameOfHolder(tx, note.holderId),
      to: await nameOfHolder(tx, successor.holderId),
      toHolderId: successor.holderId,
      noteId: successor.id,
      successor: successor.number,
      day: out.relatesTo,
      cents: String(out.cents),
      dueCents: String(sumCents(due.map(({ cents }) => cents))),
      ...(again.payments.length > 0 && { again }),
      ...(why === 'again' && { why }),
      reason,
    }
    return {
      subjectId: note.id,
      holderId: note.holderId,
      content,
      summary: `Reverse the transfer of ${note.number} from ${content.from} to ${content.to}`,
    }
  },
  title: 'Reversal of a transfer',
  describe: ({ note, from, to, successor, day, cents, dueCents, again, why, reason }) => [
    `The transfer of the note ${note}, ${formatCents(BigInt(cents))}, from ${from} to ${to} as of ${formatDay(day)} ${why === 'again' ? 'is reversed, to be recorded again after something earlier' : 'was recorded by mistake, and is reversed'}.`,
    `The reason: ${reason}`,
    `${note} goes on with ${from} as if it had never moved: with its schedule, and with what was chosen for its maturity before.`,
    `${successor} is canceled. ${to} goes on seeing it, as canceled, with the documents that were filed with it. Its number isn’t used again.`,
    ...(BigInt(dueCents) > 0n
      ? [
          `Interest of ${formatCents(BigInt(dueCents))} that has fallen due to ${to} since, and any that falls due until then, is owed to ${from}. None of it was paid.`,
        ]
      : []),
    ...againInWords(
      again,
      'With what was recorded while the note had moved, payments that had come back are counted again:',
    ),
  ],
  // Any other pending approval about either note would be based on a void state.
  contradicts: 'everything',
  apply: undoTransfer,
  link: ({ subjectId }) => href('/profile/admin/register/notes/:id', { id: subjectId }),
  codes: ledgerCodes,
})
