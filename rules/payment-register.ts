/** The register of a year's payments: what its rows are called. */

/** What a row records. */
export const registeredKinds = { payment: 'Payment', return: 'Return', correction: 'Correction' } as const
export type RegisteredKind = keyof typeof registeredKinds

/** What became of a payment. */
export const registeredStates = { made: 'Made', returned: 'Returned', corrected: 'Corrected' } as const
export type RegisteredState = keyof typeof registeredStates

/** What the rows of the page are. */
export const registeredViews = { payments: 'Each payment', holders: 'By holder' } as const
export type RegisteredView = keyof typeof registeredViews

/** Rows on a page. */
export const registeredPerPage = 100
