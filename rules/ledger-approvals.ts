import type { LedgerKind } from './note-records.ts'

/** What is recorded late, or undone, lets payments be booked again. */
const changes = ['payment.record', 'note.payoff', 'note.repay', 'ledger.reverse', 'note.untransfer']

/**
 * The kinds of approval on which an entry of each kind may rest, beside an import's: interest falls due by itself, and needs
 * none. The guard of the ledger asks the same: `npm run schema` writes it into `server/database/schema/workflows.sql`.
 */
export const approvalsOfEntries: Readonly<Record<LedgerKind, readonly string[]>> = {
  funds: ['note.fund'],
  interest_due: [],
  payment: [...changes],
  principal: [...changes],
  // A payment may be recorded together with its return.
  payment_returned: [...changes],
  reversal: ['ledger.reverse', 'note.unfund', 'note.untransfer', 'note.unrenew', 'tax.deposit_reverse'],
  restated: [...changes, 'note.transfer'],
  renewal: ['note.renew'],
  transfer: ['note.transfer'],
  tax_deposit: ['tax.deposit'],
}

/** Kinds of approval that move principal from note to note, and no cash. */
export const movesWithoutCash: readonly string[] = [
  ...approvalsOfEntries.renewal,
  ...approvalsOfEntries.transfer,
  'note.untransfer',
  'note.unrenew',
]
