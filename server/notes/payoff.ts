import type { Transaction } from 'kysely'
import { href } from 'react-router'
import { isIn, openStates } from '../../rules/note-states.ts'
import { isBusinessDay, nextBusinessDay } from '../../rules/notes/calendar.ts'
import { type Day, formatDay } from '../../rules/notes/days.ts'
import { formatCents, sumCents } from '../../rules/notes/money.ts'
import { type MoneyPart, partsInWords } from '../../rules/notes/parts-in-words.ts'
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
import {
  againInText,
  againInWords,
  applyChange,
  type BookedAgain,
  moneyParts,
  type Plan,
  planChange,
} from './change-books.ts'
import { requirePayable } from './held-payments.ts'
import { notifyMembers } from './note-news.ts'
import { assertHeld, lockNote, type NoteRow, nameOfHolder, readNote } from './note-row.ts'
import { paidBefore } from './payments.ts'
import { assertReason, assertReference } from './validate.ts'

interface PayoffContent {
  note: string
  holder: string
  day: string
  cents: string
  reference: string
  reason: string
  /** Of `cents`; requests of earlier versions have none. */
  parts?: MoneyPart[]
  /** What is booked again because it is recorded after later entries. */
  again?: BookedAgain
}

const kind = 'note.payoff'

/** Also one that was paid otherwise since, and what came back of one that was renewed. */
const payoffStates = [...openStates, 'paid', 'renewed'] as const

/**
 * Asks to record that a note has been paid off in full: early, or late. Principal, what is due and unpaid, what has
 * accrued since the last due date, and past maturity the interest on what was unpaid. A second person confirms it.
 * @param payoff the day it was paid ('YYYY-MM-DD'), the bank's reference, and why
 * @returns the approval's id
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; NOTE_STATE; NOTE_REFERENCE, NOTE_REASON,
 *   PAYOFF_BEFORE_ISSUE, TRANSFER_DAY, PAYOFF_AHEAD where interest was paid ahead of its day, PAYOFF_AHEAD_BEFORE_TRANSFER where the holder
 *   before got it, PAYOFF_CLOSED on a day that is no business day, NOTE_DAY_AHEAD; LATER_PAYMENT, as `planChange`;
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
    if (!isIn(payoffStates, note.state)) throw new PortalError('NOTE_STATE')
    await requirePayable(tx, note.holder_id)
    await assertHeld(tx, note, day, paidBefore)
    const plan = await planPayoff(tx, note, note.id, day)
    const { again } = plan
    if (!isBusinessDay(day)) {
      const next = formatDay(nextBusinessDay(day))
      const sentence = `Banks are closed on ${formatDay(day)}, so no note is paid off then. The next business day is ${next}.`
      throw new PortalError('PAYOFF_CLOSED', { sentence })
    }
    const holder = await nameOfHolder(tx, note.holder_id)
    const total = totalOf(plan)
    if (total === 0n) throw new PortalError('NOTE_STATE')
    const content: PayoffContent = {
      note: note.number,
      holder,
      day,
      cents: String(total),
      reference,
      reason,
      parts: moneyParts(plan),
      ...(again.dues.length + again.payments.length > 0 && { again }),
    }
    return askForApproval(tx, actor, {
      kind,
      subjectId: note.id,
      holderId: note.holder_id,
      content,
      summary: `Payoff of ${note.number}, ${formatCents(total)} on ${formatDay(day)}`,
    })
  })
}

/**
 * @param id of the payoff
 * @returns what a payoff on a day comes to
 * @throws PortalError as `planChange`
 */
function planPayoff(tx: Transaction<Database>, note: NoteRow, id: string, day: Day): Promise<Plan> {
  return planChange(tx, note, { kind: 'add', event: { kind: 'payoff', id: `payoff:${id}`, day } })
}

const totalOf = ({ settles }: Plan) => sumCents(settles.map(({ cents }) => cents))

async function payOff(
  tx: Transaction<Database>,
  actor: Actor,
  { id, subjectId, content }: AskedApproval<PayoffContent>,
): Promise<void> {
  const { day, cents, reference, reason, again } = content
  const note = await lockNote(tx, subjectId, payoffStates)
  await requirePayable(tx, note.holder_id)
  const plan = await planPayoff(tx, note, id, day)
  if (String(totalOf(plan)) !== cents || againInText(plan.again) !== againInText(again))
    throw new PortalError('PAYMENT_CHANGED')
  await applyChange(tx, plan, { approvalId: id, reference, closeReason: reason })
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
    describe: ({ note, holder, day, cents, reference, reason, parts = [], again }) => [
      `The note ${note} of ${holder} was paid off in full on ${formatDay(day)}: ${formatCents(BigInt(cents))}, with all interest to that day.`,
      ...partsInWords(parts, day),
      `The reason: ${reason}`,
      `The bank’s reference is ${reference}.`,
      ...againInWords(again),
    ],
    apply: payOff,
    together: { nouns: ['payoff', 'payoffs'], line: moneyLine, unlike: unlikeBy(({ reason }) => [reason]) },
    link: ({ subjectId }) => href('/profile/admin/register/notes/:id', { id: subjectId }),
    codes: ledgerCodes,
  },
}
