import type { LedgerKind } from './note-records.ts'

/** What is recorded late, or undone, lets later payments be booked again. */
const changes = ['payment.record', 'note.payoff', 'note.repay', 'ledger.reverse']

/**
 * The kinds of approval on which an entry of each kind may rest, beside an import's: interest falls due by itself, and needs
 * none. The guard of the ledger asks the same: `npm run schema` writes it into `server/database/schema/workflows.sql`.
 */
export const approvalsOfEntries: Readonly<Record<LedgerKind, readonly string[]>> = {
  funds: ['note.fund'],
  interest_due: [],
  payment: [...changes],
  principal: [...changes],
  payment_returned: ['ledger.reverse'],
  reversal: ['ledger.reverse', 'note.unfund', 'note.untransfer', 'note.unrenew'],
  restated: [...changes, 'note.transfer'],
  renewal: ['note.renew'],
  transfer: ['note.transfer'],
}

/** Kinds of approval that move principal from note to note, and no cash. */
export const movesWithoutCash: readonly string[] = [
  ...approvalsOfEntries.renewal,
  ...approvalsOfEntries.transfer,
  'note.untransfer',
  'note.unrenew',
]
