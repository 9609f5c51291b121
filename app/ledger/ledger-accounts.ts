/** The accounts of the fund's subledger for notes. */
export const ledgerAccounts = {
  1010: 'Cash',
  1020: 'Payments in transit',
  2010: 'Notes payable',
  2020: 'Interest payable',
  2030: 'Tax withheld',
  2040: 'Unclaimed payments',
  5010: 'Interest expense',
} as const
export type LedgerAccount = keyof typeof ledgerAccounts

/**
 * Accounts of exports for the fund's own books. Interest that isn't due yet is in no ledger entry: only in entries made
 * for a balance sheet date.
 */
export const journalAccounts = { ...ledgerAccounts, 2025: 'Accrued interest' } as const
export type JournalAccount = keyof typeof journalAccounts

export const cash = 1010
export const inTransit = 1020
export const notesPayable = 2010
export const interestPayable = 2020
export const taxWithheld = 2030
export const unclaimedPayments = 2040
export const interestExpense = 5010
export const accruedInterest = 2025

/** A tax deposit's labels in place of note and holder: it has neither. */
export const depositName = 'Tax deposit'
export const depositTo = 'Internal Revenue Service'
