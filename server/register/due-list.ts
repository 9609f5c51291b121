import { sql } from 'kysely'
import type { DueState } from '../../rules/register.ts'
import type { Actor } from '../access/actor.ts'
import { requireAdministrator } from '../access/roles.ts'
import { unprepared } from '../database/prepared.ts'
import { readAs } from '../database/read-as.ts'

/** A payment that is due. Amounts are cents, days 'YYYY-MM-DD'. */
export interface DuePayment {
  noteId: string
  note: string
  holderId: string
  holder: string
  offering: string
  version: number
  n: number
  dueDate: string
  payDate: string
  interest: bigint
  principal: bigint
  isStub: boolean
  /** Interest of the payment before; null for the first. */
  before: bigint | null
  state: DueState
  /** When it was recorded as paid, and what of the interest. */
  paidOn: string | null
  paid: bigint
}

interface Row {
  note_id: string
  note: string
  holder_id: string
  holder: string
  offering: string
  version: number
  n: number
  due_date: string
  pay_date: string
  interest: string
  principal: string
  is_stub: boolean
  before: string | null
  asked: boolean
  paid: string
  /** Of the principal. */
  owed: string
  paid_on: string | null
}

const columns = sql`n.id as note_id, n.number as note, n.holder_id, n.offering, s.version, s.n, s.due_date, s.pay_date,
  s.interest_cents, s.principal_cents, s.is_stub`
const isOwed = sql`n.state in ('funded', 'current', 'matured', 'defaulted', 'paid', 'renewed')`

/** Most payments listed. */
export const duePaymentsShown = 1000

/**
 * Lists what is to be paid between two days, by pay date.
 * @param from with `to` included; payments that are overdue are listed before them, unless `isExact`
 * @param today by which the rest is overdue
 * @throws PortalError FORBIDDEN unless the actor is an administrator
 */
export async function getDuePayments(
  actor: Actor,
  { from, to, today, isExact = false }: { from: string; to: string; today: string; isExact?: boolean },
): Promise<DuePayment[]> {
  requireAdministrator(actor)
  const isBetween = sql`s.pay_date between ${from}::date and ${to}::date`
  // Only few notes owe anything at a time, so what is overdue is looked for among them.
  const overdue = sql`union select ${columns} from (
      select l.note_id from ledger_lines l where l.account = 2020 group by l.note_id
        having sum(l.credit_cents) > sum(l.debit_cents)
      union select id from notes where state in ('matured', 'defaulted')) owing
    join notes n on n.id = owing.note_id join schedule_lines s on s.note_id = n.id and s.version = n.version
    where s.pay_date < ${today}::date and ${isOwed}`
  const statement = unprepared<Row>(
    () => sql<Row>`with due as materialized (
        select ${columns} from schedule_lines s join notes n on n.id = s.note_id and n.version = s.version
        where ${isBetween} and ${isOwed} ${isExact ? sql`` : overdue}
        order by pay_date, note limit ${duePaymentsShown})
      select d.note_id, d.note, d.holder_id, h.legal_name as holder, d.offering, d.version, d.n, d.due_date::text as due_date,
        d.pay_date::text as pay_date, d.interest_cents::text as interest, d.principal_cents::text as principal, d.is_stub,
        (select p.interest_cents::text from schedule_lines p
          where p.note_id = d.note_id and p.version = d.version and p.n = d.n - 1) as before,
        exists (select from approvals a where a.decision is null and a.kind = 'payment.record'
          and a.content ->> 'noteId' = d.note_id::text
          and a.content -> 'settles' @> jsonb_build_array(jsonb_build_object('n', d.n))) as asked,
        coalesce(paid.interest, 0)::text as paid, paid.paid_on::text as paid_on,
        case when d.principal_cents = 0 then '0' else least(d.principal_cents, owed.principal)::text end as owed
      from due d join holders h on h.id = d.holder_id
        left join lateral (
          select sum(l.debit_cents - l.credit_cents) as interest,
            max(e.relates_to) filter (where e.kind = 'payment') as paid_on
          from ledger_entries e join ledger_lines l on l.entry_id = e.id and l.account = 2020
          where e.note_id = d.note_id and e.line_n = d.n and e.kind <> 'interest_due') paid on true
        left join lateral (
          select coalesce(sum(l.credit_cents - l.debit_cents), 0) as principal from ledger_lines l
          where d.principal_cents > 0 and l.note_id = d.note_id and l.account = 2010) owed on true
      order by d.pay_date, d.note`,
  )
  const [rows] = await readAs(actor, statement)
  return rows.map(row => toDuePayment(row, today)).filter(({ state, payDate }) => state !== 'paid' || payDate >= from)
}

function toDuePayment(row: Row, today: string): DuePayment {
  const [interest, principal, paid] = [BigInt(row.interest), BigInt(row.principal), BigInt(row.paid)]
  const isPaid = paid >= interest && BigInt(row.owed) === 0n
  return {
    noteId: row.note_id,
    note: row.note,
    holderId: row.holder_id,
    holder: row.holder,
    offering: row.offering,
    version: row.version,
    n: row.n,
    dueDate: row.due_date,
    payDate: row.pay_date,
    interest,
    principal,
    isStub: row.is_stub,
    before: row.before === null ? null : BigInt(row.before),
    state: isPaid ? 'paid' : row.asked ? 'asked' : row.pay_date < today ? 'overdue' : 'upcoming',
    paidOn: row.paid_on,
    paid,
  }
}
