import { accreditationMessages } from './accreditation/messages.ts'
import { bankMessages } from './bank.ts'
import { browserMessages } from './browser-messages.ts'
import { bulkMessages } from './bulk-papers/words.ts'
import { conversationMessages } from './conversation-messages.ts'
import { delegateMessages } from './delegates.ts'
import { deliveryMessages } from './deliveries.ts'
import { documentRequestMessages } from './document-requests.ts'
import { deleteRequestMessages } from './documents/delete-request-messages.ts'
import { documentMessages } from './documents/document-messages.ts'
import { signingMessages } from './documents/signing-messages.ts'
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
import { peopleMessages } from './people/messages.ts'
import { profileMessages } from './profile.ts'
import { registerMessages } from './register.ts'
import { settingsMessages } from './settings-messages.ts'
import { signingLinkMessages } from './signing-links.ts'
import { statementMessages } from './statements.ts'
import { taxMessages } from './tax/messages.ts'
import { uploadMessages } from './upload-messages.ts'
import { viewerMessages } from './viewer-messages.ts'

/**
 * Every message about success or failure: the specification's error catalogue and notices (section 8), then ours for
 * other cases. Codes and their sentences, all in one place.
 */

/** Errors by code. Those that the browser also shows by itself are in modules that it loads. */
export const messages = {
  ...accreditationMessages,
  ...bulkMessages,
  ...bankMessages,
  ...browserMessages,
  ...conversationMessages,
  ...delegateMessages,
  ...deleteRequestMessages,
  ...deliveryMessages,
  ...documentMessages,
  ...documentRequestMessages,
  ...emailMessages,
  ...holderMessages,
  ...holdingMessages,
  ...homeMessages,
  ...mailMessages,
  ...noteRecordMessages,
  ...passkeyMessages,
  ...peopleMessages,
  ...profileMessages,
  ...registerMessages,
  ...settingsMessages,
  ...journalMessages,
  ...signingLinkMessages,
  ...signingMessages,
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
  CREATE_SIGNING_LINK_FAILED: 'Failed to create DocuSign document',
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
  // Actions on documents
  LOAD_SIGNING_FAILED: 'Failed to load signatures',
  LOAD_ASKED_FAILED: 'Failed to load requested documents',
  NO_FILES: 'Signing links have no file to download. Open them from the list.',
  NOTHING_CHOSEN: 'Choose at least one document.',
  TOO_MANY_CHOSEN: 'Choose at most 5,000 documents at once.',
  CLOCKS_DIFFER:
    'Signing in doesn’t work right now, because a clock of our site is wrong. Nothing is lost. Call {phone}, so that we set it.',
  COLLIDED: 'Another person changed the same thing at this moment, so nothing was saved. Try again.',
  AWAY: 'The site is restarting. Nothing is lost. Try again in a moment.',
  FILES_UNREACHABLE: 'We can’t reach our file storage right now. Nothing is lost. Try again in a minute.',
  STORAGE_UNAVAILABLE: 'We can’t store files right now. Nothing is lost. Try again in a minute.',
  // Administrators
  // Visitors' messages and calls
  NAME_REQUIRED: 'Enter your name.',
  PHONE_REQUIRED: 'Enter the number we should call.',
  PHONE_INVALID: 'Enter a phone number with its area code, such as (512) 555-0142.',
  MESSAGE_REQUIRED: 'Tell us what you’d like to know.',
  BOOK_CALL_FAILED: 'We couldn’t book your call. What you typed is still here. Try again in a moment.',
  TIME_REQUIRED: 'Choose a time.',
  TIME_TAKEN: 'Someone just took that time. What you typed is still here. Choose another time.',
  CALL_UNKNOWN: 'We can’t find a call for this link. Use the link in our latest e-mail about your call, or call us.',
  SENT_TOO_FAST: 'That was quick! Check what you wrote, then press the button again.',
  FORM_EXPIRED: 'This form had been open for a long time. Check what you wrote, then press the button again.',
  NOT_A_PERSON: 'A hidden field in this form was filled in. Clear it, or call us instead.',
  TOO_MANY_TODAY: 'We’ve received a lot from you today. Try again in {wait}, or call us.',
  TOO_MANY_LEADS: 'We’ve received a lot from you in a short time. Wait {wait}, or call us.',
  LOAD_MESSAGES_FAILED: 'Failed to load messages',
  LOAD_DELETE_REQUESTS_FAILED: 'Failed to load delete requests',
  LOAD_REQUESTS_FAILED: 'Failed to load requests',
  LOAD_TODAY_FAILED: 'We couldn’t load what’s waiting. Try again in a moment.',
  LOAD_MAIL_FAILURES_FAILED: 'Failed to load the failed e-mail',
  LOAD_SYSTEM_FAILED: 'We couldn’t load how the system is doing. Try again in a moment.',
  LOAD_LOG_FAILED: 'Failed to load the log',
  LOAD_ACTIVITY_FAILED: 'Failed to load your recent activity',
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
 * @returns the message for a code with the actual wait. For RATE_LIMIT and a minute, that is the specification's
 * (section 8)
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
