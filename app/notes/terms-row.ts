import type { Day } from '../../rules/days.ts'
import type { NoteTerms } from './schedule.ts'

/** A note's terms and dates, as stored. */
export interface StoredTerms extends Omit<NoteTerms, 'issueDate' | 'firstPaymentDate'> {
  issueDate: Day | null
  firstPaymentDate: Day | null
  maturityDate: Day | null
  defaultRateBp: number | null
}

/**
 * @param day the assumed issue date of a note without one
 * @returns its terms for the calculations of `app/notes/`
 */
export function toTerms(terms: StoredTerms, day: Day): NoteTerms {
  const { issueDate, firstPaymentDate } = terms
  return { ...terms, issueDate: issueDate ?? day, firstPaymentDate: firstPaymentDate ?? undefined }
}
