import type { PaymentState } from '../holdings.ts'

/** Up to this many late payments are named one by one. */
export const lateNamed = 3

const words: Partial<Record<PaymentState, string>> = {
  returned: 'came back, and hasn’t been paid again yet.',
  corrected: 'is no longer recorded as paid: we’ve corrected our records.',
  part: 'is still to be paid.',
}

/** @returns why a payment is late, as the end of a sentence about it */
export function lateWords(state: PaymentState): string {
  return words[state] ?? 'isn’t recorded as paid yet.'
}
