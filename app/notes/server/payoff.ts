import type { Transaction } from 'kysely'
import { href } from 'react-router'
import { isBusinessDay, nextBusinessDay } from '../../../rules/business-days.ts'
import { type Day, formatDay } from '../../../rules/days.ts'
import { type Cents, formatCents, sumCents } from '../../../rules/money.ts'
import type { Work } from '../../../server/access/perform.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { RequestedApproval } from '../../approvals/server/approval-kind.ts'
import { type Requested, requestCommand } from '../../approvals/server/request-command.ts'
import { assertPastDay } from '../../ledger/server/assert-day.ts'
import { ledgerCodes } from '../../ledger/server/post-entry.ts'
import { isIn, openStates } from '../note-states.ts'
import { type MoneyPart, partsInWords } from '../parts-in-words.ts'
import { recordPayoffCommand } from '../payment.commands.ts'
import { againInText, againInWords, type BookedAgain } from './booked-again.ts'
import { applyChange, moneyParts, type Plan, planChange } from './change-books.ts'
import { requirePayable } from './held-payments.ts'
import { notifyMembers } from './note-news.ts'
import { assertHeld, lockNote, type NoteRow, nameOfHolder, readNote } from './note-row.ts'
import { moneyLine, remarksBy, unusualShort, withheldShort } from './payment-batches.ts'
import { interestOf, paidBefore } from './payments.ts'
import { assertReturn, cameBackInWords } from './validate.ts'
import { type WithheldContent, withheldContent, withheldInWords } from './withholding.ts'

interface PayoffContent extends WithheldContent {
  note: string
  holder: string
  day: string
  /** Amount that left the bank. */
  cents: string
  reference: string
  reason: string
  /** Day of the return. */
  returned?: string
  /** Of `cents` plus withheld tax; missing in requests of earlier versions. */
  parts?: MoneyPart[]
  /** Later entries that are rebooked. */
  again?: BookedAgain
}

/** Includes notes paid otherwise since, and returned payments of a renewed note. */
const payoffStates = [...openStates, 'paid', 'renewed'] as const

/**
 * @param payoff its id, its day, and tax withheld of its interest, in cents
 * @returns the effect of a payoff on a day
 */
function planPayoff(
  tx: Transaction<Database>,
  note: NoteRow,
  { id, day, withheld, returned }: { id: string; day: Day; withheld: bigint; returned?: Day | undefined },
): Promise<Plan> {
  const event = { kind: 'payoff', id: `payoff:${id}`, day } as const
  return planChange(tx, note, { kind: 'add', event, withheld, returned })
}

/** @returns the payoff amount on a day, in cents; undefined if it would be refused */
export async function payoffOn(tx: Transaction<Database>, noteId: string, day: Day): Promise<Cents | undefined> {
  if (!isBusinessDay(day)) return undefined
  try {
    return totalOf(await planPayoff(tx, await readNote(tx, noteId), { id: noteId, day, withheld: 0n }))
  } catch (error) {
    if (error instanceof PortalError) return undefined
    throw error
  }
}

const totalOf = ({ settles }: Plan) => sumCents(settles.map(({ cents }) => cents))

async function payOff(
  { tx, actor, refuse, audit }: Work<typeof recordPayoffCommand>,
  { id, subjectId, content }: RequestedApproval<PayoffContent>,
): Promise<void> {
  const { day, cents, reference, reason, returned, again } = content
  const withheld = BigInt(content.withheld ?? 0)
  const note = await lockNote(tx, subjectId, payoffStates)
  await requirePayable(tx, note.holderId)
  const plan = await planPayoff(tx, note, { id, day, withheld, returned })
  if (totalOf(plan) - withheld !== BigInt(cents) || againInText(plan.again) !== againInText(again))
    throw refuse('PAYMENT_CHANGED')
  await applyChange(tx, plan, { approvalId: id, reference, closeReason: reason })
  await audit('note.paid_off', note.id, {
    number: note.number,
    day,
    cents,
    ...(withheld > 0n && { withheld: String(withheld) }),
    reference,
    reason,
    ...(returned && { returned }),
    approval_id: id,
  })
  await notifyMembers(tx, {
    kind: returned ? 'note-payment-returned' : 'note-paid',
    noteId: note.id,
    holderId: note.holderId,
    by: actor,
  })
}

/**
 * Requests an early or late payoff: principal, what is due and unpaid, interest accrued since the last due date, and
 * after maturity the interest on what was unpaid.
 */

export const requestPayoff = requestCommand<typeof recordPayoffCommand, PayoffContent>(recordPayoffCommand, {
  async ask(
    { tx, refuse },
    noteId,
    { reference, reason, withheld, confirmedWithheld: confirmed, ...typed },
  ): Promise<Requested<PayoffContent>> {
    const day = assertPastDay(typed.day)
    const returned = assertReturn(typed.returned, day)
    const note = await readNote(tx, noteId)
    if (note.state === 'transferred') throw refuse('NOTE_TRANSFERRED')
    if (!isIn(payoffStates, note.state)) throw refuse('NOTE_STATE')
    await requirePayable(tx, note.holderId)
    await assertHeld(tx, note, day, paidBefore)
    const plan = await planPayoff(tx, note, { id: note.id, day, withheld, returned })
    const { again } = plan
    if (!isBusinessDay(day)) {
      const next = formatDay(nextBusinessDay(day))
      const sentence = `Banks are closed on ${formatDay(day)}, so no note is paid off then. The next business day is ${next}.`
      throw refuse('PAYOFF_CLOSED', { sentence })
    }
    const holder = await nameOfHolder(tx, note.holderId)
    const total = totalOf(plan) - withheld
    const tax = await withheldContent(tx, note.holderId, { day, withheld, interest: interestOf(plan), confirmed })
    const content: PayoffContent = {
      note: note.number,
      holder,
      day,
      cents: String(total),
      reference,
      reason,
      ...(returned && { returned }),
      ...tax,
      parts: moneyParts(plan),
      ...(again.dues.length + again.payments.length > 0 && { again }),
    }
    return {
      subjectId: note.id,
      holderId: note.holderId,
      content,
      summary: `Payoff of ${note.number}, ${formatCents(total)} on ${formatDay(day)}${withheld > 0n ? `, with ${formatCents(withheld)} withheld` : ''}`,
    }
  },
  title: 'Payoff of a note',
  describe: ({ note, holder, day, cents, reference, reason, returned, parts = [], again, ...tax }) => [
    `The note ${note} of ${holder} was paid off in full on ${formatDay(day)}: ${formatCents(BigInt(cents))}, with all interest to that day.`,
    ...withheldInWords(cents, tax),
    ...cameBackInWords(returned),
    ...partsInWords(parts, day),
    `The reason: ${reason}`,
    `The bank’s reference is ${reference}.`,
    ...againInWords(again),
  ],
  apply: payOff,
  batch: {
    nouns: ['payoff', 'payoffs'],
    line: moneyLine,
    remarks: remarksBy<PayoffContent>(unusualShort, content => [content.reason, ...withheldShort(content)]),
  },
  link: ({ subjectId }) => href('/profile/admin/register/notes/:id', { id: subjectId }),
  codes: ledgerCodes,
})
