import { type RawBuilder, sql } from 'kysely'
import { tax } from '../../../content/tax.ts'
import { type Cents, sumCents } from '../../../rules/money.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { requireAdministrator } from '../../../server/access/roles.ts'
import { containing } from '../../../server/database/like-pattern.ts'
import { unprepared } from '../../../server/database/prepared.ts'
import { readAs } from '../../../server/database/read-as.ts'
import {
  interestExpense,
  interestPayable,
  notesPayable,
  taxWithheld,
  unclaimedPayments,
} from '../../ledger/ledger-accounts.ts'
import { sumsOfAccounts } from '../../ledger/server/get-ledger.ts'
import { recordPaymentCommand } from '../../notes/payment.commands.ts'
import { type ExemptReason, exemptReason, type Payee } from '../../tax/form-1099-int.ts'
import { type RegisteredKind, type RegisteredState, registeredPerPage } from '../payment-register.ts'
import { getInterestPaid } from './interest-paid.ts'

/** Amounts of payments, in cents; below zero for returns and corrections. */
export interface PaidAmounts {
  interest: Cents
  principal: Cents
  /** Both. */
  total: Cents
  /** Tax withheld, by account 2030: part of the total. */
  withheld: Cents
}

/** A payment's holder, and whether its interest is in box 1 of Form 1099-INT. */
export interface PaidHolder {
  holderId: string
  holderNumber: string
  holder: string
  /** Why no form has it; null where one has. */
  exempt: ExemptReason | null
}

/** A payment, or what undid one; all of its entries together. Days are 'YYYY-MM-DD'. */
export interface RegisteredPayment extends PaidAmounts, PaidHolder {
  id: string
  kind: RegisteredKind
  /** The day on which the money moved, by which the year goes. */
  day: string
  /** The day in the books: a later one, where statements of that day had been released. */
  bookedOn: string
  noteId: string
  note: string
  reference: string | null
  /** What the bank charged for its wire, in cents: not part of the payment, and in no account. */
  wireFee: Cents
  /** Of a payment. */
  state: RegisteredState | null
  /** The day on which it came back, or as of which it was corrected. */
  undoneOn: string | null
}

/** What a holder was paid in a year. */
export interface HolderPayments extends PaidAmounts, PaidHolder {
  /** Payments, and what undid some. */
  payments: number
  /** The interest in box 1. */
  boxOne: Cents
}

/** What all payments of a year come to. */
export interface PaymentTotals {
  /** Each kind's rows, and those of all. */
  payment: PaidAmounts
  return: PaidAmounts
  correction: PaidAmounts
  all: PaidAmounts
  /** The interest of all in box 1. */
  boxOne: Cents
}

/** The query. */
export interface PaymentQuery {
  year: number
  /** Part of a holder's name or number, or of a note's number. */
  search?: string
  /** From 0. */
  page?: number
  size?: number
}

/** What payments of a year are in the books of the year: by the day in the books, where the register goes by their own day. Cents. */
export interface BookedPart {
  /** By the register. */
  paid: Cents
  /** Of it, what was booked after the year, since it was closed. */
  later: Cents
  /** Of payments of earlier years, what was booked in this one. */
  earlier: Cents
  booked: Cents
  /** The trial balance of the day before the year, what else the year's entries added, and the trial balance of the year's last day. */
  opening: Cents
  added: Cents
  closing: Cents
  difference: Cents
}

/** The register beside the other reports. */
export interface PaymentTies {
  /** The sum of "Interest paid". */
  interestPaid: Cents
  /** Accounts 2020 and 2040, to which account 5010 adds. */
  interest: BookedPart
  /** Account 2010. */
  principal: BookedPart
}

/** Amounts of a holder's payments, with the facts that decide about its form. */
interface HolderRow extends PaidAmounts, Omit<PaidHolder, 'exempt'> {
  payee: Pick<Payee, 'kind' | 'form' | 'classification' | 'exemptCode'>
  /** Of all its payments of the year. */
  yearWithheld: Cents
}

type KindRow = PaidAmounts & { kind: RegisteredKind; payments: number }

type PaymentRow = HolderRow & Omit<RegisteredPayment, keyof PaidHolder>

const inYear = (day: RawBuilder<unknown>, year: number) =>
  sql`${day} between make_date(${year}, 1, 1) and make_date(${year}, 12, 31)`

const payable = sql`(${sql.lit(interestPayable)}, ${sql.lit(unclaimedPayments)})`

/** The payments of a year, `p`, and what undid some in it, with note `n`, holder `h` and what is known for its taxes, `t`. */
const paymentsOf = ({ year, search = '' }: PaymentQuery) => {
  const pattern = containing(search)
  return sql`(select e.note_id, e.holder_id, e.kind, e.day, e.approval_id, min(e.seq) as seq,
      (array_agg(e.id order by e.seq))[1] as id, max(e.booked_on) as booked_on, min(e.reference) as reference,
      max(e.undone_by) as undone_by, max(e.undone_on) as undone_on, sum(e.interest) as interest, sum(e.principal) as principal,
      sum(e.withheld) as withheld, sum(sum(e.withheld)) over (partition by e.holder_id) as year_withheld
    from (select e.id, e.seq, e.note_id, e.holder_id, e.relates_to as day, e.booked_on, e.reference, e.approval_id,
          case when e.reverses is null then 'payment' when e.kind = 'payment_returned' then 'return' else 'correction' end as kind,
          regexp_replace(coalesce(o.idempotency_key, e.idempotency_key), '#[0-9]+$', '') as payment,
          r.kind as undone_by, r.relates_to as undone_on, a.*
        from ledger_entries e left join ledger_entries o on o.id = e.reverses left join ledger_entries r on r.reverses = e.id
          cross join lateral (select
            coalesce(sum(l.debit_cents - l.credit_cents) filter (where l.account in ${payable}), 0) as interest,
            coalesce(sum(l.debit_cents - l.credit_cents) filter (where l.account = ${sql.lit(notesPayable)}), 0) as principal,
            coalesce(sum(l.credit_cents - l.debit_cents) filter (where l.account = ${sql.lit(taxWithheld)}), 0) as withheld
            from ledger_lines l where l.entry_id = e.id) a
        where coalesce(o.kind, e.kind) in ('payment', 'principal') and ${inYear(sql`e.relates_to`, year)}
          -- What was booked again is a payment as it is booked now.
          and e.kind <> 'restated' and r.kind is distinct from 'restated'
          and not exists (select from ledger_entries u where u.undoes = e.id)) e
    group by e.note_id, e.holder_id, e.kind, e.day, e.payment, e.approval_id) p
  join notes n on n.id = p.note_id join holders h on h.id = p.holder_id left join tax_profiles t on t.holder_id = h.id
  ${search ? sql`where app.folded(h.legal_name) like ${pattern} or app.folded(h.number) like ${pattern} or app.folded(n.number) like ${pattern}` : sql``}`
}

const holderColumns = sql`h.id as "holderId", h.number as "holderNumber", h.legal_name as holder, jsonb_build_object(
  'kind', h.kind, 'form', t.form, 'classification', t.classification, 'exemptCode', t.exempt_code) as payee`

const sums = sql`sum(p.interest) as interest, sum(p.principal) as principal, sum(p.interest + p.principal) as total,
  sum(p.withheld) as withheld`

/** What a payment of the kind `p.kind` is called, by what undid it. */
const state = sql`case when p.kind = 'payment' then
  case p.undone_by when 'payment_returned' then 'returned' when 'reversal' then 'corrected' else 'made' end end`

/**
 * The fee in the approval that recorded a payment, `p`; a payment booked again has another approval than its own. None of
 * one recorded by mistake.
 */
const feeOfPayment = sql`case when p.kind = 'payment' and p.undone_by is distinct from 'reversal' then (
    select a.content ->> 'fee' from approvals a where a.holder_id = p.holder_id and a.kind = ${recordPaymentCommand.name}
      and a.decision = 'approved' and a.content ->> 'noteId' = p.note_id::text and a.content ->> 'day' = p.day::text
      and a.content ->> 'cents' = (p.interest + p.principal - p.withheld)::text and a.content ->> 'reference' = p.reference
    order by a.id = p.approval_id desc, a.decided_at desc limit 1) end`

function selectPayments(query: PaymentQuery) {
  const { page = 0, size = registeredPerPage } = query
  return unprepared<PaymentRow>(
    () => sql<PaymentRow>`select ${holderColumns}, p.id, p.kind, p.day, p.booked_on as "bookedOn", n.id as "noteId",
        n.number as note, p.reference, ${state} as state, p.undone_on as "undoneOn", p.interest, p.principal,
        p.interest + p.principal as total, p.withheld, p.year_withheld as "yearWithheld",
        coalesce((${feeOfPayment})::numeric, 0) as "wireFee"
      from ${paymentsOf(query)} order by h.number, p.day, p.seq limit ${size} offset ${page * size}`,
  )
}

/** @returns a page of a year's payments, without their sums, for the file */
export async function readPayments(actor: Actor, query: PaymentQuery): Promise<RegisteredPayment[]> {
  requireAdministrator(actor)
  const [rows] = await readAs(actor, selectPayments(query))
  return rows.map(withExemption)
}

/**
 * @returns a page of a year's payments, by holder and day: what was paid, what came back and what was corrected in it, each as
 *   a row; how many there are; their sums; how they tie to the other reports, unless something is searched for; and the years
 *   of which there are any
 */
export async function getPaymentRegister(
  actor: Actor,
  query: PaymentQuery,
): Promise<{
  payments: RegisteredPayment[]
  total: number
  totals: PaymentTotals
  ties: PaymentTies | null
  years: number[]
}> {
  requireAdministrator(actor)
  const { year, search } = query
  const byKind = unprepared<KindRow>(
    () => sql<KindRow>`select p.kind, count(*)::int as payments, ${sums} from ${paymentsOf(query)} group by p.kind`,
  )
  type Range = { first: number | null; last: number | null }
  const range = unprepared<Range>(
    () => sql<Range>`select extract(year from min(e.relates_to))::int as first, extract(year from max(e.relates_to))::int as last
      from ledger_entries e where e.kind in ('payment', 'principal')`,
  )
  const [[found, kinds, [years]], { totals }, ties] = await Promise.all([
    readAs(actor, selectPayments(query), byKind, range),
    getPaymentsByHolder(actor, { year, ...(search && { search }), size: 0 }),
    search ? null : readTies(actor, year),
  ])
  const amounts = (kind: RegisteredKind): PaidAmounts => kinds.find(row => row.kind === kind) ?? nothing
  return {
    payments: found.map(withExemption),
    total: kinds.reduce((sum, { payments }) => sum + payments, 0),
    totals: {
      ...{ payment: amounts('payment'), return: amounts('return'), correction: amounts('correction') },
      ...{ all: totals, boxOne: totals.boxOne },
    },
    ties,
    years: yearsTo(years?.last ?? year, years?.first ?? year),
  }
}

/** @returns the years from the last one back to the first */
function yearsTo(last: number, first: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => last - at)
}

/** @returns a page of the holders of a year's payments, by number, with the sums of each and of all */
export async function getPaymentsByHolder(
  actor: Actor,
  query: PaymentQuery,
): Promise<{ holders: HolderPayments[]; total: number; totals: PaidAmounts & { boxOne: Cents } }> {
  requireAdministrator(actor)
  const { page = 0, size = registeredPerPage } = query
  type Row = HolderRow & { payments: number }
  // Box 1 depends on each holder, so all are read: they are few.
  const rows = unprepared<Row>(
    () => sql<Row>`select ${holderColumns}, count(*)::int as payments, ${sums}, min(p.year_withheld) as "yearWithheld"
      from ${paymentsOf(query)} group by h.id, t.id order by h.number`,
  )
  const [found] = await readAs(actor, rows)
  const holders = found
    .map(withExemption)
    .map((holder): HolderPayments => ({ ...holder, boxOne: holder.exempt ? 0n : holder.interest }))
  const sumOf = (part: 'boxOne' | keyof PaidAmounts) => sumCents(holders.map(holder => holder[part]))
  return {
    holders: holders.slice(page * size, (page + 1) * size),
    total: holders.length,
    totals: {
      ...{ interest: sumOf('interest'), principal: sumOf('principal'), total: sumOf('total') },
      ...{ withheld: sumOf('withheld'), boxOne: sumOf('boxOne') },
    },
  }
}

const nothing: PaidAmounts = { interest: 0n, principal: 0n, total: 0n, withheld: 0n }

/** @returns a row with why no form has its interest */
function withExemption<Row extends HolderRow>({ payee, yearWithheld: withheld, ...row }: Row) {
  return { ...row, exempt: exemptReason({ ...payee, withheld }, tax) ?? null }
}

type BookedRow = Pick<BookedPart, 'paid' | 'later' | 'earlier' | 'booked' | 'added'> & {
  part: 'interest' | 'principal'
}

const notBooked = { paid: 0n, later: 0n, earlier: 0n, booked: 0n, added: 0n }

/** @returns the year's payments beside "Interest paid" and the trial balances of its two ends */
async function readTies(actor: Actor, year: number): Promise<PaymentTies> {
  const booked = unprepared<BookedRow>(
    () => sql<BookedRow>`select part, coalesce(sum(-cents) filter (where is_paid and is_of), 0) as paid,
        coalesce(sum(-cents) filter (where is_paid and is_of and not is_in), 0) as later,
        coalesce(sum(-cents) filter (where is_paid and is_in and not is_of), 0) as earlier,
        coalesce(sum(-cents) filter (where is_paid and is_in), 0) as booked,
        coalesce(sum(cents) filter (where not is_paid and is_in), 0) as added
      from (select case when m.is_principal then 'principal' else 'interest' end as part,
          m.principal_cents + m.interest_cents as cents, m.about in ('payment', 'principal') as is_paid,
          ${inYear(sql`m.relates_to`, year)} as is_of, ${inYear(sql`m.booked_on`, year)} as is_in
        from app.note_movements m
        where ${inYear(sql`m.relates_to`, year)} or ${inYear(sql`m.booked_on`, year)}) m
      group by part`,
  )
  const [[rows, before, after], { totals }] = await Promise.all([
    readAs(actor, booked, sumsOfAccounts(`${year - 1}-12-31`), sumsOfAccounts(`${year}-12-31`)),
    getInterestPaid(actor, { year, size: 1 }),
  ])
  const owedIn = (sums: typeof before, accounts: readonly number[]) =>
    sumCents(sums.filter(({ account }) => accounts.includes(account)).map(({ credit, debit }) => credit - debit))
  const partOf = (part: BookedRow['part'], accounts: readonly number[]): BookedPart => {
    const { part: _, ...row } = rows.find(each => each.part === part) ?? { part, ...notBooked }
    const [opening, closing] = [owedIn(before, accounts), owedIn(after, accounts)]
    // Interest is what account 5010 grew by, which the entries of the other side don't say.
    const added = part === 'interest' ? owedIn(before, [interestExpense]) - owedIn(after, [interestExpense]) : row.added
    return { ...row, opening, added, closing, difference: closing - (opening + added - row.booked) }
  }
  return {
    interestPaid: totals.net,
    interest: partOf('interest', [interestPayable, unclaimedPayments]),
    principal: partOf('principal', [notesPayable]),
  }
}
