import type { NoteTerms } from './schedule.ts'

/** A note's terms in the columns of the table `notes`. */
export interface TermsRow {
  /** Cents, as text in JSON. */
  principal_cents: string | bigint
  rate_bp: number
  term_months: number
  payout: NoteTerms['payout']
  day_count: NoteTerms['dayCount']
  convention: NoteTerms['convention']
  first_payment_date: string | null
}

/**
 * @param issueDate the note's own, or an assumed day while it has none
 * @returns its terms for the calculations of `rules/notes`
 */
export function toTerms(row: TermsRow, issueDate: string): NoteTerms {
  return {
    principalCents: BigInt(row.principal_cents),
    rateBp: row.rate_bp,
    termMonths: row.term_months as NoteTerms['termMonths'],
    payout: row.payout,
    dayCount: row.day_count,
    convention: row.convention,
    issueDate,
    ...(row.first_payment_date && { firstPaymentDate: row.first_payment_date }),
  }
}
