import { sql } from 'kysely'
import type { StoredTerms } from '../terms-row.ts'

/** Data to calculate late interest: the terms, and late interest paid before its principal was returned, in cents. */
export interface LateTerms extends StoredTerms {
  lateCredit: bigint
}

/** Columns of `StoredTerms`, for note `n`. */
export const termsColumns = sql`n.principal_cents::numeric as "principalCents", n.rate_bp as "rateBp",
  n.term_months as "termMonths", n.payout, n.day_count as "dayCount", n.convention, n.issue_date as "issueDate",
  n.first_payment_date as "firstPaymentDate", n.maturity_date as "maturityDate", n.default_rate_bp as "defaultRateBp"`

/**
 * The first day for which note `n` earns interest, as `interestFromOf`; null without a predecessor. A note transferred
 * before its first payment has no scheduled payments left; then from its earlier schedule.
 */
export const interestFrom = sql`case when n.predecessor_id is not null then (
  select coalesce(min(s.start_date) filter (where s.interest_cents > 0), max(s.due_date))
  from schedule_lines s where s.note_id = n.id
    and s.version = (select max(v.version) from schedule_lines v where v.note_id = n.id)) end as "interestFrom"`

/** Deduction from the late interest of note `n` on a day. */
export const lateCreditOn = (day: string) =>
  sql`(select c.cents from app.late_credit(n.id, ${day}::date) c)::numeric as "lateCredit"`

/** @returns a row without these columns, for pages that show only what was counted with them */
export function withoutTerms<Row extends LateTerms>(row: Row) {
  const { principalCents, rateBp, termMonths, payout, dayCount, convention, ...rest } = row
  const { issueDate, firstPaymentDate, maturityDate, defaultRateBp, lateCredit, ...counted } = rest
  return counted
}
