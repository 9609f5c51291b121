import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { href } from 'react-router'
import type { ValuesOf } from '../../../rules/commands/command.ts'
import { type Day, formatDay } from '../../../rules/days.ts'
import { formatCents, sumCents } from '../../../rules/money.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { type Work, workOf } from '../../../server/access/perform.ts'
import type { ConstraintCodes } from '../../../server/database/errors.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { RequestedApproval } from '../../approvals/server/approval-kind.ts'
import { askForApproval } from '../../approvals/server/ask-for-approval.ts'
import { type Requested, requestCommand } from '../../approvals/server/request-command.ts'
import { assertPastDay } from '../../ledger/server/assert-day.ts'
import { ledgerCodes } from '../../ledger/server/post-entry.ts'
import { isIn, payableStates } from '../note-states.ts'
import { type MoneyPart, partsInWords } from '../parts-in-words.ts'
import { recordPaymentCommand } from '../payment.commands.ts'
import { unusualPaymentDay } from '../unusual-days.ts'
import { againInText, againInWords, type BookedAgain } from './booked-again.ts'
import { baseOf } from './books.ts'
import { applyChange, type Plan, planChange } from './change-books.ts'
import { requirePayable } from './held-payments.ts'
import { notifyMembers } from './note-news.ts'
import { assertHeld, lockNote, type NoteRow, nameOfHolder, readNote } from './note-row.ts'
import { bankPages, moneyLine, remarksOnPayments } from './payment-batches.ts'
import { assertReturn, assertUsualDay, cameBackInWords } from './validate.ts'
import { type WithheldContent, withheldContent, withheldInWords } from './withholding.ts'

/** A payment on a note, as its command has it; amounts are cents. */
export interface Payment extends Partial<ValuesOf<typeof recordPaymentCommand>> {
  day: string
  /** Amount that left the bank. */
  amount: bigint
  reference: string
  /** The bank line that shows it. */
  bank?: BankSource
  /** Requested with others: refused if a pending payment settles the same, which would fail the whole batch. */
  isOneOfMany?: boolean
}

interface BankSource {
  lineId: string
  listId: string
  /** The list's file and line number. */
  list: string
  line: number
}

interface PaymentContent extends WithheldContent {
  noteId: string
  note: string
  holder: string
  day: string
  /** Amount that left the bank. */
  cents: string
  reference: string
  /** Bank's fee for the wire, in cents: not part of the payment, and in no account. */
  fee?: string
  /** Day of the return. */
  returned?: string
  /** Its allocation when it was requested. */
  settles: { n: number | null; due: string; cents: string }[]
  /**
   * Interest accrued past the last pay date on the principal it settles, which falls due with it; the part paid; and
   * its start, missing in requests of earlier versions.
   */
  late?: { cents: string; paid: string; from?: string }
  /** Later entries that are rebooked. */
  again?: BookedAgain
  bank?: BankSource
}

/** Advice about payments made before a note's transfer. */
export const paidBefore =
  'What was paid before belongs to the note that this one continues. Record it there; where what it paid has moved, reverse the transfer first.'

/** For operations that clear entries by a bank line. */
export const bankLineCodes: ConstraintCodes = {
  ...ledgerCodes,
  bank_line_clears_its_amount: 'BANK_LINE_CLEARED',
  cleared_entries_pkey: 'BANK_LINE_CLEARED',
}

/** `requestPayment` in an administrator's transaction. @returns the approval's id */
export async function askForPayment(
  tx: Transaction<Database>,
  actor: Actor,
  noteId: string,
  payment: Payment,
): Promise<string> {
  const requested = await toRequest(workOf(recordPaymentCommand, tx, actor), noteId, payment)
  return askForApproval(tx, actor, { kind: recordPaymentCommand.name, ...requested })
}

async function toRequest(
  { tx, refuse }: Work<typeof recordPaymentCommand>,
  noteId: string,
  {
    day: typedDay,
    amount,
    withheld = 0n,
    fee = 0n,
    reference,
    confirmedDay,
    confirmedWithheld,
    returned: typedReturn,
    ...from
  }: Payment,
): Promise<Requested<PaymentContent>> {
  const day = assertPastDay(typedDay)
  const returned = assertReturn(typedReturn, day)
  const note = await readNote(tx, noteId)
  if (!isIn(payableStates, note.state)) throw refuse('NOTE_STATE')
  if (note.issueDate && day < note.issueDate) throw refuse('PAYMENT_BEFORE_ISSUE')
  await assertHeld(tx, note, day, paidBefore)
  await requirePayable(tx, note.holderId)
  const { plan, payment } = await planPayment(tx, note, { day, amount, withheld, reference, returned })
  const settles = inContent(plan)
  assertUsualDay(day, unusualPaymentDay(day, duesOf(settles.settles)), confirmedDay)
  const interest = interestOf(plan)
  const tax = await withheldContent(tx, note.holderId, { day, withheld, interest, confirmed: confirmedWithheld })
  const { bank, isOneOfMany } = from
  if (bank || isOneOfMany) await assertNothingPending(tx, note.id, settles.settles)
  const holder = await nameOfHolder(tx, note.holderId)
  const content: PaymentContent = {
    noteId: note.id,
    note: note.number,
    holder,
    day,
    cents: String(amount),
    reference,
    ...(fee > 0n && { fee: String(fee) }),
    ...(returned && { returned }),
    ...settles,
    ...tax,
    ...(bank && { bank }),
  }
  return {
    subjectId: idOf(payment),
    holderId: note.holderId,
    content,
    summary: `Payment of ${formatCents(amount)} on ${note.number}, made on ${formatDay(day)}${withheld > 0n ? `, with ${formatCents(withheld)} withheld` : ''}`,
  }
}

/**
 * Two payments requested together where the second would settle what the first has yet to settle; approved together,
 * they would fail the whole payday.
 */
async function assertNothingPending(
  tx: Transaction<Database>,
  noteId: string,
  settled: PaymentContent['settles'],
): Promise<void> {
  const open = await tx
    .selectFrom('approvals')
    .select('content')
    .where('kind', '=', recordPaymentCommand.name)
    .where('decision', 'is', null)
    .where(sql<string>`content ->> 'noteId'`, '=', noteId)
    .execute()
  const lines = new Set(settled.map(({ n }) => n))
  const isPending = open.some(({ content }) =>
    (content as unknown as PaymentContent).settles.some(({ n }) => lines.has(n)),
  )
  if (isPending) throw new PortalError('PAYMENT_WAITS')
}

/** @returns the interest that a plan's payment settles, in cents */
export function interestOf({ settles }: Plan): bigint {
  return sumCents(settles.filter(({ kind }) => kind === 'interest').map(({ cents }) => cents))
}

function duesOf(settled: readonly { due: string }[]): string[] {
  return settled.map(({ due }) => due)
}

/** @returns a payment's allocation for its approval */
function inContent({ settles, added, again }: Plan): Pick<PaymentContent, 'settles' | 'late' | 'again'> {
  const paidOf = (n: number) => sumCents(settles.filter(part => part.n === n).map(({ cents }) => cents))
  return {
    settles: settles
      .filter(({ n }) => n === null || n !== added?.n)
      .map(({ n, due, cents }) => ({ n, due, cents: String(cents) })),
    ...(added && { late: { cents: String(added.interest), paid: String(paidOf(added.n)), from: added.start } }),
    ...(again.dues.length + again.payments.length > 0 && { again }),
  }
}

/**
 * @returns a payment's effect, and its identifying text: a payment with the same note, day, amount and reference is the
 * same, unless the booked one was reversed
 */
async function planPayment(
  tx: Transaction<Database>,
  note: NoteRow,
  {
    day,
    amount,
    withheld = 0n,
    reference,
    returned,
  }: Pick<Payment, 'day' | 'amount' | 'withheld' | 'reference'> & { returned?: Day | undefined },
): Promise<{ plan: Plan; payment: string }> {
  const hash = createHash('sha256').update(reference.toLowerCase()).digest('hex').slice(0, 32)
  const id = `payment:${note.id}:${day}:${amount}:${hash}`
  const event = { kind: 'payment', id, day, cents: amount + withheld } as const
  const plan = await planChange(tx, note, { kind: 'add', event, withheld, returned })
  const isBooked = [...plan.books.payments.keys()].some(key => baseOf(key) === id)
  if (isBooked) throw new PortalError('PAYMENT_TWICE')
  const before = plan.books.keys.filter(key => baseOf(key) === id).length
  return { plan, payment: `${id}#${before}` }
}

/** @returns a UUID derived from the text, so that a payment has one open request */
export function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

async function record(
  { tx, actor, refuse, audit }: Work<typeof recordPaymentCommand>,
  { id, content }: RequestedApproval<PaymentContent>,
): Promise<void> {
  const { noteId, day, cents, reference, fee, returned, settles, withheld, bank } = content
  const note = await lockNote(tx, noteId, payableStates)
  await requirePayable(tx, note.holderId)
  const { plan, payment } = await planPayment(tx, note, {
    ...{ day, amount: BigInt(cents), withheld: BigInt(withheld ?? 0), reference, returned },
  })
  if (inText(inContent(plan)) !== inText(content)) throw refuse('PAYMENT_CHANGED')
  await applyChange(tx, plan, { approvalId: id, reference })
  if (bank)
    await sql`insert into cleared_entries (entry_id, line_id, cleared_by) select e.id, ${bank.lineId}, ${actor.id}
      from ledger_entries e where e.approval_id = ${id} and starts_with(e.idempotency_key, ${`${payment}#`})`.execute(
      tx,
    )
  await audit('payment.recorded', note.id, {
    number: note.number,
    day,
    cents,
    reference,
    approval_id: id,
    ...(withheld && { withheld }),
    ...(fee && { fee }),
    settles,
    ...(returned && { returned }),
    ...(bank && { bank_line: bank.lineId }),
  })
  await notifyMembers(tx, {
    kind: returned ? 'note-payment-returned' : 'note-paid',
    noteId: note.id,
    holderId: note.holderId,
    by: actor,
  })
}

function inText({ settles, late, again }: Pick<PaymentContent, 'settles' | 'late' | 'again'>): string {
  const parts = settles.map(({ n, cents }) => `${n ?? ''} ${cents}`)
  return [...parts, late ? `${late.cents} ${late.paid}` : '', againInText(again)].join()
}

/** @returns a sentence for the approver about a wire's fee */
function wireFeeInWords(fee: string | undefined): string[] {
  return fee ? [`The bank charged ${formatCents(BigInt(fee), true)} for the wire. It isn’t part of this payment.`] : []
}

/** @returns sentences for the approver about interest that falls due with a payment, and the part paid */
function lateInWords({ cents, paid }: { cents: string; paid: string }): string[] {
  const [due, left] = [BigInt(cents), BigInt(cents) - BigInt(paid)]
  if (left === 0n) return []
  return [
    `Interest of ${formatCents(due)}, which this principal earned after the last payment date, falls due with it. ${formatCents(left)} of that remains due: it isn’t part of this payment.`,
  ]
}

/**
 * Requests a payment that the fund has made. It settles interest, earliest first, and after maturity principal. If
 * nothing is due by its day, it settles the next interest.
 */

export const requestPayment = requestCommand<typeof recordPaymentCommand, PaymentContent>(recordPaymentCommand, {
  ask: toRequest,
  title: 'Payment',
  describe: ({ note, holder, day, cents, reference, fee, returned, settles, late, again, bank, ...tax }) => {
    const parts = settles.map(
      ({ n, due, cents }): MoneyPart => (n === null ? { what: 'principal', cents } : { what: 'interest', due, cents }),
    )
    const paid: MoneyPart[] =
      late && late.paid !== '0' ? [{ what: 'late', from: late.from, to: day, cents: late.paid }] : []
    return [
      `${formatCents(BigInt(cents))} was paid on ${formatDay(day)} on the note ${note} of ${holder}.`,
      ...withheldInWords(cents, tax),
      ...cameBackInWords(returned),
      ...unusualPaymentDay(day, duesOf(settles)),
      ...partsInWords([...parts, ...paid], day),
      ...(late ? lateInWords(late) : []),
      ...againInWords(again),
      `The bank’s reference is ${reference}.`,
      ...wireFeeInWords(fee),
      ...(bank ? [`It is line ${bank.line} of the bank’s list ${bank.list}.`] : []),
    ]
  },
  apply: record,
  batch: { nouns: ['payment', 'payments'], line: moneyLine, remarks: remarksOnPayments, pages: bankPages },
  link: ({ holderId }) =>
    holderId ? href('/profile/admin/holders/:id', { id: holderId }) : href('/profile/admin/register'),
  codes: bankLineCodes,
})
