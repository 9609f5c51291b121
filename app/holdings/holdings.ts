/** Notes for members: states of payments, and their labels. */

/**
 * Recorded state of a scheduled payment. `unrecorded`: its day has passed without a record; `returned`: it was made and
 * returned; `corrected`: its record was reversed, as a mistake or to be recorded again, and its day has passed.
 */
export type PaymentState = 'paid' | 'part' | 'returned' | 'corrected' | 'unrecorded' | 'due' | 'scheduled' | 'renewed'

export const paymentStateWords: Record<PaymentState, string> = {
  paid: 'Paid',
  part: 'Paid in part',
  returned: 'Returned',
  corrected: 'Record corrected',
  unrecorded: 'Late',
  due: 'Due today',
  scheduled: 'Scheduled',
  renewed: 'Paid, principal renewed',
}

/** Facts that determine a payment's state; amounts are cents. */
export interface PaymentFacts {
  payDate: string
  dueCents: bigint
  /** Settled interest and principal, less returns. */
  settledCents: bigint
  /** The part of it that is principal renewed into another note. */
  renewedCents: bigint
  /** What the latest record reversed: a returned payment, or a payment's record. */
  undone: 'returned' | 'mistake' | undefined
}

/** @param today 'YYYY-MM-DD', in the fund's zone */
export function paymentState(facts: PaymentFacts, today: string): PaymentState {
  if (facts.settledCents >= facts.dueCents && facts.settledCents > 0n)
    return facts.renewedCents > 0n ? 'renewed' : 'paid'
  if (facts.settledCents > 0n) return 'part'
  if (facts.undone === 'returned') return 'returned'
  if (facts.payDate > today) return 'scheduled'
  if (facts.payDate === today) return 'due'
  return facts.undone ? 'corrected' : 'unrecorded'
}

const entryWords: Record<string, string> = {
  funds: 'Funds received',
  interest_due: 'Interest due',
  interest: 'Other accrued interest',
  payment: 'Interest paid',
  payment_returned: 'Payment returned',
  principal: 'Principal paid back',
  renewal: 'Principal renewed',
  transfer: 'Transferred',
}

/** @returns a ledger entry's description for the note's holder */
export function ledgerEntryWords(kind: string, reversedKind: string | null): string {
  if (kind !== 'reversal' && kind !== 'restated') return entryWords[kind] ?? kind
  const reversed = entryWords[reversedKind ?? '']?.toLowerCase() ?? 'an entry'
  return `${kind === 'restated' ? 'Counted again' : 'Record corrected'}, reversed: ${reversed}`
}

/** Errors by code. */
export const holdingMessages = {
  CALENDAR_FAILED: 'We couldn’t change the calendar link. Try again in a moment.',
  ELECTION_FAILED: 'Your choice couldn’t be recorded. Please try again.',
} as const
