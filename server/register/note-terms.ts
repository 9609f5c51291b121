import { type RawBuilder, sql } from 'kysely'
import type { TermsRow as StoredTerms } from '../../rules/notes/terms-row.ts'

/** A note's terms, as the database has them, and the dates that follow. */
export interface TermsRow extends StoredTerms {
  principal_cents: string
  term_months: 12 | 24
  issue_date: string | null
  maturity_date: string | null
  default_rate_bp: number | null
}

/** The columns of `TermsRow`, of the note `n`. */
export const termsColumns = sql`n.principal_cents::text as principal_cents, n.rate_bp, n.term_months, n.payout, n.day_count,
  n.convention, n.issue_date::text as issue_date, n.first_payment_date::text as first_payment_date,
  n.maturity_date::text as maturity_date, n.default_rate_bp`

/** @returns a note's principal on a day, less what was repaid on due dates; only later versions of a schedule have any */
export function principalOn(on: string): RawBuilder<string> {
  return sql`n.principal_cents - case when n.version > 1 and (n.closed_on is null or n.closed_on > ${on}::date)
    then (select coalesce(sum(s.principal_cents), 0) from schedule_lines s where s.note_id = n.id
      and s.version = n.version and s.due_date <= ${on}::date and s.due_date < n.maturity_date) else 0 end`
}

/** What the state of a note was on a day, as far as its dates tell. */
export function stateOn(on: string): RawBuilder<string> {
  return sql`case when n.closed_on > ${on}::date
    then case when n.maturity_date <= ${on}::date then 'matured' else 'current' end
    when n.state = 'matured' and n.maturity_date > ${on}::date then 'current' else n.state end`
}
