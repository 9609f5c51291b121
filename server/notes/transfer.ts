import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { inTransit, notesPayable } from '../../rules/ledger-accounts.ts'
import { type TransferReason, transferReasons } from '../../rules/note-records.ts'
import { formatDay } from '../../rules/notes/days.ts'
import { formatCents } from '../../rules/notes/money.ts'
import { canTake, noteSteps } from '../../rules/workflows.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { asAdministrator } from '../access/roles.ts'
import type { ApprovalKinds, AskedApproval } from '../approvals/approval-kind.ts'
import { askForApproval } from '../approvals/ask-for-approval.ts'
import type { Database } from '../database/types.ts'
import { assertPastDay } from '../ledger/assert-day.ts'
import { ledgerCodes, movement, postEntries } from '../ledger/post-entry.ts'
import { fundDay } from '../platform/fund-day.ts'
import { PortalError } from '../platform/portal-error.ts'
import { noteCodes, takeNumbers } from './drafts.ts'
import { postDueInterest } from './due-interest.ts'
import { lockNote, type NoteRow, nameOfHolder, principalOwed, readNote, stateOfHolder } from './note-row.ts'
import { type LineStatus, readLines } from './outstanding.ts'
import { assertReference } from './validate.ts'
import { toNewLine, writeSchedule } from './write-schedule.ts'

interface TransferContent {
  note: string
  from: string
  to: string
  toHolderId: string
  reason: TransferReason
  day: string
  cents: string
  paper: string
}

const kind = 'note.transfer'

/**
 * Asks to move a note to another holder on the register; a second person confirms it. The note is closed, and a new one
 * with the same terms continues it: what was due by that day stays with the old holder, what is due later goes to the new
 * one.
 * @param transfer to whom, from which day on ('YYYY-MM-DD'), why, and its supporting document
 * @returns the approval's id
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; NOTE_STATE unless the note is current;
 *   TRANSFER_SAME; NOTE_REASON, NOTE_REFERENCE, NOTE_DAY_INVALID, NOTE_DAY_AHEAD; NOBODY_TO_APPROVE, APPROVAL_OPEN
 */
export async function requestTransfer(
  actor: Actor,
  noteId: string,
  transfer: { toHolderId: string; reason: string; day: string; paper: string },
): Promise<string> {
  const toHolderId = assertId(transfer.toHolderId)
  const day = assertPastDay(transfer.day)
  const paper = assertReference(transfer.paper)
  if (!Object.hasOwn(transferReasons, transfer.reason)) throw new PortalError('NOTE_REASON')
  return asAdministrator(actor, async tx => {
    const note = await readNote(tx, noteId)
    assertTransferable(note, toHolderId, day)
    const content: TransferContent = {
      note: note.number,
      from: await nameOfHolder(tx, note.holder_id),
      to: await nameOfHolder(tx, toHolderId),
      toHolderId,
      reason: transfer.reason as TransferReason,
      day,
      cents: String(await principalOwed(tx, note.id)),
      paper,
    }
    return askForApproval(tx, actor, {
      kind,
      subjectId: note.id,
      holderId: note.holder_id,
      content,
      summary: `Transfer of ${note.number} from ${content.from} to ${content.to}`,
    })
  })
}

/** @throws PortalError NOTE_STATE, TRANSFER_SAME, NOTE_DAY_INVALID */
function assertTransferable(note: NoteRow, toHolderId: string, day: string): void {
  if (!canTake(noteSteps.transfer, note.state)) throw new PortalError('NOTE_STATE')
  if (toHolderId === note.holder_id) throw new PortalError('TRANSFER_SAME')
  if (!note.issue_date || day < note.issue_date || (note.maturity_date && day >= note.maturity_date))
    throw new PortalError('NOTE_DAY_INVALID')
}

async function transfer(
  tx: Transaction<Database>,
  actor: Actor,
  { id, subjectId, content }: AskedApproval<TransferContent>,
) {
  const { toHolderId, reason, day, paper } = content
  const note = await lockNote(tx, subjectId, noteSteps.transfer.from)
  assertTransferable(note, toHolderId, day)
  await postDueInterest(tx, note, fundDay())
  const lines = await readLines(tx, note)
  // Interest that the ledger has as due, or as paid, is the old holder's.
  const isKept = (line: LineStatus) => line.due <= day || line.isPosted || line.paid > 0n
  const kept = lines.filter(isKept)
  const moved = lines.filter(line => !isKept(line))
  const owed = await principalOwed(tx, note.id)
  const [number = ''] = await takeNumbers(tx, Number(fundDay().slice(0, 4)), 1)
  const successor = { id: randomUUID(), number, holder_id: toHolderId }
  await tx
    .insertInto('notes')
    .values({
      ...successor,
      ...continuedColumns(note, owed),
      sale_state: note.sale_state ?? (await stateOfHolder(tx, toHolderId)),
      next_due_on: moved[0]?.due ?? null,
    })
    .execute()
  await writeSchedule(tx, successor, 1, moved.map(toNewLine))
  await writeSchedule(tx, note, note.version + 1, kept.map(toNewLine))
  await postEntries(
    tx,
    [
      {
        ...note,
        noteId: note.id,
        key: `transfer:${note.id}:out`,
        lines: movement(notesPayable, inTransit, owed),
      },
      {
        holder_id: toHolderId,
        noteId: successor.id,
        key: `transfer:${note.id}:in`,
        lines: movement(inTransit, notesPayable, owed),
      },
    ].map(({ holder_id, noteId, key, lines }) => ({
      kind: 'transfer' as const,
      noteId,
      holderId: holder_id,
      day,
      reference: paper,
      approvalId: id,
      key,
      lines,
    })),
  )
  await tx
    .updateTable('notes')
    // What was paid ahead of its day falls due here, too.
    .set({
      state: 'transferred',
      version: note.version + 1,
      next_due_on: kept.find(({ isPosted }) => !isPosted)?.due ?? null,
    })
    .set({ closed_at: sql<Date>`now()`, closed_on: day, close_reason: transferReasons[reason] })
    .where('id', '=', note.id)
    .execute()
  const facts = {
    number: note.number,
    to_holder_id: toHolderId,
    successor: number,
    reason,
    day,
    paper,
    approval_id: id,
  }
  await audit(tx, actor, 'note.transferred', note.id, facts)
}

/** The columns that a successor takes over from the note it continues. */
function continuedColumns(note: NoteRow, owed: bigint) {
  return {
    offering: note.offering,
    principal_cents: owed,
    rate_bp: note.rate_bp,
    term_months: note.term_months,
    payout: note.payout,
    day_count: note.day_count,
    convention: note.convention,
    issue_date: note.issue_date,
    first_payment_date: note.first_payment_date,
    maturity_date: note.maturity_date,
    default_rate_bp: note.default_rate_bp,
    early_redemption: note.early_redemption,
    predecessor_id: note.id,
    state: 'current' as const,
    signed_at: note.signed_at,
    funded_at: sql<Date>`now()`,
    version: 1,
  }
}

export const transferApprovals: ApprovalKinds<TransferContent> = {
  [kind]: {
    title: 'Transfer of a note',
    describe: ({ note, from, to, reason, day, cents, paper }) => [
      `The note ${note}, ${formatCents(BigInt(cents))}, moves from ${from} to ${to} as of ${formatDay(day)}.`,
      `The reason: ${transferReasons[reason].toLowerCase()}. Supporting document: ${paper}`,
      'Payments due by that day stay with the old holder; later ones go to the new one.',
    ],
    apply: transfer,
    link: ({ subjectId }) => href('/profile/admin/register/notes/:id', { id: subjectId }),
    codes: { ...ledgerCodes, ...noteCodes },
  },
}
