import type { LedgerAccount } from '../rules/ledger-accounts.ts'

/** An account of the fund's own books. */
export type OwnAccount = {
  /** Its name in QuickBooks' chart of accounts, to the letter; of a subaccount 'Parent:Subaccount'. */
  quickbooks: string
  /** Its code in Xero's chart of accounts. */
  xero: string
}

/** Where the ledger of the notes goes in the fund's own books. */
export type Bookkeeping = {
  /** What the numbers of exported journal entries begin with, such as 'CPL-J' in CPL-J1204. */
  journalPrefix: string
  /** Each account of the ledger (`rules/ledger-accounts.ts`). */
  accounts: Record<LedgerAccount, OwnAccount>
  /** Interest that has accrued and isn't due, at a month's end. */
  accrued: OwnAccount
  /** The name of the tax rate on every line, as in Xero's settings. */
  xeroTaxRate: string
}
