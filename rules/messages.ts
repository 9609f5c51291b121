/**
 * Every sentence a person may be told when something went right or wrong: the specification's error
 * catalogue and notices (section 8), then ours where it is silent. Code → words, in one place.
 */

/** Notices: good news, gone after `noticeStays`. */
export const notices = {
  codeSent: 'Verification code sent to your email',
} as const

/** Errors by code. `RATE_LIMIT_CLIENT` is `rateLimitClient()`, since it counts seconds. */
export const messages = {
  // Sign-in, specification section 8
  RATE_LIMIT: 'Too many requests. Please wait 60 seconds before trying again.',
  SEND_CODE_FAILED: 'Failed to send verification code',
  INVALID_CODE: 'Invalid verification code',
  UNEXPECTED: 'An unexpected error occurred',
  // Portal, specification section 8
  LOAD_DOCUMENTS_FAILED: 'Failed to load documents',
  LOAD_USERS_FAILED: 'Failed to load users',
  UPLOAD_FAILED: 'Upload failed',
  SIGN_OUT_FAILED: 'Failed to sign out',
  // Ours
  EMAIL_REQUIRED: 'Enter your e-mail address.',
  EMAIL_INVALID: 'Enter an e-mail address such as name@example.com.',
  CODE_EXPIRED: 'That code is no longer valid. Go back to ask for a new one.',
  CODE_TRIES: 'Too many wrong tries. Go back to ask for a new code.',
  NO_SESSION: 'No session',
  NO_CONNECTION: 'The site cannot be reached. Check your connection, then try again.',
  PROFILE_UNREADABLE: 'Your profile could not be read just now. Nothing is lost: try again in a moment.',
  LOAD_HISTORY_FAILED: 'Failed to load the history',
  FORBIDDEN: 'This is not yours to see. If you think it should be, write to the fund.',
  NOT_FOUND: 'There is nothing here. It may have been deleted.',
  WRONG_ORIGIN: 'This request came from another site and was not carried out.',
  FILE_TOO_LARGE: 'This file is larger than 50MB. Split it or make it smaller, then try again.',
  FILE_EMPTY: 'This file is empty. Choose the file again once it has something in it.',
  FILE_TYPE: 'This type is not accepted. Choose a PDF, DOC, DOCX, JPG, JPEG, PNG, STL or TXT file.',
  FILE_CONTENT: 'What is in this file does not match its name. Save it again in the type its name says.',
  FILE_NAME: 'This file has no usable name. Rename it, then try again.',
  AWAY: 'The site is being restarted. Nothing is lost: try again in a moment.',
  STORAGE_UNAVAILABLE: 'Files cannot be stored just now. Nothing is lost: try again in a minute.',
  UPLOADS_AT_ONCE: 'Too many uploads are unfinished. Let some finish, then try again.',
} as const

export type MessageCode = keyof typeof messages

/**
 * @param seconds whole seconds left before another code may be asked for
 * @returns the specification's sentence for code RATE_LIMIT_CLIENT (section 5)
 */
export function rateLimitClient(seconds: number): string {
  return `Please wait ${seconds} seconds before requesting another code`
}
