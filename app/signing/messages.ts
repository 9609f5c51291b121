/** Errors of forms that investors see, by code: few, since their pages load them. Those of a consent are shared by its kinds. */
export const consentMessages = {
  CONSENT_GONE: 'This has been answered or replaced. Load the page again.',
  CONSENT_WORD: 'That isn’t the word on the sample. Open it and find the word again.',
  CONSENT_TRIES: 'That isn’t the word, either. Open the sample again: it has a new word now.',
  CONSENT_GIVEN: 'You’ve agreed to this already.',
  SAMPLE_BUSY: 'The sample is being made for you, or many are waiting. Try again in {wait}.',
  ESIGN_FAILED: 'We couldn’t save this. Nothing has changed. Try again in a moment.',
} as const

/** Errors of every signature in the portal. */
export const signatureMessages = {
  ESIGN_CONSENT_NEEDED: 'Before you sign here, agree to electronic records and signatures.',
  SIGN_LETTERS:
    'Our documents can’t print one of these letters. Type your name in Latin letters, as on your passport, or call us.',
} as const

/** @returns the message for letters that documents can't print, such as those of a Greek name */
export function lettersMessage(missing: readonly string[]): string {
  const named = missing
    .slice(0, 3)
    .map(letter => `“${letter}”`)
    .join(', ')
  return `Our documents can’t print ${named}. Type your name in Latin letters, as on your passport, or call us.`
}
