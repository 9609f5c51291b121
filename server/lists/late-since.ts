import { type RawBuilder, sql } from 'kysely'
import { fundDay } from '../platform/fund-day.ts'

/**
 * Of a note `n`: interest that was due and unpaid at the end of a day, however the note was closed; below zero where a
 * payment of before that day was recorded in place of one that is reversed later.
 */
export function unpaidInterest(on: string): RawBuilder<bigint> {
  // No entry is of a day to come, so the accounts alone tell what the books have.
  if (on >= fundDay()) return unpaidToday(on)
  return sql`(select b.interest_cents from app.note_balance(n.id, ${on}::date) b)`
}

/** Something that was paid came back: what is due again may be outweighed by what was paid ahead of its day meanwhile. */
const hasReversal = sql`n.id in (select e.note_id from ledger_entries e where e.kind in ('payment_returned', 'reversal', 'restated'))`

/** The same today or later, for statements that are prepared before they know the day. */
export function unpaidToday(today: string): RawBuilder<bigint> {
  return sql`(coalesce((select o.interest_cents from app.note_interests o where o.note_id = n.id), 0)
    + case when n.next_due_on <= ${today}::date
      then (select d.interest_cents from app.interest_to_post(n.id, ${today}::date) d) else 0 end)`
}

/**
 * The lists' side of `lateOf` (rules/notes/standing.ts). Few notes owe anything at a time, so that the schedules of few are
 * read; with the convention 'preceding' something is late before it is due in the books.
 * @param on today or a day before, by the end of which it is told
 * @param unpaid `unpaidInterest` of that day
 * @returns of a note `n`, the first pay date before that day of which something was unpaid, as text; null where there is none
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
