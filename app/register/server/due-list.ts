import { type RawBuilder, sql } from 'kysely'
import { tax } from '../../../content/tax.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { requireAdministrator } from '../../../server/access/roles.ts'
import { oneOf } from '../../../server/database/one-of.ts'
import { prepared, unprepared } from '../../../server/database/prepared.ts'
import { readAs } from '../../../server/database/read-as.ts'
import { firstDayOf } from '../../notes/due.ts'
import { lateInterest, lateLeft } from '../../notes/late-interest.ts'
import { issuedStates } from '../../notes/note-states.ts'
import { changesInWords } from '../../notes/payment-differences.ts'
import { holdsForeign } from '../../notes/server/held-payments.ts'
import { owingNotes } from '../../notes/server/outstanding.ts'
import { isPayoffPending, isPending } from '../../notes/server/pending-payments.ts'
import { type LateTerms, lateCreditOn, termsColumns, withoutTerms } from '../../notes/server/terms-columns.ts'
import { withholdingFacts } from '../../notes/server/withholding.ts'
import { toTerms } from '../../notes/terms-row.ts'
import { subjectOn, type WithholdingFacts, withholdingOf } from '../../tax/withholding.ts'
import type { DueState } from '../register.ts'

/** The fields of every list of due payments. Amounts are cents, days 'YYYY-MM-DD'. */
export interface OpenPayment {
  noteId: string
  note: string
  holder: string
  n: number
  dueDate: string
  payDate: string
  state: DueState
  /** What is left to pay. */
  interestLeft: bigint
  principalLeft: bigint
}

/** Columns of a scheduled payment and its note. */
interface PaymentColumns extends OpenPayment {
  holderId: string
  offering: string
  version: number
  interest: bigint
  principal: bigint
  isStub: boolean
  /** Interest of the payment before; null for the first. */
  before: bigint | null
  /** When the last of the interest was recorded as paid. */
  paidOn: string | null
}

/** A payment that is due. */
export interface DuePayment extends PaymentColumns {
  /** Whether it is interest that ran past the pay date on principal that was paid since. */
  isLate: boolean
  /** What says who is paid and has changed since the last payment, in words, with its day. */
  changed: readonly string[]
  /** Whether it is past its pay date, also while a payment of it is pending approval. */
  isOverdue: boolean
  /** Whether a payment of it can be recorded today: it is due, or it is the next interest to fall due. */
  canRecord: boolean
  /** Its holder is foreign, and payments to foreign holders are held. */
  isHeld: boolean
  /** Interest that has run on that principal since its pay date, up to today: it falls due with the principal. */
  late: bigint
  /** Tax to withhold of that interest, where its holder is subject to backup withholding today. */
  withheld: bigint
}

/** A payment with the terms by which its late interest is counted. */
export type OpenRow = OpenPayment & LateTerms

interface Row extends PaymentColumns, LateTerms {
  isForeign: boolean
  withholding: WithholdingFacts
  changes: { what: string; on: string }[]
}

const columns = sql`n.id as note_id, n.number as note, s.version, s.n, s.pay_date`
const isIssued = sql`n.state in ${oneOf(issuedStates)}`

/**
 * Of a line `s` of `app.line_status`: what is left of its interest; the view itself has what is left of its principal.
 */
const interestLeft = sql`greatest(s.interest_cents - s.paid_cents, 0)`
const isUnpaid = sql`(s.paid_cents < s.interest_cents or s.principal_left_cents > 0)`

/** Where that line has got to. */
const stateOn = (today: string) => sql<DueState>`case when not ${isUnpaid} then 'paid'
  when ${isPending('s')} or ${isPayoffPending('s')} then 'asked'
  when s.pay_date < ${today}::date then 'overdue' else 'upcoming' end`

/** Of what `linesBetween` has as `d`, with `joinedLines`: an `OpenRow`. */
export const openColumns = (
  today: string,
) => sql`d.note_id as "noteId", d.note, h.legal_name as holder, d.n, s.pay_date as "payDate",
  s.due_date as "dueDate", ${stateOn(today)} as state, ${interestLeft}::numeric as "interestLeft",
  s.principal_left_cents::numeric as "principalLeft", ${termsColumns}, ${lateCreditOn(today)}`
export const joinedLines = sql`join app.line_status s on s.note_id = d.note_id and s.version = d.version and s.n = d.n
  join notes n on n.id = d.note_id join holders h on h.id = n.holder_id`

/** A pay date is at most so many days before its due date: a weekend with holidays. */
const daysBeforeDue = 7

/** Most payments listed. */
export const duePaymentsShown = 1000

/**
 * @returns a statement for lines of notes, by their keys
 * @param overdueOn to include unpaid lines with a pay date before this day; null to leave them out
 */
export function linesBetween(from: string, to: string, overdueOn: string | null): RawBuilder<unknown> {
  // With the convention 'preceding', the last days' pay dates may be before due dates that haven't come.
  const overdue = sql`union select ${columns} from (${owingNotes}
      union select note_id from schedule_lines where pay_date between ${overdueOn}::date - ${sql.lit(daysBeforeDue)}
        and ${overdueOn}::date and due_date > ${overdueOn}::date) owing
    join notes n on n.id = owing.note_id join app.line_status s on s.note_id = n.id and s.version = n.version
    where s.pay_date < ${overdueOn}::date and ${isIssued} and ${isUnpaid}`
  return sql`select ${columns} from schedule_lines s join notes n on n.id = s.note_id and n.version = s.version
    where s.pay_date between ${from}::date and ${to}::date and ${isIssued} ${overdueOn === null ? sql`` : overdue}`
}

/** @param lines of `linesBetween` */
function selectDue(lines: RawBuilder<unknown>, today: string, most: number | null): RawBuilder<Row> {
  return sql<Row>`with due as materialized (${lines} order by pay_date, note limit ${sql.lit(most)}),
    changes as materialized (
      select note_id, jsonb_agg(jsonb_build_object('what', what, 'on', changed_on) order by changed_on, what) as changed
      from app.changes_since_payment(array(select distinct note_id from due)) group by note_id)
    select ${openColumns(today)}, n.holder_id as "holderId", n.offering, d.version, s.interest_cents::numeric as interest,
      s.principal_cents::numeric as principal, s.is_stub as "isStub",
      exists (select from tax_profiles t where t.holder_id = n.holder_id and t.form = 'w8') as "isForeign",
      ${withholdingFacts('h')} as withholding,
      (select p.interest_cents::numeric from schedule_lines p
        where p.note_id = d.note_id and p.version = d.version and p.n < d.n order by p.n desc limit 1) as before,
      coalesce(c.changed, '[]') as changes, s.paid_on as "paidOn"
    from due d ${joinedLines} left join changes c on c.note_id = d.note_id
    order by d.pay_date, d.note, d.n`
}

const dueBetween = prepared('due between two days', (_, from: string, to: string, today: string) =>
  selectDue(linesBetween(from, to, null), today, duePaymentsShown),
)
const dueAndOverdue = prepared('due and overdue', (_, from: string, to: string, today: string) =>
  selectDue(linesBetween(from, to, today), today, duePaymentsShown),
)
const allOverdue = prepared('overdue', (_, today: string) => selectDue(linesBetween(today, today, today), today, null))

/** The unpaid part of a note's payments, with the facts that decide about withholding. */
export type OpenOfNote = OpenRow & { withholding: WithholdingFacts }

/** The unpaid part of some notes' payments, each note's earliest first. */
export const openOfNotes = (noteIds: readonly string[], today: string) =>
  unprepared<OpenOfNote>(
    () => sql<OpenOfNote>`
      with due as materialized (select ${columns} from notes n
        join app.line_status s on s.note_id = n.id and s.version = n.version
        where n.id = any (${noteIds}::uuid[]) and ${isIssued} and ${isUnpaid})
      select ${openColumns(today)}, ${withholdingFacts('h')} as withholding
      from due d ${joinedLines} order by s.pay_date, d.n`,
  )

/** @returns every late payment that isn't fully paid, earliest first */
export async function getOverdue(actor: Actor, today: string): Promise<DuePayment[]> {
  requireAdministrator(actor)
  const [rows] = await readAs(actor, allOverdue(today))
  return rows.map(row => toDuePayment(row, today)).filter(({ isOverdue }) => isOverdue)
}

/**
 * Lists the payments due between two days, by pay date.
 * @param from with `to` included; payments that are overdue are listed before them, unless `isExact`
 * @param today by which the rest is overdue
 */
export async function getDuePayments(
  actor: Actor,
  { from, to, today, isExact = false }: { from: string; to: string; today: string; isExact?: boolean },
): Promise<DuePayment[]> {
  requireAdministrator(actor)
  const statement = isExact ? dueBetween(from, to, today) : dueAndOverdue(from, to, today)
  const [rows] = await readAs(actor, statement)
  const payments = rows.map(row => toDuePayment(row, today))
  const next = new Map<string, DuePayment>()
  for (const payment of payments)
    if (payment.state !== 'paid' && !next.has(payment.noteId)) next.set(payment.noteId, payment)
  return payments
    .filter(({ state, payDate }) => state !== 'paid' || payDate >= from)
    .map(payment => ({
      ...payment,
      canRecord: payment.canRecord || (!payment.isHeld && isAheadOf(payment, next.get(payment.noteId))),
    }))
}

/** @returns whether a payment that isn't due yet may be recorded, since none of its note comes before it */
function isAheadOf({ n, state, interestLeft }: DuePayment, next: DuePayment | undefined): boolean {
  return state === 'upcoming' && interestLeft > 0n && next?.n === n
}

function toDuePayment({ isForeign, withholding, changes, ...row }: Row, today: string): DuePayment {
  const { state, payDate, dueDate, principal, interestLeft } = row
  const late = lateOn(row, today)
  const isPaid = state === 'paid'
  const isHeld = holdsForeign && isForeign && !isPaid
  const isOpen = ['upcoming', 'overdue'].includes(state)
  return {
    ...withoutTerms(row),
    isLate: principal === 0n && dueDate >= (row.maturityDate ?? ''),
    changed: isPaid ? [] : changesInWords(changes),
    isOverdue: !isPaid && payDate < today,
    canRecord: !isHeld && isOpen && firstDayOf({ due: dueDate, pay: payDate }) <= today,
    isHeld,
    late,
    withheld: isPaid ? 0n : withheldOf(withholding, interestLeft + late, today),
  }
}

/** @returns the tax to withhold from interest that is paid on a day, in cents */
export function withheldOf(facts: WithholdingFacts, interest: bigint, day: string): bigint {
  return subjectOn(facts, day, tax) ? withholdingOf(interest, day, tax) : 0n
}

/** @returns the interest on its principal since its pay date, in cents */
export function lateOn(row: OpenRow, day: string): bigint {
  const whole = lateInterest(toTerms(row, row.dueDate), day, row.principalLeft, row.defaultRateBp)
  return lateLeft(whole, row.lateCredit)
}
