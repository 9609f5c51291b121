import { type RawBuilder, sql } from 'kysely'
import { fundDay } from '../../../server/platform/fund-day.ts'

/**
 * Interest due and unpaid on note `n` at the end of a day, however it was closed; negative if an earlier payment
 * replaces one that is reversed later.
 */
export function unpaidInterest(on: string): RawBuilder<bigint> {
  // No entry is dated in the future, so the account balances suffice.
  if (on >= fundDay()) return unpaidToday(on)
  return sql`(select b.interest_cents from app.note_balance(n.id, ${on}::date) b)`
}

/** After a return, the amount due again may be offset by interest prepaid meanwhile. */
const hasReversal = sql`n.id in (select e.note_id from ledger_entries e where e.kind in ('payment_returned', 'reversal', 'restated'))`

/** `unpaidInterest` today or later, for statements prepared without a fixed day. */
export function unpaidToday(today: string): RawBuilder<bigint> {
  return sql`(coalesce((select o.interest_cents from app.note_interests o where o.note_id = n.id), 0)
    + case when n.next_due_on <= ${today}::date
      then (select d.interest_cents from app.interest_to_post(n.id, ${today}::date) d) else 0 end)`
}

/**
 * SQL counterpart of `lateOf` (app/notes/standing.ts) for lists. Reads only the schedules of notes that owe anything,
 * which are few; with the convention 'preceding' something is late before it is due in the books.
 * @param on today or earlier, as of its end
 * @param unpaid `unpaidInterest` of that day
 * @returns the first earlier pay date of note `n` with something unpaid, as text, or null
 */
export function lateSince(on: string, unpaid: RawBuilder<unknown>): RawBuilder<string | null> {
  const day = sql`${on}::date`
  return sql`case when n.funded_at is not null and (${unpaid} > 0
      or n.maturity_date <= ${day} and (n.closed_on is null or n.closed_on > ${day})
      or n.convention = 'preceding' or ${hasReversal})
    then (select min(s.pay_date)::text from schedule_lines s
      where s.note_id = n.id and s.version = n.version and s.pay_date < ${day}
        and (s.interest_cents > (select coalesce(-sum(m.interest_cents), 0) from app.note_movements m
            where m.note_id = s.note_id and m.entry_note_id = s.note_id and m.line_n = s.n and m.about <> 'interest_due'
              and m.booked_on <= ${day})
          or s.principal_cents > 0 and (select coalesce(sum(m.principal_cents), 0) from app.note_movements m
              where m.note_id = s.note_id and m.is_principal and m.booked_on <= ${day})
            > (select coalesce(sum(l.principal_cents), 0) from schedule_lines l
              where l.note_id = s.note_id and l.version = s.version and l.n > s.n))) end`
}
