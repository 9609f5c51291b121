import type { Transaction } from 'kysely'
import { href } from 'react-router'
import { cash, notesPayable } from '../../rules/ledger-accounts.ts'
import { formatDay } from '../../rules/notes/days.ts'
import { formatCents } from '../../rules/notes/money.ts'
import { principalAfter, repayPart } from '../../rules/notes/part-repayment.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { asAdministrator } from '../access/roles.ts'
import type { ApprovalKinds, AskedApproval } from '../approvals/approval-kind.ts'
import { askForApproval } from '../approvals/ask-for-approval.ts'
import type { Database } from '../database/types.ts'
import { assertPastDay } from '../ledger/assert-day.ts'
import { ledgerCodes, movement, postEntry } from '../ledger/post-entry.ts'
import { fundDay } from '../platform/fund-day.ts'
import { PortalError } from '../platform/portal-error.ts'
import { moneyLine, unlikeBy } from './approved-together.ts'
import { postDueInterest } from './due-interest.ts'
import { requirePayable } from './held-payments.ts'
import { notifyMembers } from './note-news.ts'
import { lockNote, type NoteRow, nameOfHolder, principalOwed, readNote, termsOf } from './note-row.ts'
import { type LineStatus, readLines } from './outstanding.ts'
import { assertReference } from './validate.ts'
import { toNewLine, writeSchedule } from './write-schedule.ts'

interface RepaymentContent {
  note: string
  holder: string
  due: string
  day: string
  cents: string
  left: string
  reference: string
}

const kind = 'note.repay'

/**
 * Asks to record that part of a note's principal was repaid on its last due date. A second person confirms it; then the
 * note has a new version of its schedule, in which interest runs on what is left. The earlier version stays.
 * @param repayment how much, in cents, and the bank's reference
 * @returns the approval's id
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; NOTE_STATE unless the note is current;
 *   REPAYMENT_DAY without a due date so far, or where principal that was due then is unpaid; REPAYMENT_AMOUNT;
 *   NOTE_REFERENCE; NOTE_DAY_AHEAD before the pay date; TAX_PAYMENT_HELD for a foreign holder; NOBODY_TO_APPROVE, APPROVAL_OPEN
 */
export async function requestPartRepayment(
  actor: Actor,
  noteId: string,
  repayment: { amount: bigint; reference: string },
): Promise<string> {
  const reference = assertReference(repayment.reference)
  return asAdministrator(actor, async tx => {
    const note = await readNote(tx, noteId)
    if (note.state !== 'current') throw new PortalError('NOTE_STATE')
    await requirePayable(tx, note.holder_id)
    const { line, later } = await repayableOn(tx, note)
    const left = later - repayment.amount
    if (repayment.amount <= 0n || left <= 0n) throw new PortalError('REPAYMENT_AMOUNT')
    const content: RepaymentContent = {
      note: note.number,
      holder: await nameOfHolder(tx, note.holder_id),
      due: line.due,
      day: line.pay,
      cents: String(repayment.amount),
      left: String(left),
      reference,
    }
    return askForApproval(tx, actor, {
      kind,
      subjectId: note.id,
      holderId: note.holder_id,
      content,
      summary: `Repayment of ${formatCents(repayment.amount)} of the principal of ${note.number} on ${formatDay(line.due)}`,
    })
  })
}

interface Repayable {
  lines: LineStatus[]
  /** The last one that has fallen due. */
  line: LineStatus
  /** Principal that falls due later. */
  later: bigint
}

/** @throws PortalError REPAYMENT_DAY, NOTE_DAY_AHEAD */
async function repayableOn(tx: Transaction<Database>, note: NoteRow): Promise<Repayable> {
  const lines = await readLines(tx, note)
  const line = lines.findLast(({ due }) => due <= fundDay())
  if (!line) throw new PortalError('REPAYMENT_DAY')
  assertPastDay(line.pay)
  const later = principalAfter(lines, line.due)
  const isPaidAhead = lines.some(({ due, paid }) => due > line.due && paid > 0n)
  if (isPaidAhead || (await principalOwed(tx, note.id)) !== later) throw new PortalError('REPAYMENT_DAY')
  return { lines, line, later }
}

async function repay(
  tx: Transaction<Database>,
  actor: Actor,
  { id, subjectId, content }: AskedApproval<RepaymentContent>,
) {
  const { due, day, cents, left, reference } = content
  const note = await lockNote(tx, subjectId, ['current'])
  await requirePayable(tx, note.holder_id)
  await postDueInterest(tx, note, fundDay())
  const { lines, line, later } = await repayableOn(tx, note)
  const amount = BigInt(cents)
  if (line.due !== due || line.pay !== day || later - amount !== BigInt(left)) throw new PortalError('PAYMENT_CHANGED')
  const version = note.version + 1
  const repaid = repayPart(termsOf(note, note.issue_date ?? due), lines, due, amount)
  await writeSchedule(tx, note, version, repaid.map(toNewLine))
  await tx.updateTable('notes').set({ version }).where('id', '=', note.id).execute()
  await postEntry(tx, {
    kind: 'principal',
    noteId: note.id,
    holderId: note.holder_id,
    day,
    reference,
    approvalId: id,
    key: `repayment:${id}`,
    line: { version, n: line.n },
    lines: movement(notesPayable, cash, amount),
  })
  await audit(tx, actor, 'note.part_repaid', note.id, {
    number: note.number,
    due,
    day,
    cents,
    left,
    reference,
    version,
    approval_id: id,
  })
  await notifyMembers(tx, { kind: 'note-paid', noteId: note.id, holderId: note.holder_id, by: actor })
}

export const repaymentApprovals: ApprovalKinds<RepaymentContent> = {
  [kind]: {
    title: 'Repayment of part of the principal',
    describe: ({ note, holder, due, day, cents, left, reference }) => [
      `${formatCents(BigInt(cents))} of the principal of the note ${note} of ${holder} was repaid on ${formatDay(day)}.`,
      `From its due date, ${formatDay(due)}, interest runs on the ${formatCents(BigInt(left))} that are left. The note gets a new schedule; the earlier one stays on record.`,
      `The bank’s reference is ${reference}.`,
    ],
    apply: repay,
    together: {
      nouns: ['repayment', 'repayments'],
      line: moneyLine,
      unlike: unlikeBy(({ left }) => [`${formatCents(BigInt(left))} of principal is left`]),
    },
    link: ({ subjectId }) => href('/profile/admin/register/notes/:id', { id: subjectId }),
    codes: ledgerCodes,
  },
}
