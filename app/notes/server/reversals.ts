import type { Transaction } from 'kysely'
import { href } from 'react-router'
import { formatDay } from '../../../rules/days.ts'
import { formatCents } from '../../../rules/money.ts'
import { assertId } from '../../../server/access/ids.ts'
import type { Work } from '../../../server/access/perform.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { RequestedApproval } from '../../approvals/server/approval-kind.ts'
import { type Requested, requestCommand } from '../../approvals/server/request-command.ts'
import { assertPastDay } from '../../ledger/server/assert-day.ts'
import { ledgerCodes } from '../../ledger/server/post-entry.ts'
import type { Part } from '../allot.ts'
import type { ReversalReason } from '../note-records.ts'
import { type MoneyPart, partsInWords } from '../parts-in-words.ts'
import { reversePaymentCommand } from '../payment.commands.ts'
import type { NoteEvent } from '../replay.ts'
import { againInText, againInWords, type BookedAgain } from './booked-again.ts'
import { applyChange, type Change, moneyParts, type Plan, planChange } from './change-books.ts'
import { notifyMembers } from './note-news.ts'
import { lockNote, readNote } from './note-row.ts'
import { findPayment } from './reversible.ts'

interface ReversalContent {
  noteId: string
  note: string
  day: string
  why: ReversalReason
  /** Day of the payment. */
  bookedOn: string
  /** Amount that left the bank, and the tax withheld, if any. */
  cents: string
  withheld?: string
  reference: string | null
  what: 'interest' | 'principal' | 'interest and principal'
  /** Due date of a part repayment, from which the prior schedule applies again. */
  restores?: string
  /** The reversal is of the payment's return. */
  isReturn?: true
  /** The payment was a payoff: the note is owed again, by the schedule before it. */
  isPayoff?: true
  /** Interest that no longer falls due with the payment: the principal accrues as if never paid. */
  lateCents?: string
  /** The part of it paid by another payment, which stays paid. */
  lateKept?: string
  /** Of both; missing in requests of earlier versions. */
  parts?: MoneyPart[]
  /** Entries that are rebooked. */
  again?: BookedAgain
}

type PaidEvent = Extract<NoteEvent, { kind: 'payment' | 'payoff' | 'repayment' }>

/** @returns a reversal's effect, the payment and its first entry; for a return, the return's entry and recorded day */
async function planReversal(
  tx: Transaction<Database>,
  entryId: string,
  why: ReversalReason,
  day = '',
  isLocked = false,
): Promise<{
  plan: Plan
  event: PaidEvent
  withheld: bigint
  reference: string | null
  subjectId: string
  cameBack: string | undefined
}> {
  const { noteId, payment, isReturn } = await findPayment(tx, entryId)
  const note = isLocked ? await lockNote(tx, noteId) : await readNote(tx, noteId)
  const change: Change = isReturn
    ? { kind: 'unreturn', payment }
    : why === 'returned'
      ? { kind: 'return', payment, day }
      : { kind: 'remove', payment }
  const plan = await planChange(tx, note, change)
  const returned = isReturn ? plan.books.returned.get(payment) : undefined
  const booked = returned ?? plan.books.payments.get(payment)
  const [subjectId] = returned?.returnIds ?? booked?.entryIds ?? []
  if (!booked || !subjectId) throw new PortalError('LEDGER_REVERSED')
  const { event, withheld, reference } = booked
  return { plan, event: event as PaidEvent, withheld, reference, subjectId, cameBack: returned?.day }
}

/** @returns late interest that fell due with a returned payment and was paid, in cents; undefined if none */
function keptOf({ after }: Plan, { booked }: PaidEvent): string | undefined {
  const kept = after.lines.find(({ n }) => n === booked?.added?.n)
  return kept && String(kept.interest)
}

function whatOf(parts: readonly Part[]): ReversalContent['what'] {
  const kinds = new Set(parts.map(({ kind }) => kind))
  if (kinds.size > 1) return 'interest and principal'
  return kinds.has('interest') ? 'interest' : 'principal'
}

const notices = {
  returned: 'note-payment-returned',
  mistake: 'note-payment-corrected',
  again: 'note-payment-rebooked',
} as const

async function reverse(
  { tx, actor, refuse, audit }: Work<typeof reversePaymentCommand>,
  { id, subjectId, content }: RequestedApproval<ReversalContent>,
): Promise<void> {
  const { day, why, cents, lateKept, again } = content
  const { plan, event, withheld } = await planReversal(tx, subjectId, why, day, true)
  if ((event.cents ?? 0n) - withheld !== BigInt(cents)) throw refuse('LEDGER_REVERSED')
  if (againInText(plan.again) !== againInText(again) || keptOf(plan, event) !== lateKept)
    throw refuse('PAYMENT_CHANGED')
  const { note } = plan
  await applyChange(tx, plan, { approvalId: id })
  await audit('payment.reversed', note.id, {
    number: note.number,
    day,
    why,
    entry_id: subjectId,
    cents,
    approval_id: id,
  })
  await notifyMembers(tx, { kind: notices[why], noteId: note.id, holderId: note.holderId, by: actor })
}

/**
 * Requests reversal of a payment that was returned or recorded by mistake. Each entry is mirrored, on the day of the
 * return or, for a mistake, on its own day; the entries stay. Later events are recalculated.
 */

export const requestReversal = requestCommand(reversePaymentCommand, {
  async ask({ tx, refuse }, entryId, { why, day }): Promise<Requested<ReversalContent>> {
    const id = assertId(entryId)
    const returnedOn = why === 'returned' ? assertPastDay(day) : undefined
    const { plan, event, withheld, reference, subjectId, cameBack } = await planReversal(tx, id, why, returnedOn)
    const { note } = plan
    if (returnedOn && returnedOn < event.day) throw refuse('REVERSAL_BEFORE_PAYMENT')
    const { again } = plan
    const cents = (event.cents ?? 0n) - withheld
    const content: ReversalContent = {
      noteId: note.id,
      note: note.number,
      day: cameBack ?? returnedOn ?? event.day,
      why: cameBack ? 'mistake' : why,
      bookedOn: event.day,
      cents: String(cents),
      ...(withheld > 0n && { withheld: String(withheld) }),
      reference,
      what: whatOf(event.booked?.parts ?? []),
      parts: moneyParts(plan),
      ...(cameBack && { isReturn: true as const }),
      ...(event.kind === 'repayment' && { restores: event.due }),
      ...(event.kind === 'payoff' && { isPayoff: true as const }),
      ...(event.kind === 'payment' && event.booked?.added && { lateCents: String(event.booked.added.interest) }),
      ...(keptOf(plan, event) && { lateKept: keptOf(plan, event) }),
      ...(again.dues.length + again.payments.length > 0 && { again }),
    }
    return {
      // The same for all entries of the payment, so that it has one open request.
      subjectId,
      holderId: note.holderId,
      content,
      summary: `Reverse ${cameBack ? 'the return of ' : ''}the payment of ${formatCents(cents)} on ${note.number}, made on ${formatDay(event.day)}`,
    }
  },
  // Waits while the payment is being reversed, and then fails.
  async recheck({ tx }, entryId) {
    await findPayment(tx, entryId)
  },
  title: 'Reversal',
  describe: ({ note, day, why, bookedOn, cents, reference, what, parts = [], ...after }) => {
    if (after.isReturn)
      return [
        `That the payment of ${formatCents(BigInt(cents))} of ${what} on the note ${note}, made on ${formatDay(bookedOn)}, came back on ${formatDay(day)} was recorded by mistake. The payment stands.`,
        ...partsInWords(parts, bookedOn),
        ...againInWords(after.again),
        ...(reference ? [`The bank’s reference was ${reference}.`] : []),
      ]
    const back = {
      returned: `It came back on ${formatDay(day)}.`,
      mistake: 'It was recorded by mistake. The correction is dated as the payment was.',
      again:
        'It was made, and is reversed only to be recorded again after something earlier. The correction is dated as the payment was. Until it’s recorded again, it counts as unpaid.',
    }[why]
    return [
      `The payment of ${formatCents(BigInt(cents))} of ${what} on the note ${note}, made on ${formatDay(bookedOn)}, is reversed.`,
      ...(after.withheld
        ? [
            `So is the ${formatCents(BigInt(after.withheld), true)} of tax that was withheld of it: it is no longer to be deposited.`,
          ]
        : []),
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
      ...(after.lateKept
        ? [
            `${formatCents(BigInt(after.lateKept), true)} of that interest was paid with another payment. That stays interest, and comes off what the principal earns.`,
          ]
        : []),
      ...againInWords(after.again),
      ...(reference ? [`The bank’s reference was ${reference}.`] : []),
    ]
  },
  apply: reverse,
  link: ({ holderId }) =>
    holderId ? href('/profile/admin/holders/:id', { id: holderId }) : href('/profile/admin/register'),
  codes: ledgerCodes,
})
