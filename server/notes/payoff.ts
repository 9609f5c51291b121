import type { Transaction } from 'kysely'
import { href } from 'react-router'
import { isBusinessDay, nextBusinessDay } from '../../rules/notes/calendar.ts'
import { addDays, type Day, formatDay } from '../../rules/notes/days.ts'
import { countDays } from '../../rules/notes/interest.ts'
import { formatCents, sumCents } from '../../rules/notes/money.ts'
import { principalAfter } from '../../rules/notes/part-repayment.ts'
import { type MoneyPart, partsInWords, payoffParts } from '../../rules/notes/parts-in-words.ts'
import { payoffQuote } from '../../rules/notes/payoff.ts'
import type { NoteTerms } from '../../rules/notes/schedule.ts'
import { canTake, noteSteps } from '../../rules/workflows.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { asAdministrator } from '../access/roles.ts'
import type { ApprovalKinds, AskedApproval } from '../approvals/approval-kind.ts'
import { askForApproval } from '../approvals/ask-for-approval.ts'
import type { Database } from '../database/types.ts'
import { assertPastDay } from '../ledger/assert-day.ts'
import { ledgerCodes } from '../ledger/post-entry.ts'
import { PortalError } from '../platform/portal-error.ts'
import { moneyLine, unlikeBy } from './approved-together.ts'
import { requirePayable } from './held-payments.ts'
import { freshLineNumber, lateLine } from './late-interest.ts'
import { notifyMembers } from './note-news.ts'
import { lockNote, type NoteRow, nameOfHolder, principalOwed, readNote, termsOf } from './note-row.ts'
import { type LineStatus, readDue, readLines } from './outstanding.ts'
import { postPayment } from './payments.ts'
import { assertReason, assertReference } from './validate.ts'
import { type NewLine, toNewLine, writeSchedule } from './write-schedule.ts'

interface PayoffContent {
  note: string
  holder: string
  day: string
  cents: string
  reference: string
  reason: string
  /** Of `cents`; requests of earlier versions have none. */
  parts?: MoneyPart[]
}

const kind = 'note.payoff'

/** The keys of a payoff's entries begin with it. */
export const payoffKey = 'payoff:'

/**
 * Asks to record that a note has been paid off in full: early, or late. Principal, what is due and unpaid, what has
 * accrued since the last due date, and past maturity the interest on what was unpaid. A second person confirms it.
 * @param payoff the day it was paid ('YYYY-MM-DD'), the bank's reference, and why
 * @returns the approval's id
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; NOTE_STATE; NOTE_REFERENCE, NOTE_REASON,
 *   NOTE_DAY_INVALID where something due later is in the books, PAYOFF_AHEAD where interest was paid ahead of its day,
 *   PAYOFF_AHEAD_BEFORE_TRANSFER where the holder before got it, PAYOFF_CLOSED on a day that is no business day, NOTE_DAY_AHEAD;
 *   TAX_PAYMENT_HELD for a foreign holder; NOBODY_TO_APPROVE, APPROVAL_OPEN
 */
export async function requestPayoff(
  actor: Actor,
  noteId: string,
  payoff: { day: string; reference: string; reason: string },
): Promise<string> {
  const day = assertPastDay(payoff.day)
  const reference = assertReference(payoff.reference)
  const reason = assertReason(payoff.reason)
  return asAdministrator(actor, async tx => {
    const note = await readNote(tx, noteId)
    if (!canTake(noteSteps.payOff, note.state)) throw new PortalError('NOTE_STATE')
    await requirePayable(tx, note.holder_id)
    const { total, parts } = await finalLines(tx, note, day)
    if (!isBusinessDay(day)) {
      const next = formatDay(nextBusinessDay(day))
      const sentence = `Banks are closed on ${formatDay(day)}, so no note is paid off then. The next business day is ${next}.`
      throw new PortalError('PAYOFF_CLOSED', { sentence })
    }
    const holder = await nameOfHolder(tx, note.holder_id)
    const content: PayoffContent = { note: note.number, holder, day, cents: String(total), reference, reason, parts }
    return askForApproval(tx, actor, {
      kind,
      subjectId: note.id,
      holderId: note.holder_id,
      content,
      summary: `Payoff of ${note.number}, ${formatCents(total)} on ${formatDay(day)}`,
    })
  })
}

interface Final {
  lines: NewLine[]
  /** What settles the note, in cents. */
  total: bigint
  parts: MoneyPart[]
}

/**
 * @returns the schedule of a note that is paid off on a day: what was due until then, and a last period up to that day
 * @throws PortalError NOTE_DAY_INVALID where something due later is in the books, or the note wasn't issued yet
 */
async function finalLines(tx: Transaction<Database>, note: NoteRow, day: Day): Promise<Final> {
  const lines = await readLines(tx, note)
  const later = lines.filter(line => line.due > day)
  if (later.some(({ isPosted, paid }) => paid > 0n && !isPosted)) throw new PortalError('PAYOFF_AHEAD')
  const isBooked = later.some(({ isPosted, paid }) => isPosted || paid > 0n)
  if (isBooked || !note.issue_date || day <= note.issue_date) throw new PortalError('NOTE_DAY_INVALID')
  const kept = lines.filter(line => line.due <= day).map(toNewLine)
  const terms = termsOf(note, note.issue_date)
  const owed = await principalOwed(tx, note.id)
  const open = { terms, lines, owed, defaultRateBp: note.default_rate_bp }
  const { accrued, late, total } = payoffQuote(open, day)
  const [next] = later
  // What was paid ahead, to the holder before this one, would accrue once more.
  if (next && accrued > 0n && (next.start > day || next.interest === 0n)) throw paidToHolderBefore(next, day)
  const n = await freshLineNumber(tx, note.id)
  // Of a note that came by transfer, no earlier line is there to have the principal.
  const isFirstDay = kept.length === 0 && next && next.start >= day
  const last = next
    ? lastPeriod(terms, { n, start: isFirstDay ? addDays(day, -1) : next.start }, day, accrued)
    : late > 0n
      ? lateLine(terms, n, day, late)
      : undefined
  const all = last ? [...kept, last] : kept
  // Principal that isn't due yet is due with the last line.
  const running = principalAfter(lines, day)
  const due = all.map((line, i) =>
    i === all.length - 1 ? { ...line, principalCents: line.principalCents + running } : line,
  )
  return { lines: due, total, parts: payoffParts(open, day) }
}

/** That payment belongs to a note that is closed, and stays with the holder before: no reversal makes a payoff possible. */
function paidToHolderBefore({ start, due }: LineStatus, day: Day): PortalError {
  const from = formatDay(start > day ? start : due)
  const sentence = `Interest until ${from} was paid ahead, to the holder before this one. This note can be paid off from ${from} on.`
  return new PortalError('PAYOFF_AHEAD_BEFORE_TRANSFER', { sentence })
}

/** @returns the part of a period up to a day; undefined on its first day */
function lastPeriod(
  { dayCount }: NoteTerms,
  { n, start }: Pick<NewLine, 'n' | 'start'>,
  day: Day,
  interestCents: bigint,
) {
  if (start >= day) return undefined
  return { ...lineOf(n, start, day, countDays(start, day, dayCount)), interestCents }
}

function lineOf(n: number, start: Day, due: Day, days: number): NewLine {
  return { n, start, due, pay: due, days: Math.max(days, 1), isStub: true, interestCents: 0n, principalCents: 0n }
}

async function payOff(
  tx: Transaction<Database>,
  actor: Actor,
  { id, subjectId, content }: AskedApproval<PayoffContent>,
): Promise<void> {
  const { day, cents, reference, reason } = content
  const note = await lockNote(tx, subjectId, noteSteps.payOff.from)
  await requirePayable(tx, note.holder_id)
  const final = await finalLines(tx, note, day)
  if (final.total !== BigInt(cents)) throw new PortalError('PAYMENT_CHANGED')
  const version = note.version + 1
  await writeSchedule(tx, note, version, final.lines)
  await tx.updateTable('notes').set({ version }).where('id', '=', note.id).execute()
  const settling = { ...note, version }
  const settled = await readDue(tx, settling, day)
  if (sumCents(settled.map(each => each.cents)) !== BigInt(cents)) throw new PortalError('PAYMENT_CHANGED')
  const payment = { day, reference, key: `${payoffKey}${id}`, approvalId: id, closeReason: reason }
  await postPayment(tx, settling, { settled, late: undefined }, payment)
  await audit(tx, actor, 'note.paid_off', note.id, {
    number: note.number,
    day,
    cents,
    reference,
    reason,
    approval_id: id,
  })
  await notifyMembers(tx, { kind: 'note-paid', noteId: note.id, holderId: note.holder_id, by: actor })
}

export const payoffApprovals: ApprovalKinds<PayoffContent> = {
  [kind]: {
    title: 'Payoff of a note',
    describe: ({ note, holder, day, cents, reference, reason, parts = [] }) => [
      `The note ${note} of ${holder} was paid off in full on ${formatDay(day)}: ${formatCents(BigInt(cents))}, with all interest to that day.`,
      ...partsInWords(parts, day),
      `The reason: ${reason}`,
      `The bank’s reference is ${reference}.`,
    ],
    apply: payOff,
    together: { nouns: ['payoff', 'payoffs'], line: moneyLine, unlike: unlikeBy(({ reason }) => [reason]) },
    link: ({ subjectId }) => href('/profile/admin/register/notes/:id', { id: subjectId }),
    codes: ledgerCodes,
  },
}
