import type { LedgerAccount } from '../app/ledger/ledger-accounts.ts'

/** An account of the fund's own books. */
export type OwnAccount = {
  /** Its name in QuickBooks' chart of accounts, to the letter; of a subaccount 'Parent:Subaccount'. */
  quickbooks: string
  /** Its code in Xero's chart of accounts. */
  xero: string
}

/** The accounts of the notes' ledger in the fund's own books. */
export type Bookkeeping = {
  /** The prefix of exported journal entries' numbers, such as 'CPL-J' in CPL-J1204. */
  journalPrefix: string
  /** Each account of the ledger (`app/ledger/ledger-accounts.ts`). */
  accounts: Record<LedgerAccount, OwnAccount>
  /** Interest accrued but not due, at a month's end. */
  accrued: OwnAccount
  /** The name of the tax rate on every line, as in Xero's settings. */
  xeroTaxRate: string
}
