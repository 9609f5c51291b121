import type { LedgerKind } from './note-records.ts'

/** Late records and reversals can rebook payments. */
const changes = ['payment.record', 'note.payoff', 'note.repay', 'ledger.reverse', 'note.untransfer']

/**
 * Approvals on which each kind of entry may rely, besides an import's; interest that falls due needs none. The ledger's
 * guard checks the same: `npm run schema` writes it into `server/database/schema/workflows.sql`.
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

/** Approvals that move principal between notes, without cash. */
export const movesWithoutCash: readonly string[] = [
  ...approvalsOfEntries.renewal,
  ...approvalsOfEntries.transfer,
  'note.untransfer',
  'note.unrenew',
]
