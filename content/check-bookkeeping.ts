import type { Bookkeeping, OwnAccount } from './bookkeeping-types.ts'
import { filled, unless } from './check-helpers.ts'

/** How the notes are booked, and the accounts of their ledger by number. */
export type BookkeepingRules = { settings: Bookkeeping; ledger: Record<number, string> }

/** QuickBooks takes journal numbers of 21 characters; ours end with a count. */
const prefixLength = 10

/** @returns faults of the accounts in the fund's own books */
export function inBookkeeping({ settings, ledger }: BookkeepingRules): string[] {
  const { journalPrefix, accounts, accrued, xeroTaxRate } = settings
  const at = (field: string) => `content/bookkeeping.ts: ${field}`
  const targets: [name: string, account: OwnAccount | undefined][] = [
    ...Object.entries(ledger).map(([number, name]): [string, OwnAccount | undefined] => [
      `accounts.${number} (${name.toLowerCase()})`,
      (accounts as Partial<Record<string, OwnAccount>>)[number],
    ]),
    ['accrued', accrued],
  ]
  const names = targets.flatMap(([, account]) => account?.quickbooks ?? [])
  return [
    ...unless(
      /^[A-Z][A-Z0-9-]*$/.test(journalPrefix) && journalPrefix.length <= prefixLength,
      at('journalPrefix'),
      `'${journalPrefix}' is not up to ${prefixLength} capital letters, digits and hyphens.`,
    ),
    ...targets.flatMap(([name, account]) =>
      unless(
        account !== undefined && filled(account.quickbooks),
        at(name),
        'has no QuickBooks account: name the one in which it is booked.',
      ),
    ),
    ...targets.flatMap(([name, account]) =>
      unless(
        account !== undefined && /^[A-Za-z0-9.-]{1,10}$/.test(account.xero),
        at(name),
        'has no Xero account: give the code of the one in which it is booked, of up to 10 letters and digits.',
      ),
    ),
    ...unless(
      names.every(name => name.split(':').every(part => filled(part) && part === part.trim()) && !/["\n\r]/.test(name)),
      at('accounts'),
      'has a QuickBooks account with an empty part, spaces around a part, or quotation marks.',
    ),
    ...unless(filled(xeroTaxRate), at('xeroTaxRate'), 'is empty.'),
  ]
}
