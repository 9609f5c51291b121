/**
 * Messages of the catalogue (`messages.ts`) that the browser shows without the server's response. Separate, so that no
 * page loads the whole catalogue. `RATE_LIMIT_CLIENT` is `rateLimitClient()`, because it contains a number of seconds.
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

/** @returns whether an error is about the entered code, and belongs at its field */
export function isAboutCode(refused: string | undefined): boolean {
  return /^(INVALID_)?CODE/.test(refused ?? '')
}

/**
 * @param seconds until another code can be requested, a whole number
 * @returns the specification's sentence for code RATE_LIMIT_CLIENT (section 5)
 */
export function rateLimitClient(seconds: number): string {
  return `Please wait ${seconds} seconds before requesting another code`
}
