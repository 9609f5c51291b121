/**
 * Every sentence a person may be told when something went right or wrong: the specification's error
 * catalogue and notices (section 8), then ours where it is silent. Code → words, in one place.
 */

/** Notices: good news, gone after `noticeStays`. */
export const notices = {
  codeSent: 'Verification code sent to your email',
  requestSaved: 'Request saved',
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
  // What visitors leave
  NAME_REQUIRED: 'Enter your name.',
  NAME_LONG: 'This name is too long. Enter at most 200 characters.',
  PHONE_REQUIRED: 'Enter the number we should call.',
  PHONE_INVALID: 'Enter a phone number with its area code, such as (512) 555-0142.',
  MESSAGE_REQUIRED: 'Write what you would like to know.',
  MESSAGE_LONG: 'This message is too long. Enter at most 5,000 characters.',
  SEND_MESSAGE_FAILED: 'Your message could not be sent just now. Nothing you typed is lost: try again in a moment.',
  BOOK_CALL_FAILED: 'Your call could not be booked just now. Nothing you typed is lost: try again in a moment.',
  TIME_REQUIRED: 'Choose a time.',
  TIME_TAKEN: 'That time has just been taken by somebody else. Nothing you typed is lost: choose another time.',
  CALL_UNKNOWN: 'No call belongs to this link. Use the newest mail about your call, or call us.',
  CALL_CANCELLED: 'This call has been cancelled already.',
  CALL_BEGUN: 'This call has begun or is over, so it cannot be changed here. Call us.',
  SENT_TOO_FAST: 'That was quick. Look over what you wrote, then press the button once more.',
  NOT_A_PERSON: 'This form has a hidden field, and it was filled in. Clear it, or call us instead.',
  TOO_MANY_LEADS: 'A lot has come from you in a short time. Wait an hour, or call us.',
  LOAD_REQUESTS_FAILED: 'Failed to load requests',
  SAVE_REQUEST_FAILED: 'Failed to save the request',
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
