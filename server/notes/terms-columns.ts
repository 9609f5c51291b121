import { sql } from 'kysely'
import type { TermsRow as StoredTerms } from '../../rules/notes/terms-row.ts'

/** A note's terms, as the database has them, and the dates that follow. */
export interface TermsRow extends StoredTerms {
  principal_cents: string
  term_months: 12 | 24
  issue_date: string | null
  maturity_date: string | null
  default_rate_bp: number | null
}

/** What a note's late interest is counted from: its terms, and what was paid of it while its principal came back. */
export interface LateRow extends TermsRow {
  /** Cents, as text. */
  late_credit: string
}

/** The columns of `TermsRow`, of the note `n`. */
export const termsColumns = sql`n.principal_cents::text as principal_cents, n.rate_bp, n.term_months, n.payout, n.day_count,
  n.convention, n.issue_date::text as issue_date, n.first_payment_date::text as first_payment_date,
  n.maturity_date::text as maturity_date, n.default_rate_bp`

/**
 * The first day whose interest belongs to the note `n`, as `interestFromOf` has it; null where it continues no other note.
 * A note that was transferred on before its first payment has no lines any more: then by the schedule that it had.
 */
export const interestFrom = sql`case when n.predecessor_id is not null then (
  select coalesce(min(s.start_date) filter (where s.interest_cents > 0), max(s.due_date))
  from schedule_lines s where s.note_id = n.id
    and s.version = (select max(v.version) from schedule_lines v where v.note_id = n.id)) end::text`

/** What comes off the late interest of the note `n` on a day. */
export const lateCreditOn = (day: string) =>
  sql`(select c.cents from app.late_credit(n.id, ${day}::date) c)::text as late_credit`
