import { accreditationMessages } from '../app/accreditation/messages.ts'
import { bankMessages } from '../app/bank/bank.ts'
import { bulkMessages } from '../app/bulk-delivery/words.ts'
import { coveredMessages } from '../app/covered-persons/covered-persons.ts'
import { delegateMessages } from '../app/delegates/delegates.ts'
import { deliveryMessages } from '../app/deliveries/deliveries.ts'
import { documentRequestMessages } from '../app/document-requests/document-requests.ts'
import { deleteRequestMessages } from '../app/documents/delete-request-messages.ts'
import { documentMessages } from '../app/documents/document-messages.ts'
import { signingLinkMessages } from '../app/documents/signing-links.ts'
import { signingMessages } from '../app/documents/signing-messages.ts'
import { holderMessages } from '../app/holders/holders.ts'
import { holdingMessages } from '../app/holdings/holdings.ts'
import { homeMessages } from '../app/home/messages.ts'
import { emailChangeMessages } from '../app/identity/email-change-messages.ts'
import { passkeyMessages } from '../app/identity/passkeys.ts'
import { signInMessages } from '../app/identity/sign-in-messages.ts'
import { leadMessages } from '../app/leads/messages.ts'
import { journalMessages } from '../app/ledger/journal.ts'
import { letterMessages } from '../app/letters/letters.commands.ts'
import { conversationMessages } from '../app/messages/conversation-messages.ts'
import { noteRecordMessages } from '../app/notes/note-records.ts'
import { termsMessages } from '../app/notes/terms-messages.ts'
import { mailMessages } from '../app/notifications/mail-preferences.ts'
import { peopleMessages } from '../app/people/messages.ts'
import { profileMessages } from '../app/people/profile.ts'
import { registerMessages } from '../app/register/register.ts'
import { sanctionsMessages } from '../app/sanctions/sanctions.ts'
import { sealMessages } from '../app/sealing/sealing.ts'
import { settingsMessages } from '../app/settings/messages.ts'
import { envelopeMessages } from '../app/signing/envelope-messages.ts'
import { consentMessages, signatureMessages } from '../app/signing/messages.ts'
import { paperMessages } from '../app/signing/paper-messages.ts'
import { templateMessages } from '../app/signing/template-messages.ts'
import { statementMessages } from '../app/statements/statements.ts'
import { subscriptionMessages } from '../app/subscriptions/subscriptions.ts'
import { taxMessages } from '../app/tax/messages.ts'
import { uploadMessages } from '../app/uploads/messages.ts'
import { viewerMessages } from '../app/viewer/messages.ts'
import { wireMessages } from '../app/wire-instructions/wire.ts'
import { browserMessages } from './browser-messages.ts'
import { commonMessages } from './common-messages.ts'
import { emailMessages } from './email.ts'
import { guestBytes, guestDocuments } from './limits.ts'
import { storageMessages } from './storage-messages.ts'

/**
 * Every message about success or failure: the specification's error catalogue and notices (section 8), then ours for
 * other cases. Codes and their sentences, all in one place.
 */

/** Errors by code. Those that the browser also shows by itself are in modules that it loads. */
export const messages = {
  ...accreditationMessages,
  ...envelopeMessages,
  ...bulkMessages,
  ...bankMessages,
  ...browserMessages,
  ...conversationMessages,
  ...coveredMessages,
  ...delegateMessages,
  ...deleteRequestMessages,
  ...deliveryMessages,
  ...documentMessages,
  ...documentRequestMessages,
  ...emailChangeMessages,
  ...emailMessages,
  ...holderMessages,
  ...holdingMessages,
  ...homeMessages,
  ...mailMessages,
  ...noteRecordMessages,
  ...passkeyMessages,
  ...peopleMessages,
  ...profileMessages,
  ...commonMessages,
  ...registerMessages,
  ...sanctionsMessages,
  ...settingsMessages,
  ...journalMessages,
  ...leadMessages,
  ...signInMessages,
  ...letterMessages,
  ...sealMessages,
  ...signingLinkMessages,
  ...signingMessages,
  ...consentMessages,
  ...signatureMessages,
  ...statementMessages,
  ...storageMessages,
  ...subscriptionMessages,
  ...taxMessages,
  ...paperMessages,
  ...templateMessages,
  ...termsMessages,
  ...uploadMessages,
  ...viewerMessages,
  ...wireMessages,
  PAGES_BUSY: 'Too many pages are being opened at once. Wait a moment, then try again.',
  // Portal, specification section 8
  LOAD_DOCUMENTS_FAILED: 'Failed to load documents',
  CREATE_SIGNING_LINK_FAILED: 'Failed to create DocuSign document',
  // Ours
  TOO_MANY_READS: 'You’ve opened a great many files in a short while. Wait {wait}, then try again.',
  ARCHIVE_LATER: 'You’ve downloaded this archive several times in a short while. Wait {wait}, then try again.',
  NO_SESSION: 'No session',
  PROOF_NEEDED: 'Confirm that it’s you, then try again.',
  PAYMENT_WORDS:
    'This reads like payment instructions. The fund’s belong on the wire page alone. Reword it, or send it as a message or with Deliver, where a second person approves it.',
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
  COLLIDED: 'Another person changed the same thing at this moment, so nothing was saved. Try again.',
  AWAY: 'The site is restarting. Nothing is lost. Try again in a moment.',
  FILES_UNREACHABLE: 'We can’t reach our file storage right now. Nothing is lost. Try again in a minute.',
  // Administrators
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
