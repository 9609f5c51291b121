/** The administrators' register of notes: its queries and labels. */

/** Form limits for a bank list, or an import of existing notes: sent with the form, and read at once. */
export const registerForm = { bytes: 8 * 1024 * 1024, fields: 5000 }
/** Page size of notes, or holders. */
export const registerPerPage = 50
/** Page size of the due list. */
export const duePerPage = 100

/** Filters of the register. */
export const registerShows = {
  outstanding: 'Outstanding',
  late: 'Late',
  'in-progress': 'Not issued yet',
  closed: 'Closed',
  all: 'All notes',
} as const
export type RegisterShow = keyof typeof registerShows

/** Changes of a note within a month, those that need review first. */
export const registerChanges = {
  unpaid: 'Due and not recorded as paid',
  amount: 'Paid another amount than due',
  late: 'Paid late',
  returned: 'Returned or reversed',
  changed: 'Another amount due than last time',
  first: 'First payment',
  issued: 'Issued',
  matured: 'Matured',
  closed: 'Closed',
} as const
export type RegisterChangeKind = keyof typeof registerChanges

/** Days shown by the due list by default, and by Today. */
export const dueDaysAhead = 14

/** Days ahead for which maturing notes are listed individually: a month more than the notice. */
export const maturityDays = 92

/** States of a payment that is due. */
export const dueStates = {
  upcoming: 'Due',
  overdue: 'Late',
  asked: 'Pending approval',
  paid: 'Recorded',
} as const
export type DueState = keyof typeof dueStates

/** A scheduled payment. */
export interface DueKey {
  noteId: string
  n: number
}

/** Most payments recorded at once. */
export const mostDueRecorded = 500

/** Filings about an offering's sales. */
export const filingKinds = {
  form_d: 'Form D',
  amendment: 'Form D, yearly amendment',
  notice: 'State notice',
} as const
export type FilingKind = keyof typeof filingKinds

/** Most characters of a filing's receipt number. */
export const receiptLength = 200

/** Errors by code. */
export const registerMessages = {
  LOAD_REGISTER_FAILED: 'We couldn’t load the register. Try again in a moment.',
  DUE_NOTHING_SELECTED: 'Select at least one payment.',
  DUE_TOO_MANY: 'Record at most 500 payments at once.',
  DUE_EARLIER: 'This note has an earlier payment that isn’t recorded. Select that one, too.',
  DUE_GONE: 'This payment has already been recorded.',
  FILING_INVALID: 'Choose what was filed, and enter the day and at most 200 characters for the receipt.',
  FILING_TWICE: 'This filing is in the list already.',
  IMPORT_EMPTY: 'Choose a CSV file that isn’t empty.',
  IMPORT_CHANGED: 'This isn’t the file that was checked. Check it again first.',
  IMPORT_PROBLEMS: 'This file has rows that can’t be imported. Correct them, then check it again.',
  IMPORT_NEW_NOTES:
    'Some of these notes are new: write them under New note, where their holders are verified and sign. If they have to be imported, say why: another administrator has to agree.',
  IMPORT_STALE: 'The register has changed since this import was submitted. Reject it, and check the file again.',
  IMPORT_FAILED: 'We couldn’t check this file. Nothing has changed. Try again in a moment.',
} as const
