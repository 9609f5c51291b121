/** Messages of the catalogue (`messages.ts`) about a change of the address that a person signs in with. */
export const emailChangeMessages = {
  // Specification, section 8
  CHANGE_EMAIL_FAILED: 'Failed to change email',
  // Ours
  EMAIL_SAME: 'That’s already your address. Enter a different one.',
  EMAIL_TAKEN: 'Another account uses that address. Enter a different one, or sign out and sign in with it.',
  CHANGE_GONE:
    'This change is no longer in progress, or has changed in another window. Check its current state, or start over.',
  REPORT_UNKNOWN: 'This link is invalid or expired. If something is wrong with your account, call us.',
} as const
