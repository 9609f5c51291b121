import { grouped } from './number.ts'

/**
 * Every sentence a person may be told when something went right or wrong: the specification's error
 * catalogue and notices (section 8), then ours where it is silent. Code → words, in one place.
 */

/** Notices: good news, gone after `noticeStays`. */
export const notices = {
  codeSent: 'Verification code sent to your email',
  requestSaved: 'Request saved',
  mailSaved: 'Mail settings saved',
  callCancelled: 'Call cancelled. The visitor is told by mail.',
  // Documents, specification section 8
  documentDeleted: 'Document deleted successfully',
  deleteRequested: 'Delete request submitted. Waiting for admin approval.',
  deleteRejected: 'Delete request rejected',
  signingLinkCreated: 'DocuSign document created successfully',
  // Documents, ours
  documentRenamed: 'Document renamed',
  userUpdated: 'User updated successfully',
  invitationSent: 'Invitation sent',
  administratorGranted: 'Administrator added',
  administratorRevoked: 'Administrator removed',
  // Profile and e-mail, specification section 8
  profileUpdated: 'Profile updated successfully',
  currentCodeSent: 'Verification code sent to your current email',
  currentVerified: 'Email verified! Enter your new email address',
  newCodeSent: 'Verification code sent to your new email',
  emailChanged: 'Email changed successfully!',
  sessionEnded: 'Signed out there',
  sessionsEnded: 'Signed out everywhere else',
  restoreCodeSent: 'Verification code sent to your old email',
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
  // Faults of ours with documents. Of two wordings for one thing, the longer is said in a list of documents, the
  // shorter in the administrators' list of delete requests, where "request" stands above already.
  DELETE_DOCUMENT_FAILED: 'Failed to delete document',
  REQUEST_DELETE_FAILED: 'Failed to request document deletion',
  APPROVE_REQUEST_FAILED: 'Failed to approve delete request',
  APPROVE_FAILED: 'Failed to approve delete',
  REJECT_REQUEST_FAILED: 'Failed to reject delete request',
  REJECT_FAILED: 'Failed to reject delete',
  /** What was asked for is nothing that can be done with a document or a delete request. */
  PROCESS_REQUEST_FAILED: 'Failed to process delete request',
  CREATE_SIGNING_LINK_FAILED: 'Failed to create DocuSign document',
  UPDATE_USER_FAILED: 'Failed to update user',
  UPDATE_PROFILE_FAILED: 'Failed to update profile',
  CHANGE_EMAIL_FAILED: 'Failed to change email',
  SIGN_OUT_FAILED: 'Failed to sign out',
  // Ours
  EMAIL_REQUIRED: 'Enter your e-mail address.',
  EMAIL_INVALID: 'Enter an e-mail address such as name@example.com.',
  CODE_EXPIRED: 'That code is no longer valid. Ask for a new one.',
  CODE_TRIES: 'Too many wrong tries. Ask for a new code.',
  EMAIL_SAME: 'That is your address already. Enter another one.',
  EMAIL_TAKEN: 'That address belongs to another account. Enter another one, or sign out and sign in with it.',
  CHANGE_GONE: 'This change is no longer under way, or has gone on elsewhere. Look at where it stands, or begin again.',
  EMAIL_MOVED:
    'This address was replaced by another one lately. Sign in with the new one. If that was not you, open the link in our mail about it, or call us.',
  ACCOUNT_LOCKED: 'This account is locked, since a change of its address was reported. Call us to have it opened.',
  REPORT_UNKNOWN: 'This link is not known, or its time is over. Call us if something is wrong with your account.',
  ARCHIVE_LATER: 'You have fetched this archive several times in a short while. Wait an hour, then fetch it again.',
  END_SESSION_FAILED: 'Failed to sign out there',
  NO_SESSION: 'No session',
  NO_CONNECTION: 'The site cannot be reached. Check your connection, then try again.',
  FORM_LARGE: 'That is more than the site takes at once. Make it shorter, then try again.',
  PROFILE_UNREADABLE: 'Your profile could not be read just now. Nothing is lost: try again in a moment.',
  LOAD_HISTORY_FAILED: 'Failed to load the history',
  FILE_MISSING: 'The file of this document cannot be found just now. Try again later, or write to the fund.',
  PDF_DAMAGED: 'This PDF is damaged, or was not saved completely, and cannot be shown page by page.',
  PICTURE_DAMAGED: 'This picture is damaged, or was not saved completely, and cannot be shown.',
  PASSWORD_WRONG: 'That is not the password. Check it, then try again.',
  FORBIDDEN: 'This is not yours to see. If you think it should be, write to the fund.',
  NOT_FOUND: 'There is nothing here. It may have been deleted.',
  WRONG_ORIGIN: 'This request came from another site and was not carried out.',
  FILE_TOO_LARGE: 'This file is larger than 50MB. Split it or make it smaller, then try again.',
  FILE_EMPTY: 'This file is empty. Choose the file again once it has something in it.',
  FILE_TYPE: 'This type is not accepted. Choose a PDF, DOC, DOCX, JPG, JPEG, PNG, STL or TXT file.',
  FILE_CONTENT: 'What is in this file does not match its name. Save it again in the type its name says.',
  FILE_NAME: 'This file has no usable name. Rename it, then try again.',
  // What can be done with documents
  DOCUMENT_GONE: 'This document is not there any more: it has been deleted.',
  DOCUMENTS_GONE: 'None of these documents is there any more: they have been deleted.',
  REQUEST_APPROVED: 'This request has been approved already, and the document is deleted.',
  REQUEST_REJECTED: 'This request has been rejected already. The document stays.',
  REQUEST_WITHDRAWN: 'There is no delete request for this document any more. The document stays.',
  NO_FILES: 'Signing links have no file to download. Open them from the list.',
  NOTHING_CHOSEN: 'Choose at least one document.',
  TOO_MANY_CHOSEN: 'Choose at most 5,000 documents at once.',
  RENAME_FAILED: 'Failed to rename document',
  MOVE_FAILED: 'Failed to move documents',
  FUND_REQUIRED: 'Enter the name of the fund.',
  FUND_LONG: 'This name is too long. Enter at most 200 characters.',
  LINK_NAME_REQUIRED: 'Enter a name for this document.',
  LINK_URL_REQUIRED: 'Enter the address where this document is signed.',
  LINK_URL_INVALID: 'Enter a whole address that begins with https://, such as https://sign.example.com/a1b2.',
  LINK_URL_CREDENTIALS: 'This address holds a user name or a password. Enter it without them.',
  LINK_URL_LONG: 'This address is too long. Enter at most 2,048 characters.',
  DOWNLOAD_FAILED: 'Failed to download documents',
  AWAY: 'The site is being restarted. Nothing is lost: try again in a moment.',
  STORAGE_UNAVAILABLE: 'Files cannot be stored just now. Nothing is lost: try again in a minute.',
  // Administrators
  ALREADY_INVITED: 'Somebody has this e-mail address already. Nothing was sent.',
  NOT_INVITED: 'This person has signed in already and needs no invitation.',
  TOO_MANY_INVITATIONS: 'Many invitations have gone out in a short time. Wait an hour, then go on.',
  INVITE_FAILED: 'The invitation could not be sent just now. Nothing you typed is lost: try again in a moment.',
  LAST_ADMINISTRATOR: 'This is the last administrator. Make somebody else an administrator first.',
  TEST_LOGIN_NOT_ADMIN: 'This is the address of the test sign-in, which is never an administrator.',
  GRANT_FAILED: 'The administrators could not be changed just now. Try again in a moment.',
  // What visitors leave
  NAME_REQUIRED: 'Enter your name.',
  NAME_LONG: 'This name is too long. Enter at most 200 characters.',
  ORGANIZATION_LONG: 'This organization is too long. Enter at most 200 characters.',
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
  LOAD_DELETE_REQUESTS_FAILED: 'Failed to load delete requests',
  LOAD_REQUESTS_FAILED: 'Failed to load requests',
  SAVE_REQUEST_FAILED: 'Failed to save the request',
  CANCEL_CALL_FAILED: 'Failed to cancel the call',
  LOAD_MAIL_FAILED: 'Failed to load what we mail you about',
  SAVE_MAIL_FAILED: 'Failed to save what we mail you about',
  UPLOADS_AT_ONCE: 'Too many uploads are unfinished. Let some finish, then try again.',
} as const

export type MessageCode = keyof typeof messages

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

/** What can be done with several documents at once. */
export type DeedToMany = 'requested' | 'deleted' | { movedTo: string }

/**
 * @param done of them it was done to; the others had been deleted before
 * @param of documents that were chosen, at least 1
 * @returns the notice for several documents at once; for a single one the specification's
 */
export function manyNotice(what: DeedToMany, done: number, of: number): string {
  const documents = `${grouped(of)} document${of === 1 ? '' : 's'}`
  const gone = of - done === 1 ? 'One was' : `${grouped(of - done)} were`
  const rest = done < of ? ` ${gone} deleted already.` : ''
  const some = done < of ? `${grouped(done)} of ${documents}` : documents
  if (typeof what === 'object') return `Moved ${some} to ${what.movedTo}.${rest}`
  if (what === 'deleted') return done === 1 && of === 1 ? notices.documentDeleted : `Deleted ${some}.${rest}`
  if (done === 1 && of === 1) return notices.deleteRequested
  return `Delete requests submitted for ${some}. Waiting for admin approval.${rest}`
}

/** What a downloaded archive says of documents that are not in it. */
export const notInArchive = {
  filename: 'Not in this archive.txt',
  heading: 'These documents are not in this archive:',
  link: (name: string, url: string) => `${name}: a link for signing, ${url}`,
  gone: (name: string) => `${name}: it was deleted before the archive came to it`,
} as const
