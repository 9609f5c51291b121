import { sql } from 'kysely'
import type { TermsRow as StoredTerms } from '../../rules/notes/terms-row.ts'

/** A note's terms and dates, as stored. */
export interface TermsRow extends StoredTerms {
  principal_cents: string
  term_months: 12 | 24
  issue_date: string | null
  maturity_date: string | null
  default_rate_bp: number | null
}

/** Data to calculate late interest: the terms, and late interest paid before its principal was returned. */
export interface LateRow extends TermsRow {
  /** Cents, as text. */
  late_credit: string
}

/** Columns of `TermsRow`, for note `n`. */
export const termsColumns = sql`n.principal_cents::text as principal_cents, n.rate_bp, n.term_months, n.payout, n.day_count,
  n.convention, n.issue_date::text as issue_date, n.first_payment_date::text as first_payment_date,
  n.maturity_date::text as maturity_date, n.default_rate_bp`

/**
 * The first day for which note `n` earns interest, as `interestFromOf`; null without a predecessor. A note transferred
 * before its first payment has no scheduled payments left; then from its earlier schedule.
 */
export const interestFrom = sql`case when n.predecessor_id is not null then (
  select coalesce(min(s.start_date) filter (where s.interest_cents > 0), max(s.due_date))
  from schedule_lines s where s.note_id = n.id
    and s.version = (select max(v.version) from schedule_lines v where v.note_id = n.id)) end::text`

/** Deduction from the late interest of note `n` on a day. */
export const lateCreditOn = (day: string) =>
  sql`(select c.cents from app.late_credit(n.id, ${day}::date) c)::text as late_credit`
