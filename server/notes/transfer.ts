import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { inTransit, notesPayable } from '../../rules/ledger-accounts.ts'
import { isResale, type TransferReason, transferReasons } from '../../rules/note-records.ts'
import { type Day, formatDay } from '../../rules/notes/days.ts'
import { formatCents, sumCents } from '../../rules/notes/money.ts'
import { canTake, noteSteps } from '../../rules/workflows.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { asAdministrator } from '../access/roles.ts'
import { findReliance, relyOnAccreditation } from '../accreditation/reliance.ts'
import type { ApprovalKinds, AskedApproval } from '../approvals/approval-kind.ts'
import { askForApproval } from '../approvals/ask-for-approval.ts'
import type { Database } from '../database/types.ts'
import { assertPastDay } from '../ledger/assert-day.ts'
import { ledgerCodes, movement, postEntries } from '../ledger/post-entry.ts'
import { fundDay } from '../platform/fund-day.ts'
import { PortalError } from '../platform/portal-error.ts'
import { noteCodes, takeNumbers } from './drafts.ts'
import { postDueInterest } from './due-interest.ts'
import { frozenDays } from './frozen-days.ts'
import { notifyMembers } from './note-news.ts'
import { lockNote, type NoteRow, nameOfHolder, principalOwed, readNote, stateOfHolder } from './note-row.ts'
import { type LineStatus, readLines } from './outstanding.ts'
import { assertReference } from './validate.ts'
import { type NewLine, toNewLine, writeSchedule } from './write-schedule.ts'

interface TransferContent {
  note: string
  from: string
  to: string
  toHolderId: string
  reason: TransferReason
  day: string
  cents: string
  paper: string
  /** Not in what was asked for before the approval told it. */
  division?: Division
}

/** Who gets which interest, as the approval tells it. Amounts are cents as text, days 'YYYY-MM-DD'. */
interface Division {
  /** Due after the day of the transfer, and the old holder's nevertheless: in the books by now, or paid ahead of its day. */
  stay: { n: number; due: string; cents: string; isPaid: boolean }[]
  /** What the old holder is owed. */
  unpaid: string
  /** What the new holder gets. Its first and last days are those of the payments; none where all was paid ahead. */
  go: { payments: number; cents: string; first: string; last: string } | null
}

const kind = 'note.transfer'

/**
 * Asks to move a note to another holder on the register; a second person confirms it. The note is closed, and a new one
 * with the same terms continues it: what was due by that day stays with the old holder, as does what the ledger has as due
 * or as paid since; what is due later goes to the new one.
 * @param transfer to whom, from which day on ('YYYY-MM-DD'), why, and its supporting document
 * @returns the approval's id
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; NOTE_STATE unless the note is current;
 *   TRANSFER_SAME; TRANSFER_NOTHING where its principal has been paid; TRANSFER_BUYER unless the new holder represents what a
 *   buyer does, or it goes by death or divorce; NOTE_REASON, NOTE_REFERENCE, NOTE_DAY_INVALID, NOTE_DAY_AHEAD; NOBODY_TO_APPROVE, APPROVAL_OPEN
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
    const principalCents = await principalOwed(tx, note.id)
    if (principalCents === 0n) throw new PortalError('TRANSFER_NOTHING')
    const reason = transfer.reason as TransferReason
    if (isResale(reason)) await forBuyer(() => findReliance(tx, resaleOf(toHolderId, principalCents)))
    const { division } = divide(await readLines(tx, note), day)
    const content: TransferContent = {
      note: note.number,
      from: await nameOfHolder(tx, note.holder_id),
      to: await nameOfHolder(tx, toHolderId),
      toHolderId,
      reason,
      day,
      cents: String(principalCents),
      paper,
      division,
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

/** The sale by one holder to another, on the day on which the register has it. */
function resaleOf(holderId: string, principalCents: bigint) {
  return { holderId, principalCents, day: fundDay(), isResale: true }
}

/** @throws PortalError TRANSFER_BUYER where the new holder isn't verified, or hasn't signed what a buyer does */
async function forBuyer(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof PortalError && error.code === 'NOT_ACCREDITED') throw new PortalError('TRANSFER_BUYER')
    throw error
  }
}

/** @throws PortalError NOTE_STATE, TRANSFER_SAME, NOTE_DAY_INVALID */
function assertTransferable(note: NoteRow, toHolderId: string, day: string): void {
  if (!canTake(noteSteps.transfer, note.state)) throw new PortalError('NOTE_STATE')
  if (toHolderId === note.holder_id) throw new PortalError('TRANSFER_SAME')
  if (!note.issue_date || day < note.issue_date || (note.maturity_date && day >= note.maturity_date))
    throw new PortalError('NOTE_DAY_INVALID')
}

/**
 * @param lines of the schedule that applies
 * @param day of the transfer
 * @returns the lines that stay with the old holder and those that go to the new one, and the same for the approval
 */
function divide(lines: readonly LineStatus[], day: Day): { kept: NewLine[]; moved: NewLine[]; division: Division } {
  const isKept = ({ due, paid }: LineStatus) => due <= day || due <= fundDay() || paid > 0n
  const kept = lines.filter(isKept)
  const moved = lines.filter(line => !isKept(line)).map(toNewLine)
  const ahead = kept.at(-1)
  // Principal goes to the new holder, also where the interest that is due with it was paid ahead.
  const principal = ahead && ahead.principal > 0n ? [{ ...toNewLine(ahead), interestCents: 0n }] : []
  const [first, last] = [moved[0], moved.at(-1)]
  return {
    kept: kept
      .map(toNewLine)
      .map(line => (principal.some(({ n }) => n === line.n) ? { ...line, principalCents: 0n } : line)),
    moved: [...moved, ...principal],
    division: {
      stay: kept
        .filter(({ due }) => due > day)
        .map(({ n, due, interest, paid }) => ({ n, due, cents: String(interest), isPaid: paid >= interest })),
      unpaid: String(sumCents(kept.map(({ interest, paid }) => interest - paid))),
      go:
        first && last
          ? {
              payments: moved.length,
              cents: String(sumCents(moved.map(({ interestCents }) => interestCents))),
              first: first.due,
              last: last.due,
            }
          : null,
    },
  }
}

async function transfer(
  tx: Transaction<Database>,
  actor: Actor,
  { id, subjectId, content }: AskedApproval<TransferContent>,
) {
  const { toHolderId, reason, day, cents, paper } = content
  const note = await lockNote(tx, subjectId, noteSteps.transfer.from)
  assertTransferable(note, toHolderId, day)
  await postDueInterest(tx, note, fundDay())
  const { kept, moved, division } = divide(await readLines(tx, note), day)
  const owed = await principalOwed(tx, note.id)
  if (owed !== BigInt(cents) || inWords(division) !== inWords(content.division))
    throw new PortalError('PAYMENT_CHANGED')
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
  if (isResale(reason))
    await forBuyer(() => relyOnAccreditation(tx, actor, { noteId: successor.id, ...resaleOf(toHolderId, owed) }))
  await writeSchedule(tx, successor, 1, moved)
  await writeSchedule(tx, note, note.version + 1, kept)
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
      next_due_on: kept.find(({ due }) => due > fundDay())?.due ?? null,
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
  await notifyMembers(tx, { kind: 'note-transferred-away', noteId: note.id, holderId: note.holder_id, by: actor })
  await notifyMembers(tx, { kind: 'note-transferred-to', noteId: successor.id, holderId: toHolderId, by: actor })
}

/** @returns a division as text, to be compared */
function inWords(division: Division | undefined): string {
  if (!division) return ''
  const { stay, unpaid, go } = division
  const parts = stay.map(({ n, cents, isPaid }) => `${n} ${cents} ${isPaid}`)
  return [...parts, unpaid, go ? `${go.payments} ${go.cents} ${go.first} ${go.last}` : ''].join()
}

/** @returns sentences that say who gets which payments */
function divisionInWords({ from, to, day, division }: TransferContent): string[] {
  if (!division) return []
  const { stay, unpaid, go } = division
  const money = (cents: string) => formatCents(BigInt(cents))
  return [
    `What fell due until ${formatDay(day)} stays with ${from}.`,
    ...stay.map(
      ({ due, cents, isPaid }) =>
        `The interest due on ${formatDay(due)}, ${money(cents)}, stays, too: it ${isPaid ? 'was paid' : 'has fallen due since'}.`,
    ),
    ...(BigInt(unpaid) > 0n ? [`${money(unpaid)} of what stays is unpaid, and remains due to it.`] : []),
    go
      ? `${to} gets the ${go.payments === 1 ? `payment of interest on ${formatDay(go.first)}, ${money(go.cents)}` : `${go.payments} payments of interest from ${formatDay(go.first)} to ${formatDay(go.last)}, ${money(go.cents)} in all`}, and the principal. No payment is divided by days.`
      : `${to} gets the principal; all interest has been paid.`,
  ]
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
    clauses: note.clauses,
    ...frozenDays(note),
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
    describe: content => {
      const { note, from, to, reason, day, cents, paper } = content
      return [
        `The note ${note}, ${formatCents(BigInt(cents))}, moves from ${from} to ${to} as of ${formatDay(day)}.`,
        `The reason: ${transferReasons[reason].toLowerCase()}. Supporting document: ${paper}`,
        ...(isResale(reason)
          ? [`${to} is verified as accredited, and has signed that the note is for its own account and not for resale.`]
          : []),
        ...divisionInWords(content),
      ]
    },
    apply: transfer,
    link: ({ subjectId }) => href('/profile/admin/register/notes/:id', { id: subjectId }),
    codes: { ...ledgerCodes, ...noteCodes },
  },
}
