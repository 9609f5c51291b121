import { sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { requireAdministrator } from '../../../server/access/roles.ts'
import { unprepared } from '../../../server/database/prepared.ts'
import { readAs } from '../../../server/database/read-as.ts'
import { type RegisterChangeKind, registerChanges, registerPerPage } from '../register.ts'

/** Something about a note that the month before didn't have. Amounts are cents, days 'YYYY-MM-DD'. */
export interface RegisterChange {
  kind: RegisterChangeKind
  noteId: string
  note: string
  holder: string
  /** When it happened, or was due. */
  day: string
  /** What it was before, or should have been; null where nothing compares. */
  before: bigint | null
  amount: bigint | null
  /** Why a note was closed. */
  reason: string | null
}

/** A page of changes, with how many of each kind there are on all pages. */
export interface RegisterChanges {
  changes: RegisterChange[]
  counts: Partial<Record<RegisterChangeKind, number>>
  total: number
}

/**
 * Lists, kind by kind, the differences of a month up to a day from the month before it: notes issued, closed and
 * matured; first payments and other amounts; what was paid late, in another amount, not at all, or came back.
 * @param asked `from` the day after the month before ended; with `to` included. `page` from 0
 */
export async function getRegisterChanges(
  actor: Actor,
  { from, to, page = 0, size = registerPerPage }: { from: string; to: string; page?: number; size?: number },
): Promise<RegisterChanges> {
  requireAdministrator(actor)
  const isIn = (day: ReturnType<typeof sql>) => sql`${day} between ${from}::date and ${to}::date`
  const closedOn = sql`n.closed_on`
  const kinds = sql.join(Object.keys(registerChanges))
  type Row = Pick<RegisterChanges, 'counts'> & { [Column in keyof RegisterChange]: RegisterChange[Column] | null }
  const statement = unprepared<Row>(
    () => sql<Row>`with lines as materialized (
        select n.id, s.version, s.n, s.pay_date, s.interest_cents, s.principal_cents,
          (select p.interest_cents from schedule_lines p
            where p.note_id = s.note_id and p.version = s.version and p.n = s.n - 1) as before
        from schedule_lines s join notes n on n.id = s.note_id and n.version = s.version
        where ${isIn(sql`s.pay_date`)} and n.funded_at is not null),
      paid as materialized (
        select d.id, d.n, d.pay_date, d.interest_cents, d.before, coalesce(-sum(m.interest_cents), 0) as paid,
          max(m.relates_to) filter (where m.kind = 'payment') as paid_on
        from lines d left join app.note_movements m on m.note_id = d.id and m.entry_note_id = d.id and m.line_n = d.n
          and m.about <> 'interest_due' and m.booked_on <= ${to}::date
        group by d.id, d.n, d.pay_date, d.interest_cents, d.before),
      changes as materialized (
        select 'issued' as kind, n.id, n.issue_date as day, null::bigint as before, n.principal_cents as amount, null as reason
          from notes n where n.funded_at is not null and ${isIn(sql`n.issue_date`)}
        union all select 'closed', n.id, ${closedOn}, n.principal_cents, null,
            case when n.close_reason is null then n.state else n.state || ': ' || n.close_reason end
          from notes n where n.closed_on is not null and n.funded_at is not null and ${isIn(closedOn)}
        union all select 'matured', n.id, n.maturity_date, null, n.principal_cents, null
          from notes n where n.state in ('matured', 'paid', 'renewed', 'defaulted') and ${isIn(sql`n.maturity_date`)}
        union all select 'first', id, pay_date, null, interest_cents, null from lines where n = 1
        union all select 'changed', id, pay_date, before, interest_cents, null from lines
          where before <> interest_cents and abs(before - interest_cents) > 12
        union all select 'amount', id, pay_date, interest_cents, paid, null from paid
          where paid <> interest_cents and paid <> 0
        union all select 'unpaid', id, pay_date, interest_cents, 0, null from paid
          where paid = 0 and interest_cents > 0 and pay_date < ${to}::date
        union all select 'late', id, paid_on, interest_cents, paid, null from paid where paid_on > pay_date and paid > 0
        union all select 'returned', e.note_id, e.booked_on, sum(l.debit_cents)::bigint, null, e.reference
          from ledger_entries e join ledger_entries o on o.id = e.reverses and o.kind <> 'interest_due'
            join ledger_lines l on l.entry_id = e.id
          where e.kind in ('payment_returned', 'reversal') and ${isIn(sql`e.booked_on`)}
            and not exists (select from ledger_entries a where a.reverses = e.id)
          group by e.note_id, e.approval_id, e.booked_on, e.reference)
      select all_of_them.counts, shown.* from (select coalesce(jsonb_object_agg(k.kind, k.count), '{}') as counts
          from (select kind, count(*)::int as count from changes group by kind) k) all_of_them
        left join (select c.kind, c.id as "noteId", n.number as note, h.legal_name as holder, c.day,
            c.before::numeric as before, c.amount::numeric as amount, c.reason
          from changes c join notes n on n.id = c.id join holders h on h.id = n.holder_id
          order by array_position(array[${kinds}]::text[], c.kind), c.day, n.number limit ${size} offset ${page * size}
        ) shown on true`,
  )
  const [rows] = await readAs(actor, statement)
  const counts = rows[0]?.counts ?? {}
  return {
    // One row says the counts where the page is empty.
    changes: rows.flatMap(({ counts: _, ...row }) => (row.noteId ? (row as RegisterChange) : [])),
    counts,
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
  }
}
