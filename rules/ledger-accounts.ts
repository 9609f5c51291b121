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

/** Interest that isn't due yet: only the entries of a balance sheet date have it, which are made for the fund's own books. */
export const accruedInterest = 2025

/** The accounts of what leaves for the fund's own books. */
export const journalAccounts = { ...ledgerAccounts, [accruedInterest]: 'Accrued interest' } as const
export type JournalAccount = keyof typeof journalAccounts

export const cash = 1010
export const inTransit = 1020
export const notesPayable = 2010
export const interestPayable = 2020
export const interestExpense = 5010
