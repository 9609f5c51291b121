import type { Transaction } from 'kysely'
import { href } from 'react-router'
import { type ReversalReason, reversalReasons } from '../../rules/note-records.ts'
import { formatDay } from '../../rules/notes/days.ts'
import { formatCents, sumCents } from '../../rules/notes/money.ts'
import { type MoneyPart, partsInWords } from '../../rules/notes/parts-in-words.ts'
import { canTake, noteSteps } from '../../rules/workflows.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { asAdministrator } from '../access/roles.ts'
import type { ApprovalKinds, AskedApproval } from '../approvals/approval-kind.ts'
import { askForApproval } from '../approvals/ask-for-approval.ts'
import type { Database } from '../database/types.ts'
import { assertPastDay } from '../ledger/assert-day.ts'
import { ledgerCodes } from '../ledger/post-entry.ts'
import { fundDay } from '../platform/fund-day.ts'
import { PortalError } from '../platform/portal-error.ts'
import { postDueInterest } from './due-interest.ts'
import { readLateInterest, undoLateInterest } from './late-interest.ts'
import { notifyMembers } from './note-news.ts'
import { lockNote, type NoteRow, readNote } from './note-row.ts'
import { isSettled } from './outstanding.ts'
import { payoffKey } from './payoff.ts'
import { type BookedEntry, partsOf, postMirror, readPayment, readUnreversed } from './reversible.ts'
import { payoffSchedule, undoPayoff } from './undo-payoff.ts'
import { madeSchedule, scheduleBefore, undoRepayment } from './undo-repayment.ts'

interface ReversalContent {
  noteId: string
  note: string
  day: string
  why: ReversalReason
  /** The day that the payment was made. */
  bookedOn: string
  cents: string
  reference: string | null
  what: 'interest' | 'principal' | 'interest and principal'
  /** The due day of a part repayment, from which on the schedule before it applies again. */
  restores?: string
  /** The whole note was paid off: it is owed again, by the schedule before the payoff. */
  isPayoff?: true
  /** Interest that fell due with it, and doesn't: the principal bears interest as if it had never been paid. */
  lateCents?: string
  /** Of `cents`; requests of earlier versions have none. */
  parts?: MoneyPart[]
}

const kind = 'ledger.reverse'

/**
 * Asks to reverse a payment in the books: it came back, or was recorded by mistake. A second person confirms it. For each
 * of its entries one that mirrors it is written; the entries themselves stay. Where it repaid principal before it was
 * due, the schedule before it applies again, as a further version.
 * @param entryId of an entry of the kind `payment` or `principal`; what was paid with it is reversed as well
 * @param reversal why, and the day on which it came back or the mistake is corrected
 * @returns the approval's id
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; LEDGER_NOT_REVERSIBLE, LEDGER_REVERSED,
 *   LEDGER_REVERSAL; REPAYMENT_FOLLOWED, REPAYMENT_INTEREST_DUE, LATE_INTEREST_PAID; NOTE_REASON, NOTE_DAY_INVALID, NOTE_DAY_AHEAD,
 *   REVERSAL_BEFORE_PAYMENT; NOBODY_TO_APPROVE, APPROVAL_OPEN
 */
export async function requestReversal(
  actor: Actor,
  entryId: string,
  reversal: { why: string; day: string },
): Promise<string> {
  const id = assertId(entryId)
  const day = assertPastDay(reversal.day)
  if (!Object.hasOwn(reversalReasons, reversal.why)) throw new PortalError('NOTE_REASON')
  return asAdministrator(actor, async tx => {
    const entries = await readPayment(tx, id)
    const [first] = entries as [BookedEntry]
    if (day < first.relates_to) throw new PortalError('REVERSAL_BEFORE_PAYMENT')
    const note = await readNote(tx, first.note_id)
    const cents = sumCents(entries.map(entry => entry.cents))
    const content: ReversalContent = {
      noteId: note.id,
      note: note.number,
      day,
      why: reversal.why as ReversalReason,
      bookedOn: first.relates_to,
      cents: String(cents),
      reference: first.reference,
      what: whatOf(entries),
      parts: await partsOf(tx, entries),
      ...(await restoredBy(tx, note, entries)),
    }
    const approval = await askForApproval(tx, actor, {
      // The same for each entry of the payment, so that it has one open request.
      kind,
      subjectId: first.id,
      holderId: note.holder_id,
      content,
      summary: `Reverse the payment of ${formatCents(cents)} on ${note.number}, made on ${formatDay(first.relates_to)}`,
    })
    // Asking waits while the same payment is being reversed; then there is nothing left to ask for.
    await readPayment(tx, id)
    return approval
  })
}

function whatOf(entries: readonly BookedEntry[]): ReversalContent['what'] {
  const kinds = new Set(entries.map(entry => entry.kind))
  if (kinds.size > 1) return 'interest and principal'
  return kinds.has('payment') ? 'interest' : 'principal'
}

const isPayoff = (entries: readonly BookedEntry[]) =>
  entries.some(({ idempotency_key }) => idempotency_key.startsWith(payoffKey))

/** @returns what becomes of the schedule; throws where it can't apply again */
async function restoredBy(
  tx: Transaction<Database>,
  note: NoteRow,
  entries: readonly BookedEntry[],
): Promise<Pick<ReversalContent, 'restores' | 'isPayoff' | 'lateCents'>> {
  if (isPayoff(entries)) {
    await payoffSchedule(tx, note, entries)
    return { isPayoff: true }
  }
  const late = await readLateInterest(tx, note, entries)
  if (late) return { lateCents: String(late.cents) }
  const repayment = entries.find(madeSchedule)
  if (!repayment) return {}
  const restored = await scheduleBefore(tx, note, repayment)
  const restores = restored.find(({ n }) => n === repayment.line_n)?.due
  return restores ? { restores } : {}
}

async function reverse(
  tx: Transaction<Database>,
  actor: Actor,
  { id, subjectId, content }: AskedApproval<ReversalContent>,
): Promise<void> {
  const { noteId, day, why, cents } = content
  const note = await lockNote(tx, noteId)
  const entries = await readPayment(tx, subjectId)
  if (sumCents(entries.map(entry => entry.cents)) !== BigInt(cents)) throw new PortalError('LEDGER_REVERSED')
  const late = await readLateInterest(tx, note, entries)
  const reversal = { kind: why === 'returned' ? 'payment_returned' : 'reversal', day, approvalId: id } as const
  for (const entry of entries) await postMirror(tx, entry, reversal)
  if (late) await postMirror(tx, late, { kind: 'reversal', day, approvalId: id })
  const version = late
    ? await undoLateInterest(tx, note, late)
    : await restoreSchedule(tx, note, entries, { day, approvalId: id })
  await reopen(tx, note)
  if (version) await postDueInterest(tx, { ...note, version }, fundDay())
  await audit(tx, actor, 'payment.reversed', note.id, {
    number: note.number,
    day,
    why,
    entry_id: subjectId,
    cents,
    approval_id: id,
    ...(version && { version }),
  })
  const told = why === 'returned' ? 'note-payment-returned' : 'note-payment-corrected'
  await notifyMembers(tx, { kind: told, noteId: note.id, holderId: note.holder_id, by: actor })
}

/** @returns the version that the schedule before the payment has now; undefined where the payment didn't change it */
async function restoreSchedule(
  tx: Transaction<Database>,
  note: NoteRow,
  entries: readonly BookedEntry[],
  { day, approvalId }: { day: string; approvalId: string },
): Promise<number | undefined> {
  if (isPayoff(entries)) {
    const schedule = await payoffSchedule(tx, note, entries)
    const [due] = schedule.ended ? await readUnreversed(tx, note.id, schedule.ended) : []
    // That interest isn't due before the period ends.
    if (due) await postMirror(tx, due, { kind: 'reversal', day, approvalId })
    return undoPayoff(tx, note, schedule)
  }
  const repayment = entries.find(madeSchedule)
  return repayment && undoRepayment(tx, note, repayment)
}

/** A note that was paid, and now owes something again, goes on in the state in which it was. */
async function reopen(tx: Transaction<Database>, note: NoteRow): Promise<void> {
  if (!canTake(noteSteps.reopen, note.state) || (await isSettled(tx, note.id))) return
  const last = await tx
    .selectFrom('approvals')
    .select('kind')
    .where('subject_id', '=', note.id)
    .where('kind', 'in', ['note.default', 'note.cure'])
    .where('decision', '=', 'approved')
    // Not of a funding that was undone since.
    .where('decided_at', '>=', note.funded_at ?? new Date(0))
    .orderBy('decided_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const hasMatured = note.maturity_date !== null && note.maturity_date <= fundDay()
  const state = last?.kind === 'note.default' ? 'defaulted' : hasMatured ? 'matured' : 'current'
  await tx
    .updateTable('notes')
    .set({ state, closed_at: null, closed_on: null, close_reason: null })
    .where('id', '=', note.id)
    .execute()
}

export const reversalApprovals: ApprovalKinds<ReversalContent> = {
  [kind]: {
    title: 'Reversal',
    describe: ({ note, day, why, bookedOn, cents, reference, what, parts = [], ...after }) => {
      const back =
        why === 'returned'
          ? `It came back on ${formatDay(day)}.`
          : `It was recorded by mistake; the correction is dated ${formatDay(day)}.`
      return [
        `The payment of ${formatCents(BigInt(cents))} of ${what} on the note ${note}, made on ${formatDay(bookedOn)}, is reversed.`,
        ...partsInWords(parts, bookedOn),
        back,
        ...(after.restores
          ? [`From ${formatDay(after.restores)} on, the schedule before the repayment applies again, as a new version.`]
          : []),
        ...(after.isPayoff
          ? ['The note is owed again. The schedule before the payoff applies, as a new version, as if it had gone on.']
          : []),
        ...(after.lateCents
          ? [
              `Interest of ${formatCents(BigInt(after.lateCents))} that fell due with it doesn’t: the principal earns interest as if it had never been paid.`,
            ]
          : []),
        ...(reference ? [`The bank’s reference was ${reference}.`] : []),
      ]
    },
    apply: reverse,
    link: ({ holderId }) =>
      holderId ? href('/profile/admin/holders/:id', { id: holderId }) : href('/profile/admin/register'),
    codes: ledgerCodes,
  },
}
