import type { Bookkeeping } from './bookkeeping-types.ts'

/**
 * What the accounts of the notes are called in the fund's own books, for the journal that QuickBooks or Xero imports. Ask
 * the fund's accountant; an account that isn't there is refused by their import.
 *
 * - Cash is not the bank account but one beside it, such as 'Notes clearing': the bank's own lines arrive by its feed and
 *   are matched against it. Xero takes no manual journal into a bank account.
 * - None of them is of the type accounts payable: QuickBooks would ask for a vendor on each line.
 */
export const bookkeeping: Bookkeeping = {
  journalPrefix: 'LK-J',
  accounts: {
    1010: { quickbooks: 'Notes Clearing', xero: '1010' },
    1020: { quickbooks: 'Note Payments in Transit', xero: '1020' },
    2010: { quickbooks: 'Notes Payable', xero: '2010' },
    2020: { quickbooks: 'Interest Payable', xero: '2020' },
    2030: { quickbooks: 'Tax Withheld on Notes', xero: '2030' },
    2040: { quickbooks: 'Unclaimed Note Payments', xero: '2040' },
    5010: { quickbooks: 'Interest Expense', xero: '5010' },
  },
  accrued: { quickbooks: 'Accrued Interest', xero: '2025' },
  xeroTaxRate: 'Tax Exempt',
}
