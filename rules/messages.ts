import { accreditationMessages } from './accreditation/messages.ts'
import { bankMessages } from './bank.ts'
import { browserMessages } from './browser-messages.ts'
import { bulkMessages } from './bulk-papers/words.ts'
import { delegateMessages } from './delegates.ts'
import { deliveryMessages } from './deliveries.ts'
import { documentRequestMessages } from './document-requests.ts'
import { emailMessages } from './email.ts'
import { holderMessages } from './holders.ts'
import { holdingMessages } from './holdings.ts'
import { homeMessages } from './home-messages.ts'
import { journalMessages } from './journal.ts'
import { guestBytes, guestDocuments } from './limits.ts'
import { mailMessages } from './mail-preferences.ts'
import { noteRecordMessages } from './note-records.ts'
import { termsMessages } from './notes/terms-messages.ts'
import { passkeyMessages } from './passkeys.ts'
import { profileMessages } from './profile.ts'
import { registerMessages } from './register.ts'
import { signingLinkMessages } from './signing-links.ts'
import { statementMessages } from './statements.ts'
import { taxMessages } from './tax/messages.ts'
import { uploadMessages } from './upload-messages.ts'
import { viewerMessages } from './viewer-messages.ts'

/**
 * Every message about what went right or wrong: the specification's error catalogue and notices (section 8), then ours
 * where it has none. Codes and their sentences, all in one place.
 */

/** Errors by code. Those that the browser also shows by itself are in modules that it loads. */
export const messages = {
  ...accreditationMessages,
  ...bulkMessages,
  ...bankMessages,
  ...browserMessages,
  ...delegateMessages,
  ...deliveryMessages,
  ...documentRequestMessages,
  ...emailMessages,
  ...holderMessages,
  ...holdingMessages,
  ...homeMessages,
  ...mailMessages,
  ...noteRecordMessages,
  ...passkeyMessages,
  ...profileMessages,
  ...registerMessages,
  ...journalMessages,
  ...signingLinkMessages,
  ...statementMessages,
  ...taxMessages,
  ...termsMessages,
  ...uploadMessages,
  ...viewerMessages,
  // Sign-in, specification section 8
  PAGES_BUSY: 'Too many pages are being opened at once. Wait a moment, then try again.',
  RATE_LIMIT: 'Too many requests. Please wait 60 seconds before trying again.',
  SEND_CODE_FAILED: 'Failed to send verification code',
  INVALID_CODE: 'Invalid verification code',
  // Portal, specification section 8
  LOAD_DOCUMENTS_FAILED: 'Failed to load documents',
  // Our own failures with documents. Where there are two versions, the longer is for document lists, the shorter for
  // the administrators' list of delete requests, where the heading already says "request".
  DELETE_DOCUMENT_FAILED: 'Failed to delete document',
  REQUEST_DELETE_FAILED: 'Failed to request document deletion',
  APPROVE_REQUEST_FAILED: 'Failed to approve delete request',
  APPROVE_FAILED: 'Failed to approve delete',
  REJECT_REQUEST_FAILED: 'Failed to reject delete request',
  REJECT_FAILED: 'Failed to reject delete',
  // A delete request that was neither approved nor rejected: it was being withdrawn.
  PROCESS_REQUEST_FAILED: 'Failed to process delete request',
  CREATE_SIGNING_LINK_FAILED: 'Failed to create DocuSign document',
  UPDATE_USER_FAILED: 'Failed to update user',
  UPDATE_PROFILE_FAILED: 'Failed to update profile',
  CHANGE_EMAIL_FAILED: 'Failed to change email',
  // Ours
  CODE_NEWER: 'That code was replaced by a newer one. Enter the code from the newest e-mail.',
  CODE_EXPIRED: 'That code is no longer valid. Request a new one.',
  CODE_TRIES: 'Too many attempts. Request a new code.',
  CODE_ELSEWHERE: 'Enter the code in the browser where you requested it, or request a new one here.',
  SECOND_CODE: 'This browser is new. Type the second code from the same e-mail.',
  EMAIL_SAME: 'That’s already your address. Enter a different one.',
  EMAIL_TAKEN: 'Another account uses that address. Enter a different one, or sign out and sign in with it.',
  CHANGE_GONE:
    'This change is no longer in progress, or has moved on in another window. Check where it is now, or start over.',
  EMAIL_MOVED:
    'This address was recently replaced by another one. Sign in with the new one. If you didn’t make that change, open the link in our e-mail about it, or call us.',
  ACCOUNT_LOCKED:
    'This account is locked because someone reported an unauthorized e-mail change. Call us to unlock it.',
  ACCESS_CLOSED: 'Your access is closed. Call {phone}.',
  SIGN_UP_CLOSED: 'There’s no portal for this address. If you think there should be, call {phone}.',
  REPORT_UNKNOWN: 'This link is invalid or expired. If something is wrong with your account, call us.',
  TOO_MANY_READS: 'You’ve opened a great many files in a short while. Wait {wait}, then try again.',
  ARCHIVE_LATER: 'You’ve downloaded this archive several times in a short while. Wait {wait}, then try again.',
  END_SESSION_FAILED: 'Failed to end that session',
  NO_SESSION: 'No session',
  PROOF_NEEDED: 'Confirm that it’s you, then try again.',
  FORM_LARGE: 'That’s more than the site can accept at once. Shorten it, then try again.',
  FORM_FIELDS: 'This form has more fields than the site can accept at once. Choose fewer, then try again.',
  FORM_INCOMPLETE: 'Your form didn’t arrive completely. Check your connection, then send it again.',
  ADDRESS_BROKEN: 'This address is damaged. Check the link, or start from the home page.',
  ADDRESS_LONG: 'This address is too long to be one of ours. Check the link, or start from the home page.',
  METHOD_UNKNOWN: 'This address doesn’t accept this kind of request.',
  PROFILE_UNREADABLE: 'We couldn’t load your profile. Nothing is lost. Try again in a moment.',
  FORBIDDEN: 'You don’t have access to this page. If you think you should, contact us.',
  WRONG_ORIGIN: 'This request came from another site, so we didn’t carry it out.',
  FILE_CONTENT:
    'This file’s contents don’t match its extension. Save it again as the type its name says, then upload it.',
  FILE_MARKED: 'This file could do harm in the program that opens it. View it here first, then download it.',
  FILE_NAME: 'This file’s name can’t be used. Rename it, then try again.',
  // Actions on documents
  DOCUMENTS_GONE: 'These documents have been deleted.',
  REQUEST_APPROVED: 'This request has already been approved, and the document is deleted.',
  REQUEST_REJECTED: 'This request has already been rejected. The document stays.',
  REQUEST_WITHDRAWN: 'This delete request was withdrawn. The document stays.',
  TOO_MANY_REQUESTS_CHOSEN: 'Choose at most 50 requests at once.',
  // What is needed from investors
  SIGNING_MOVED: 'This document’s signature has moved on in the meantime. Check where it is now.',
  REMINDED_ALREADY: 'They were reminded within the last day. Wait until tomorrow.',
  REQUEST_FULFILLED: 'This document has already been received.',
  REQUEST_CLOSED: 'This document is no longer needed.',
  TOO_MANY_ASKED: 'This person already has 100 open requests. Withdraw some first.',
  SIGNING_FAILED: 'We couldn’t record this. Nothing has changed. Try again in a moment.',
  ASK_FAILED: 'We couldn’t send the request. What you typed is still here. Try again in a moment.',
  DOCUMENT_REQUEST_FAILED: 'We couldn’t change this request. Try again in a moment.',
  LOAD_SIGNING_FAILED: 'Failed to load signatures',
  LOAD_ASKED_FAILED: 'Failed to load requested documents',
  NO_FILES: 'Signing links have no file to download. Open them from the list.',
  NOTHING_CHOSEN: 'Choose at least one document.',
  TOO_MANY_CHOSEN: 'Choose at most 5,000 documents at once.',
  RENAME_FAILED: 'Failed to rename document',
  MOVE_FAILED: 'Failed to move documents',
  FUND_REQUIRED: 'Enter the name of the fund.',
  FUND_LONG: 'This name is too long. Enter at most 200 characters.',
  CLOCKS_DIFFER:
    'Signing in doesn’t work right now, because a clock of our site is wrong. Nothing is lost. Call {phone}, so that we set it.',
  COLLIDED: 'Another person changed the same thing at this moment, so nothing was saved. Try again.',
  AWAY: 'The site is restarting. Nothing is lost. Try again in a moment.',
  FILES_UNREACHABLE: 'We can’t reach our file storage right now. Nothing is lost. Try again in a minute.',
  STORAGE_UNAVAILABLE: 'We can’t store files right now. Nothing is lost. Try again in a minute.',
  // Administrators
  ACCEPT_REASON: 'Enter why this person becomes an investor. The log keeps it.',
  DELEGATE_NOT_GUEST:
    'An investor shares an account with this person, so they aren’t a guest. To make them an investor, open their page and choose “Make an investor”.',
  INVITED_DELEGATE:
    'An investor has invited this address to view an account. Once they’ve signed in, open their page and choose “Make an investor”.',
  ALREADY_INVITED: 'Someone already uses this e-mail address. We didn’t send anything.',
  NOT_INVITED: 'This person has already signed in and doesn’t need an invitation.',
  TOO_MANY_INVITATIONS: 'You’ve sent many invitations in a short time. Wait {wait}, then send the rest.',
  INVITE_FAILED: 'We couldn’t send the invitation. What you typed is still here. Try again in a moment.',
  LAST_ADMINISTRATOR: 'This is the last administrator. Make someone else an administrator first.',
  LAST_DECIDER:
    'Afterward only one person decides, so nothing that takes two people could be approved: no payment, no note, no new right. Make somebody else an approver first. If one is enough all the same, say why: everyone who decides and the fund’s office are told.',
  TEST_LOGIN_NOT_ADMIN: 'This is the test sign-in address, which can’t be an administrator.',
  GRANT_FAILED: 'We couldn’t change the administrators. Try again in a moment.',
  NOT_ONESELF: 'You can’t do this to your own account. Ask another administrator.',
  REASON_REQUIRED: 'Enter why you’re closing this person’s access. Only administrators see it.',
  REASON_LONG: 'This reason is too long. Enter at most 500 characters.',
  DISABLE_FIRST: 'Close this person’s access first. Then you can erase the account.',
  ALREADY_ERASED: 'This account has been erased.',
  ERASE_CONFIRM: 'That’s not this person’s e-mail address. Type it exactly, to confirm.',
  PERSON_FAILED: 'We couldn’t change this person’s account. Nothing has changed. Try again in a moment.',
  ERASURE_REQUEST_FAILED: 'We couldn’t record your request. Try again in a moment, or call us.',
  // Visitors' messages and calls
  NAME_REQUIRED: 'Enter your name.',
  PHONE_REQUIRED: 'Enter the number we should call.',
  PHONE_INVALID: 'Enter a phone number with its area code, such as (512) 555-0142.',
  MESSAGE_REQUIRED: 'Tell us what you’d like to know.',
  MESSAGE_LONG: 'This message is too long. Enter at most 5,000 characters.',
  SEND_MESSAGE_FAILED: 'We couldn’t send your message. What you typed is still here. Try again in a moment.',
  BOOK_CALL_FAILED: 'We couldn’t book your call. What you typed is still here. Try again in a moment.',
  TIME_REQUIRED: 'Choose a time.',
  TIME_TAKEN: 'Someone just took that time. What you typed is still here. Choose another time.',
  CALL_UNKNOWN: 'We can’t find a call for this link. Use the link in our latest e-mail about your call, or call us.',
  CALL_CANCELLED: 'This call has already been canceled.',
  CALL_BEGUN: 'This call has already started or ended, so you can’t change it here. Call us.',
  SENT_TOO_FAST: 'That was quick! Check what you wrote, then press the button again.',
  FORM_EXPIRED: 'This form had been open for a long time. Check what you wrote, then press the button again.',
  NOT_A_PERSON: 'A hidden field in this form was filled in. Clear it, or call us instead.',
  TOO_MANY_TODAY: 'We’ve received a lot from you today. Try again in {wait}, or call us.',
  TOO_MANY_LEADS: 'We’ve received a lot from you in a short time. Wait {wait}, or call us.',
  // Conversations
  SUBJECT_REQUIRED: 'Enter a subject.',
  SUBJECT_LONG: 'This subject is too long. Enter at most 200 characters.',
  BODY_REQUIRED: 'Write a message first.',
  ATTACHMENTS_MANY: 'Attach at most 10 documents to a message.',
  ATTACHMENT_GONE:
    'One of these documents can’t be attached: it was deleted, or it’s still being checked. Choose again.',
  TOO_MANY_MESSAGES: 'You’ve sent many messages in a short time. Wait {wait}, or call us.',
  PERSON_CLOSED: 'This person’s access is closed, so they can’t read messages.',
  LOAD_MESSAGES_FAILED: 'Failed to load messages',
  CONVERSATION_FAILED: 'We couldn’t change this conversation. Try again in a moment.',
  REMARK_REQUIRED: 'Write a remark first.',
  REMARK_LONG: 'This remark is too long. Enter at most 5,000 characters.',
  SAVE_REMARK_FAILED: 'We couldn’t save your remark. What you typed is still here. Try again in a moment.',
  LOAD_DELETE_REQUESTS_FAILED: 'Failed to load delete requests',
  LOAD_REQUESTS_FAILED: 'Failed to load requests',
  LOAD_TODAY_FAILED: 'We couldn’t load what’s waiting. Try again in a moment.',
  LOAD_MAIL_FAILURES_FAILED: 'Failed to load the failed e-mail',
  SEND_AGAIN_FAILED: 'We couldn’t send it again. Try again in a moment.',
  DISMISS_FAILED: 'We couldn’t dismiss it. Try again in a moment.',
  MARK_SEEN_FAILED: 'We couldn’t mark the files as seen. Try again in a moment.',
  COLUMNS_FAILED: 'We couldn’t save your choice of columns. Try again in a moment.',
  LOAD_SYSTEM_FAILED: 'We couldn’t load how the system is doing. Try again in a moment.',
  LOAD_LOG_FAILED: 'Failed to load the log',
  LOAD_ACTIVITY_FAILED: 'Failed to load your recent activity',
  CANCEL_CALL_FAILED: 'Failed to cancel the call',
  LOAD_MAIL_FAILED: 'Failed to load your e-mail settings',
  GUEST_DOCUMENTS: `Until we’ve confirmed your account you can add up to ${guestDocuments} documents. Call us to have it confirmed, then try again.`,
  GUEST_SPACE: `Until we’ve confirmed your account your documents can take up to ${guestBytes / 1024 / 1024} MB. Call us to have it confirmed, then try again.`,
  TOO_MANY_CHANGES: 'You’ve changed a great deal today. Wait {wait}, or call us.',
  GUESTS_FULL: 'We can’t accept more files from people we don’t know yet. Call us to have your account confirmed.',
  GUESTS_BUSY:
    'Too many people whose account we haven’t confirmed are doing this right now. Wait {wait}, or call us to have your account confirmed.',
  GUEST_TOO_FAST: 'You’ve added many documents in a short time. Wait {wait}, then add the rest, or call us.',
  QUOTA_FULL:
    'There’s no room left for more documents. Request the deletion of some that are no longer needed, or call us for more space.',
  STORE_FULL: 'Our storage is almost full, so we can’t accept files right now. Try again later, or call us.',
  UPLOADS_AT_ONCE: 'You have too many unfinished uploads. Let some finish, then try again.',
} as const

export type MessageCode = keyof typeof messages

/**
 * @param retryAfter seconds until it may succeed; without it the sentence gives no time of its own
 * @returns the message for a code with the true wait. For RATE_LIMIT and a minute, that is the specification's (section 8)
 */
export function messageWithWait(code: MessageCode, retryAfter?: number): string {
  if (!retryAfter) return messages[code].replace('{wait}', 'a while')
  const placeholder = code === 'RATE_LIMIT' ? '60 seconds' : '{wait}'
  return messages[code].replace(placeholder, waitOf(retryAfter))
}

/** @returns a wait in words, rounded up: in seconds up to a minute and a half, in minutes up to an hour and a half */
function waitOf(seconds: number): string {
  const [unit, length] = seconds > 5400 ? ['hour', 3600] : seconds > 90 ? ['minute', 60] : ['second', 1]
  const count = Math.ceil(seconds / length)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
