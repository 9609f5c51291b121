import type { RetentionReason } from './types.ts'

/**
 * What must be kept of the documents of somebody whose account is erased, and for how long. Ask your counsel. Documents
 * that no reason names are deleted with the account; what a guest has uploaded always is.
 */
export const retention: readonly RetentionReason[] = [
  {
    id: 'issued',
    documents: 'added-by-fund',
    years: 7,
    name: 'Notes, agreements, statements and tax forms we issued',
    law: 'Internal Revenue Code § 6001 and the statutes of limitations on notes',
  },
  {
    id: 'accreditation',
    documents: 'added-by-person',
    years: 5,
    name: 'What an investor sent us to show that they may invest',
    law: 'Rule 506(c) of Regulation D',
  },
]

/** Named where the fund says that a note is still open: everything is kept until it has been repaid. */
export const openNoteReason = 'A note that has not been repaid'

/** Named for what was kept when a note was sold: the evidence of accreditation that the sale relied on. */
export const retainedReason = 'What a sale of a note relied on'
