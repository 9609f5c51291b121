import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { href } from 'react-router'
import { cash, interestPayable, notesPayable } from '../../rules/ledger-accounts.ts'
import { isIn, payableStates } from '../../rules/note-states.ts'
import { lateFrom } from '../../rules/notes/accrual.ts'
import { formatDay } from '../../rules/notes/days.ts'
import { formatCents } from '../../rules/notes/money.ts'
import { type MoneyPart, partsInWords } from '../../rules/notes/parts-in-words.ts'
import { unusualPaymentDay } from '../../rules/notes/unusual-days.ts'
import { canTake, noteSteps } from '../../rules/workflows.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { asAdministrator } from '../access/roles.ts'
import type { ApprovalKinds, AskedApproval } from '../approvals/approval-kind.ts'
import { askForApproval } from '../approvals/ask-for-approval.ts'
import type { ConstraintCodes } from '../database/errors.ts'
import type { Database } from '../database/types.ts'
import { assertPastDay } from '../ledger/assert-day.ts'
import { ledgerCodes, movement, type NewEntry, postEntries } from '../ledger/post-entry.ts'
import { fundDay } from '../platform/fund-day.ts'
import { PortalError } from '../platform/portal-error.ts'
import { advance } from './advance.ts'
import { bankPages, moneyLine, unlikePaymentBefore } from './approved-together.ts'
import { postDueInterest } from './due-interest.ts'
import { requirePayable } from './held-payments.ts'
import { bookLateInterest } from './late-interest.ts'
import { notifyMembers } from './note-news.ts'
import { lastPaidOn, lockNote, type NoteRow, nameOfHolder, readNote, termsOf } from './note-row.ts'
import { type Allocation, allocate, isSettled } from './outstanding.ts'
import { assertReference, assertUsualDay } from './validate.ts'

/** A payment that the fund has made on a note. */
export interface Payment {
  /** The day it was made, 'YYYY-MM-DD'. */
  day: string
  /** In cents. */
  amount: bigint
  /** The bank's. */
  reference: string
  /** The day once more, where it is unusual and somebody has looked at it again. */
  confirmedDay?: string
  /** The line of the bank's that shows it. */
  bank?: BankSource
  /** It is requested with others: refused where another one pending settles the same, which would stop all of them. */
  isOneOfMany?: boolean
}

interface BankSource {
  lineId: string
  listId: string
  /** The list's file, and the line in it. */
  list: string
  line: number
}

interface PaymentContent {
  noteId: string
  note: string
  holder: string
  day: string
  cents: string
  reference: string
  /** What it settles, as it was when it was asked for. */
  settles: { n: number | null; due: string; cents: string }[]
  /**
   * Interest that ran past the last pay day on the principal it settles, and falls due with it; what is paid of it; and since
   * when it ran, which requests of earlier versions don't say.
   */
  late?: { cents: string; paid: string; from?: string }
  bank?: BankSource
}

const kind = 'payment.record'

/** For operations that clear entries by a line of the bank's. */
export const bankLineCodes: ConstraintCodes = {
  ...ledgerCodes,
  bank_line_clears_its_amount: 'BANK_LINE_CLEARED',
  cleared_entries_pkey: 'BANK_LINE_CLEARED',
}

/** Why a note was closed whose schedule was paid. */
export const paidAtMaturity = 'Paid at maturity'

/**
 * Asks to record a payment that the fund has made; a second person confirms it. It settles interest, earliest first, and
 * once the note has matured its principal. Where nothing is due by its day, it settles the interest that falls due next.
 * @returns the approval's id
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; NOTE_STATE where the note isn't issued;
 *   NOTE_AMOUNT_INVALID, NOTE_REFERENCE, NOTE_DAY_INVALID, NOTE_DAY_AHEAD, NOTE_DAY_UNUSUAL unless confirmed, PAYMENT_BEFORE_ISSUE; PAYMENT_NOTHING_DUE,
 *   PAYMENT_OVER; TAX_PAYMENT_HELD for a foreign holder; PAYMENT_TWICE where it is in the books; NOBODY_TO_APPROVE, APPROVAL_OPEN where it waits already
 */
export async function requestPayment(actor: Actor, noteId: string, payment: Payment): Promise<string> {
  return asAdministrator(actor, tx => askForPayment(tx, actor, noteId, payment))
}

/** As `requestPayment`, in an administrator's transaction. */
export async function askForPayment(
  tx: Transaction<Database>,
  actor: Actor,
  noteId: string,
  { day: typedDay, amount, reference: typedReference, confirmedDay, bank, isOneOfMany }: Payment,
): Promise<string> {
  const day = assertPastDay(typedDay)
  const reference = assertReference(typedReference)
  if (amount <= 0n) throw new PortalError('NOTE_AMOUNT_INVALID')
  const note = await readNote(tx, noteId)
  if (!isIn(payableStates, note.state)) throw new PortalError('NOTE_STATE')
  if (note.issue_date && day < note.issue_date) throw new PortalError('PAYMENT_BEFORE_ISSUE')
  await requirePayable(tx, note.holder_id)
  const key = await keyOf(tx, note.id, day, amount, reference)
  if (await isBooked(tx, key)) throw new PortalError('PAYMENT_TWICE')
  const allocation = await allocate(tx, note, day, amount)
  assertUsualDay(day, unusualPaymentDay(day, duesOf(allocation.settled)), confirmedDay)
  if (bank || isOneOfMany) await assertNothingWaits(tx, note.id, allocation)
  const holder = await nameOfHolder(tx, note.holder_id)
  const content: PaymentContent = {
    noteId: note.id,
    note: note.number,
    holder,
    day,
    cents: String(amount),
    reference,
    ...inContent(allocation, lateFrom(termsOf(note, note.issue_date ?? day))),
    ...(bank && { bank }),
  }
  return askForApproval(tx, actor, {
    kind,
    subjectId: idOf(key),
    holderId: note.holder_id,
    content,
    summary: `Payment of ${formatCents(amount)} on ${note.number}, made on ${formatDay(day)}`,
  })
}

/**
 * Two payments requested together, of which the second would settle what the first is still to settle: approved together they would
 * stop the whole payday.
 * @throws PortalError PAYMENT_WAITS
 */
async function assertNothingWaits(tx: Transaction<Database>, noteId: string, { settled }: Allocation): Promise<void> {
  const open = await tx
    .selectFrom('approvals')
    .select('content')
    .where('kind', '=', kind)
    .where('decision', 'is', null)
    .where(sql<string>`content ->> 'noteId'`, '=', noteId)
    .execute()
  const lines = new Set(settled.map(({ line }) => line?.n ?? null))
  const waits = open.some(({ content }) => (content as unknown as PaymentContent).settles.some(({ n }) => lines.has(n)))
  if (waits) throw new PortalError('PAYMENT_WAITS')
}

function duesOf(settled: readonly { due: string }[]): string[] {
  return settled.map(({ due }) => due)
}

/**
 * @param from since when interest runs on principal that is late
 * @returns what a payment settles, as its approval has it
 */
function inContent({ settled, late }: Allocation, from?: string): Pick<PaymentContent, 'settles' | 'late'> {
  return {
    settles: settled.map(({ line, due, cents }) => ({ n: line?.n ?? null, due, cents: String(cents) })),
    ...(late && { late: { cents: String(late.cents), paid: String(late.paid), ...(from && { from }) } }),
  }
}

/**
 * @returns a payment's key: with the same note, day, amount and reference it is the same payment, unless the one in the
 *   books has been reversed
 */
async function keyOf(tx: Transaction<Database>, noteId: string, day: string, cents: bigint, reference: string) {
  const base = `payment:${noteId}:${day}:${cents}:${createHash('sha256').update(reference.toLowerCase()).digest('hex').slice(0, 32)}`
  const { rows } = await sql<{ reversed: number }>`
    select count(distinct split_part(e.idempotency_key, '#', 2))::int as reversed from ledger_entries e
    where e.note_id = ${noteId} and e.kind in ('payment', 'principal') and split_part(e.idempotency_key, '#', 1) = ${base}
      and exists (select from ledger_entries r where r.reverses = e.id)`.execute(tx)
  return `${base}#${rows[0]?.reversed ?? 0}`
}

async function isBooked(tx: Transaction<Database>, key: string): Promise<boolean> {
  const keys = [`${key}#0`]
  const row = await tx.selectFrom('ledger_entries').select('id').where('idempotency_key', 'in', keys).executeTakeFirst()
  return row !== undefined
}

/** @returns a UUID that is always the same for the same text, so that one payment has one open request */
function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

async function record(
  tx: Transaction<Database>,
  actor: Actor,
  { id, content }: AskedApproval<PaymentContent>,
): Promise<void> {
  const { noteId, day, cents, reference, settles, late, bank } = content
  const amount = BigInt(cents)
  const note = await lockNote(tx, noteId, payableStates)
  await requirePayable(tx, note.holder_id)
  const key = await keyOf(tx, note.id, day, amount, reference)
  if (await isBooked(tx, key)) throw new PortalError('PAYMENT_TWICE')
  const allocation = await allocate(tx, note, day, amount)
  if (inWords(inContent(allocation)) !== inWords({ settles, ...(late && { late }) }))
    throw new PortalError('PAYMENT_CHANGED')
  await postPayment(tx, note, allocation, { day, reference, key, approvalId: id })
  if (bank)
    await sql`insert into cleared_entries (entry_id, line_id, cleared_by) select e.id, ${bank.lineId}, ${actor.id}
      from ledger_entries e where e.approval_id = ${id} and e.kind in ('payment', 'principal')`.execute(tx)
  await audit(tx, actor, 'payment.recorded', note.id, {
    number: note.number,
    day,
    cents,
    reference,
    approval_id: id,
    settles,
    ...(bank && { bank_line: bank.lineId }),
  })
  await notifyMembers(tx, { kind: 'note-paid', noteId: note.id, holderId: note.holder_id, by: actor })
}

function inWords({ settles, late }: Pick<PaymentContent, 'settles' | 'late'>): string {
  const parts = settles.map(({ n, cents }) => `${n ?? ''} ${cents}`)
  return [...parts, late ? `${late.cents} ${late.paid}` : ''].join()
}

/**
 * Writes a payment into the books, and closes the note where nothing is owed after it.
 * @param payment with the key that it is known by
 */
export async function postPayment(
  tx: Transaction<Database>,
  note: NoteRow,
  { settled, late }: Allocation,
  payment: { day: string; reference: string; key: string; approvalId: string; closeReason?: string },
): Promise<void> {
  const { day, reference, key, approvalId, closeReason = paidAtMaturity } = payment
  const line = late && (await bookLateInterest(tx, note, { day, cents: late.cents, payment: key }))
  const now = { ...note, version: line?.version ?? note.version }
  await postDueInterest(tx, now, fundDay())
  const parts = line && late.paid > 0n ? [...settled, { line, cents: late.paid }] : settled
  const entries = parts.map(({ line, cents }, index): NewEntry => {
    const common = { noteId: note.id, holderId: note.holder_id, day, reference, approvalId, key: `${key}#${index}` }
    return line
      ? { ...common, kind: 'payment', line, lines: movement(interestPayable, cash, cents) }
      : { ...common, kind: 'principal', lines: movement(notesPayable, cash, cents) }
  })
  await postEntries(tx, entries)
  if (!canTake(noteSteps.payOff, note.state) || !(await isSettled(tx, note.id))) {
    await advance(tx, note, fundDay())
    return
  }
  await tx
    .updateTable('notes')
    .set({
      state: 'paid',
      closed_at: sql<Date>`now()`,
      closed_on: await lastPaidOn(tx, note.id),
      close_reason: closeReason,
    })
    .where('id', '=', note.id)
    .execute()
}

export const paymentApprovals: ApprovalKinds<PaymentContent> = {
  [kind]: {
    title: 'Payment',
    describe: ({ note, holder, day, cents, reference, settles, late, bank }) => {
      const parts = settles.map(
        ({ n, due, cents }): MoneyPart =>
          n === null ? { what: 'principal', cents } : { what: 'interest', due, cents },
      )
      const paid: MoneyPart[] =
        late && late.paid !== '0' ? [{ what: 'late', from: late.from, to: day, cents: late.paid }] : []
      return [
        `${formatCents(BigInt(cents))} was paid on ${formatDay(day)} on the note ${note} of ${holder}.`,
        ...unusualPaymentDay(day, duesOf(settles)),
        ...partsInWords([...parts, ...paid], day),
        ...(late ? lateInWords(late) : []),
        `The bank’s reference is ${reference}.`,
        ...(bank ? [`It is line ${bank.line} of the bank’s list ${bank.list}.`] : []),
      ]
    },
    apply: record,
    together: { nouns: ['payment', 'payments'], line: moneyLine, unlike: unlikePaymentBefore, pages: bankPages },
    link: ({ holderId }) =>
      holderId ? href('/profile/admin/holders/:id', { id: holderId }) : href('/profile/admin/register'),
    codes: bankLineCodes,
  },
}

/** @returns what the approver is told of interest that falls due with a payment, beside what is paid of it */
function lateInWords({ cents, paid }: { cents: string; paid: string }): string[] {
  const [due, left] = [BigInt(cents), BigInt(cents) - BigInt(paid)]
  if (left === 0n) return []
  return [
    `Interest of ${formatCents(due)}, which this principal earned after the last payment date, falls due with it. ${formatCents(left)} of that remains due: it isn’t part of this payment.`,
  ]
}
