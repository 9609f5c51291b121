/** The journal of the notes' ledger, exported for the fund's own books. */

/** Programs that exports are for. */
export const journalFormats = {
  quickbooks: 'QuickBooks Online',
  xero: 'Xero',
  csv: 'CSV',
} as const
export type JournalFormat = keyof typeof journalFormats

export function isJournalFormat(text: string): text is JournalFormat {
  return Object.hasOwn(journalFormats, text)
}

/** Page size. */
export const journalPerPage = 50

/** Errors by code. */
export const journalMessages = {
  JOURNAL_NOTHING_NEW:
    'There is nothing new to export: every entry up to that day has been exported in this format. Choose to export them again, or download the export below.',
  ACCRUAL_NONE: 'No interest had accrued on that day, so there is nothing to book.',
  JOURNAL_FORMAT: 'Choose a format.',
  JOURNAL_FAILED: 'We couldn’t export the journal. Nothing has been marked as exported. Try again in a moment.',
} as const
