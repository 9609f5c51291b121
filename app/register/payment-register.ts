/** Labels of the register of a year's payments. */

/** Kinds of rows. */
export const registeredKinds = { payment: 'Payment', return: 'Return', correction: 'Correction' } as const
export type RegisteredKind = keyof typeof registeredKinds

/** States of a payment. */
export const registeredStates = { made: 'Made', returned: 'Returned', corrected: 'Corrected' } as const
export type RegisteredState = keyof typeof registeredStates

/** Groupings of the page's rows. */
export const registeredViews = { payments: 'Each payment', holders: 'By holder' } as const
export type RegisteredView = keyof typeof registeredViews

/**
 * @param exempt why its holder gets no form; null otherwise
 * @returns the boxes of Form 1099-INT in which a payment counts, such as '1' or '1 and 4'; '' for none
 */
export function boxesOf(payment: { interest: bigint; withheld: bigint; exempt: string | null }): string {
  if (payment.exempt) return ''
  return [payment.interest !== 0n && '1', payment.withheld !== 0n && '4'].filter(Boolean).join(' and ')
}

/** Page size. */
export const registeredPerPage = 100
