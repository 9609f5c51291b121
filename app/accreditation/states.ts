export const accreditationStates = [
  'started',
  'submitted',
  'in_review',
  'approved',
  'returned',
  'rejected',
  'expired',
  'revoked',
] as const
export type AccreditationState = (typeof accreditationStates)[number]

/** For investors and administrators. */
export const stateWords: Record<AccreditationState, string> = {
  started: 'Started',
  submitted: 'Received',
  in_review: 'In review',
  approved: 'Approved',
  returned: 'More needed',
  rejected: 'Not approved',
  expired: 'Ended',
  revoked: 'Withdrawn by us',
}
