/** What members see of their notes: states of payments, and what they are called. */

/**
 * Where a payment of the schedule has got to, as far as the fund has recorded it. `unrecorded`: its day has passed, and
 * nothing is recorded; `returned`: it was made, and came back; `corrected`: it was recorded by mistake, which was reversed,
 * and its day has passed.
 */
export type PaymentState = 'paid' | 'part' | 'returned' | 'corrected' | 'unrecorded' | 'due' | 'scheduled' | 'renewed'

export const paymentStateWords: Record<PaymentState, string> = {
  paid: 'Paid',
  part: 'Paid in part',
  returned: 'Returned',
  corrected: 'Recorded by mistake, corrected',
  unrecorded: 'Late',
  due: 'Due today',
  scheduled: 'Scheduled',
  renewed: 'Paid, principal renewed',
}

/** What is needed of a payment to tell its state; amounts are cents. */
export interface PaymentFacts {
  payDate: string
  dueCents: bigint
  /** Interest and principal that are settled, less what came back. */
  settledCents: bigint
  /** Of that, principal that went into another note. */
  renewedCents: bigint
  /** What the newest record undid: a payment that came back, or one recorded by mistake. */
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

/** @returns what an entry of the ledger records, for the note's holder */
export function ledgerEntryWords(kind: string, reversedKind: string | null): string {
  if (kind !== 'reversal' && kind !== 'restated') return entryWords[kind] ?? kind
  const reversed = entryWords[reversedKind ?? '']?.toLowerCase() ?? 'an entry'
  return `${kind === 'restated' ? 'Counted again' : 'Recorded by mistake'}, reversed: ${reversed}`
}

/** Errors by code. */
export const holdingMessages = {
  CALENDAR_FAILED: 'We couldn’t change the calendar link. Try again in a moment.',
  ELECTION_FAILED: 'Your choice couldn’t be recorded. Please try again.',
} as const
