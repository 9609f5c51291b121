import type { Transaction } from 'kysely'
import { href } from 'react-router'
import { type Day, formatDay } from '../../../rules/days.ts'
import { formatCents } from '../../../rules/money.ts'
import type { Work } from '../../../server/access/perform.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import type { RequestedApproval } from '../../approvals/server/approval-kind.ts'
import { type Requested, requestCommand } from '../../approvals/server/request-command.ts'
import { assertPastDay } from '../../ledger/server/assert-day.ts'
import { ledgerCodes } from '../../ledger/server/post-entry.ts'
import { isIn, repayableStates } from '../note-states.ts'
import { principalAfter } from '../part-repayment.ts'
import { repayPartCommand } from '../payment.commands.ts'
import { againInText, againInWords, type BookedAgain } from './booked-again.ts'
import { applyChange, type Plan, planChange } from './change-books.ts'
import { postDueInterest } from './due-interest.ts'
import { requirePayable } from './held-payments.ts'
import { notifyMembers } from './note-news.ts'
import { assertHeld, lockNote, type NoteRow, nameOfHolder, readNote } from './note-row.ts'
import { readLines } from './outstanding.ts'
import { moneyLine, remarksBy, unusualShort } from './payment-batches.ts'
import { paidBefore } from './payments.ts'
import { assertReturn, cameBackInWords } from './validate.ts'

interface RepaymentContent {
  note: string
  holder: string
  due: string
  day: string
  cents: string
  left: string
  reference: string
  /** Day of the return. */
  returned?: string
  /** Later entries that are rebooked. */
  again?: BookedAgain
}

function planRepayment(
  tx: Transaction<Database>,
  note: NoteRow,
  { id, due, day, amount, returned }: { id: string; due: Day; day: Day; amount: bigint; returned: Day | undefined },
): Promise<Plan> {
  const event = { kind: 'repayment', id: `repayment:${id}`, day, due, cents: amount } as const
  return planChange(tx, note, { kind: 'add', event, returned })
}

async function repay(
  { tx, actor, refuse, audit }: Work<typeof repayPartCommand>,
  { id, subjectId, content }: RequestedApproval<RepaymentContent>,
): Promise<void> {
  const { due, day, cents, left, reference, returned, again } = content
  const note = await lockNote(tx, subjectId, repayableStates)
  await requirePayable(tx, note.holderId)
  await postDueInterest(tx, note, fundDay())
  const plan = await planRepayment(tx, note, { id, due, day, amount: BigInt(cents), returned })
  const { lines } = plan.until ?? plan.after
  const isSame = String(principalAfter(lines, due)) === left
  if (!isSame || againInText(plan.again) !== againInText(again)) throw refuse('PAYMENT_CHANGED')
  await applyChange(tx, plan, { approvalId: id, reference })
  await audit('note.part_repaid', note.id, {
    number: note.number,
    due,
    day,
    cents,
    left,
    reference,
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
 * Requests a part repayment of a note's principal as of a due date. Once approved, a new version of the schedule has
 * interest on the remaining principal from that date. The earlier version stays.
 */

export const requestPartRepayment = requestCommand(repayPartCommand, {
  async ask({ tx, refuse }, noteId, { amount, reference, ...typed }): Promise<Requested<RepaymentContent>> {
    const note = await readNote(tx, noteId)
    if (note.state === 'transferred') throw refuse('NOTE_TRANSFERRED')
    if (!isIn(repayableStates, note.state)) throw refuse('NOTE_STATE')
    await requirePayable(tx, note.holderId)
    const lines = await readLines(tx, note)
    const due = typed.due || lines.findLast(({ due }) => due <= fundDay())?.due
    const line = lines.find(each => each.due === due)
    if (!due || !line) throw refuse('REPAYMENT_DAY')
    const day = assertPastDay(line.pay)
    const returned = assertReturn(typed.returned, day)
    await assertHeld(tx, note, day, paidBefore)
    const { after, until = after, again } = await planRepayment(tx, note, { id: note.id, due, day, amount, returned })
    const content: RepaymentContent = {
      note: note.number,
      holder: await nameOfHolder(tx, note.holderId),
      due,
      day,
      cents: String(amount),
      left: String(principalAfter(until.lines, due)),
      reference,
      ...(returned && { returned }),
      ...(again.dues.length + again.payments.length > 0 && { again }),
    }
    return {
      subjectId: note.id,
      holderId: note.holderId,
      content,
      summary: `Repayment of ${formatCents(amount)} of the principal of ${note.number} on ${formatDay(due)}`,
    }
  },
  title: 'Repayment of part of the principal',
  describe: ({ note, holder, due, day, cents, left, reference, returned, again }) => [
    `${formatCents(BigInt(cents))} of the principal of the note ${note} of ${holder} was repaid on ${formatDay(day)}.`,
    ...cameBackInWords(returned),
    `From its due date, ${formatDay(due)}, interest runs on the ${formatCents(BigInt(left))} that are left. The note gets a new schedule; the earlier one stays on record.`,
    `The bank’s reference is ${reference}.`,
    ...againInWords(again),
  ],
  apply: repay,
  batch: {
    nouns: ['repayment', 'repayments'],
    line: moneyLine,
    remarks: remarksBy<RepaymentContent>(unusualShort, ({ left }) => [
      `${formatCents(BigInt(left))} of principal is left`,
    ]),
  },
  link: ({ subjectId }) => href('/profile/admin/register/notes/:id', { id: subjectId }),
  codes: ledgerCodes,
})
