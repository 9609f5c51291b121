/** Messages of the catalogue (`messages.ts`) about a person's sessions and account. */
export const settingsMessages = {
  END_SESSION_FAILED: 'Failed to end that session',
  ERASURE_REQUEST_FAILED: 'We couldn’t record your request. Try again in a moment, or call us.',
} as const
