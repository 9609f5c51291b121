/** Messages of the catalogue (`messages.ts`) about signing in and the codes that are e-mailed for it. */
export const signInMessages = {
  // Specification, section 8
  RATE_LIMIT: 'Too many requests. Please wait 60 seconds before trying again.',
  SEND_CODE_FAILED: 'Failed to send verification code',
  INVALID_CODE: 'Invalid verification code',
  // Ours
  CODE_NEWER: 'That code was replaced by a newer one. Enter the code from the newest e-mail.',
  CODE_EXPIRED: 'That code is no longer valid. Request a new one.',
  CODE_TRIES: 'Too many attempts. Request a new code.',
  CODE_ELSEWHERE: 'Enter the code in the browser where you requested it, or request a new one here.',
  SECOND_CODE: 'This browser is new. Type the second code from the same e-mail.',
  EMAIL_MOVED:
    'This address was recently replaced by another one. Sign in with the new one. If you didn’t make that change, open the link in our e-mail about it, or call us.',
  ACCOUNT_LOCKED:
    'This account is locked because someone reported an unauthorized e-mail change. Call us to unlock it.',
  ACCESS_CLOSED: 'Your access is closed. Call {phone}.',
  SIGN_UP_CLOSED: 'There’s no portal for this address. If you think there should be, call {phone}.',
  CLOCKS_DIFFER:
    'Signing in doesn’t work right now, because a clock of our site is wrong. Nothing is lost. Call {phone}, so that we set it.',
} as const
