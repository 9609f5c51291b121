/**
 * Sentences of the catalogue (`messages.ts`) that the browser says by itself, because nobody answered or it need not
 * ask. They stand apart so that no page loads the whole catalogue. `RATE_LIMIT_CLIENT` is `rateLimitClient()`, since it
 * counts seconds.
 */
export const browserMessages = {
  SIGN_OUT_FAILED: 'Failed to sign out',
  NO_CONNECTION: 'We can’t reach the site. Check your connection, then try again.',
  UNEXPECTED: 'An unexpected error occurred',
  DOWNLOAD_FAILED: 'Failed to download documents',
  LOAD_USERS_FAILED: 'Failed to load users',
  SAVE_MAIL_FAILED: 'Failed to save your e-mail settings',
} as const

export type BrowserMessageCode = keyof typeof browserMessages

/** @returns whether a refusal is about the login code that was typed, and belongs to its field */
export function isAboutCode(refused: string | undefined): boolean {
  return ['INVALID_CODE', 'CODE_EXPIRED', 'CODE_TRIES'].some(code => code === refused)
}

/**
 * @param seconds whole seconds left before another code may be asked for
 * @returns the specification's sentence for code RATE_LIMIT_CLIENT (section 5)
 */
export function rateLimitClient(seconds: number): string {
  return `Please wait ${seconds} seconds before requesting another code`
}
