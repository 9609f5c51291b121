import type { LedgerKind } from './note-records.ts'

/**
 * The kinds of approval on which an entry of each kind may rest, beside an import's: interest falls due by itself, and needs
 * none. The guard of the ledger asks the same: `npm run schema` writes it into `server/database/schema/workflows.sql`.
 */
export const approvalsOfEntries: Readonly<Record<LedgerKind, readonly string[]>> = {
  funds: ['note.fund'],
  interest_due: [],
  payment: ['payment.record', 'note.payoff'],
  principal: ['payment.record', 'note.payoff', 'note.repay'],
  payment_returned: ['ledger.reverse'],
  reversal: ['ledger.reverse', 'note.unfund', 'note.transfer', 'note.untransfer'],
  renewal: ['note.renew'],
  transfer: ['note.transfer'],
}

/** Kinds of approval that move principal from note to note, and no cash. */
export const movesWithoutCash: readonly string[] = [
  ...approvalsOfEntries.renewal,
  ...approvalsOfEntries.transfer,
  'note.untransfer',
]
