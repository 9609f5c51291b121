import type { RetentionReason } from './types.ts'

/**
 * Which documents of an erased account must be retained, and for how long. Ask your counsel. Other documents are
 * deleted with the account; a guest's uploads always are.
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

/** Given if a note is still open: everything is retained until it has been repaid. */
export const openNoteReason = 'A note that has not been repaid'

/** Given for documents of the office's own that the fund disclosed, filed or read: they stay with the record of that. */
export const recordReason = 'What the fund’s records are about, such as a disclosure'

/** Given for documents retained by a sale of a note: the evidence of accreditation that the sale relied on. */
export const retainedReason = 'What a sale of a note relied on'
