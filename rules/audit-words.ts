/** The audit log in plain words: what was done, as what, and how it ended. */

import { wordsOf } from './commands/command.ts'
import * as noteCommands from './notes/note.commands.ts'
import * as paymentCommands from './notes/payment.commands.ts'

/** As what somebody acted; null in entries from before the log kept it. */
export type ActorRole = 'administrator' | 'approver' | 'investor' | 'visitor' | 'operator' | 'owner' | 'system'
export type AuditOutcome = 'done' | 'refused' | 'failed'

export const roleWords: Record<ActorRole, string> = {
  administrator: 'Administrator',
  approver: 'Approver',
  investor: 'Investor',
  visitor: 'Not signed in',
  operator: 'Operator, on the server',
  owner: 'Owner of the database',
  system: 'The portal',
}

/** Every action of the log, by group. */
const actions = {
  'sign-in': {
    'session.started': 'Signed in',
    'sign_in.code_requested': 'Asked for a sign-in code',
    'sign_in.code_failed': 'Entered a wrong code',
    'sign_in.second_code_failed': 'Entered a wrong second code',
    'sign_in.refused': 'Was refused a sign-in',
    'sign_in.alarm': 'Guessing of codes raised an alarm',
    'proof.given': 'Confirmed who they are',
    'proof.refused': 'Failed to confirm who they are',
    'passkey.added': 'Added a passkey',
    'passkey.renamed': 'Renamed a passkey',
    'passkey.removed': 'Removed a passkey',
    'passkey.used': 'Used a passkey to sign in',
    'passkey.refused': 'Was refused with a passkey',
    'passkey.permitted': 'Allowed a sign-in without a passkey',
    'passkey.recovery_requested': 'Asked to change their passkeys without one',
    'passkey.recovery_stopped': 'Stopped a change of passkeys',
    'decider.confirmed': 'Confirmed an administrator or approver on the server',
    'passkey.reset': 'Removed a person’s passkeys',
    'recovery_codes.made': 'Made recovery codes',
    'recovery_codes.used': 'Used a recovery code',
    'recovery_codes.refused': 'Entered a wrong recovery code',
    'session.signed_out': 'Signed out',
    'session.signed_out_everywhere': 'Signed out everywhere',
    'session.ended': 'Ended a session',
    'session.others_ended': 'Ended all other sessions',
    'session.all_ended': 'Ended all of a person’s sessions',
    'email.changed': 'Changed the e-mail address',
    'email.change_reported': 'Reported a change of the e-mail address',
    'email.change_undone': 'Undid a change of the e-mail address',
    'account.unlocked': 'Unlocked the account',
    'access.refused': 'Was refused access',
  },
  reading: {
    'document.viewed': 'Viewed a document',
    'file.opened': 'Opened a file',
    'file.downloaded': 'Downloaded a file',
    'archive.downloaded': 'Downloaded a file in an archive',
    'papers.opened': 'Opened a document before its release',
    'tax.notice_opened': 'Opened the letter of a B-notice',
    'holder.viewed': 'Viewed a holder',
    'tax.viewed': 'Viewed a holder’s tax details',
    'note.viewed': 'Viewed a note',
    'verification.viewed': 'Viewed an accreditation',
    'data.exported': 'Downloaded all of their data',
    'documents.listed': 'Viewed a person’s documents',
    'figures.viewed': 'Viewed a holder’s notes as its delegate',
    'people.searched': 'Searched for people',
    'people.exported': 'Exported the list of people',
    'inbox.exported': 'Exported the list of conversations',
    'documents.exported': 'Exported the list of documents',
    'documents.marked_seen': 'Marked new files as seen',
    'sessions.listed': 'Viewed sessions',
  },
  documents: {
    'document.uploaded': 'Uploaded a document',
    'document.link_created': 'Added a signing link',
    'document.renamed': 'Renamed a document',
    'document.moved': 'Moved a document to another fund',
    'document.delete_requested': 'Requested a deletion',
    'document.delete_withdrawn': 'Withdrew a delete request',
    'document.delete_rejected': 'Rejected a delete request',
    'document.delete_approved': 'Approved a delete request',
    'document.deleted': 'Deleted a document',
    'document.upload_undone': 'Undid an upload',
    'document.infected': 'Found malware in a file',
    'delivery.requested': 'Sent documents to several people',
    'delivery.file_opened': 'Opened a file of a pending delivery',
    'delivery.approved': 'Approved a delivery',
    'delivery.recalled': 'Recalled a delivery',
    'delivery.exported': 'Exported who was served documents of a delivery',
    'delivery.sent': 'Delivered documents to several people',
    'papers.uploaded': 'Uploaded a bulk delivery',
    'papers.read_again': 'Had a bulk delivery read again',
    'papers.matched': 'Matched a document by hand',
    'papers.excluded': 'Left a document out',
    'papers.reset': 'Undid a decision about a document',
    'papers.discarded': 'Discarded a bulk delivery',
    'papers.approved': 'Approved the release of a bulk delivery',
    'papers.release_continued': 'Went on with a bulk delivery',
    'papers.recalled': 'Recalled a bulk delivery',
    'papers.exported': 'Exported who was served documents of a bulk delivery',
    'files.orphans_deleted': 'Deleted files without a document',
    'signing.said_signed': 'Reported a document as signed',
    'signing.not_signed': 'Reported a document as not signed after all',
    'signing.confirmed': 'Confirmed a signature',
    'signing.asked_again': 'Asked to sign a document again',
    'signing.reminded': 'Reminded someone to sign a document',
    'document_request.created': 'Asked for a document',
    'document_request.reminded': 'Reminded someone of a document',
    'document_request.fulfilled': 'Provided a document that was asked for',
    'document_request.received': 'Marked a document as received',
    'document_request.withdrawn': 'Withdrew a request for a document',
  },
  people: {
    'user.invited': 'Invited a person',
    'profile.updated': 'Changed a person’s details',
    'administrator.granted': 'Made someone an administrator',
    'administrator.revoked': 'Removed an administrator',
    'approver.granted': 'Made someone an approver',
    'approver.revoked': 'Removed an approver',
    'person.accepted': 'Accepted a person',
    'person.delegate_accepted': 'Made someone with shared access an investor',
    'person.disabled': 'Closed a person’s access',
    'person.enabled': 'Reopened a person’s access',
    'person.erased': 'Erased a person',
    'erasure.requested': 'Asked to be erased',
    'erasure.withdrawn': 'Withdrew the request to be erased',
    'access.reviewed': 'Reviewed who has access',
    'access.exported': 'Exported the access review',
    'mail_failure.sent_again': 'Sent a failed e-mail again',
    'mail_failure.dismissed': 'Dismissed failed e-mail',
    'mail_preferences.changed': 'Changed e-mail settings',
  },
  register: {
    'holder.created': 'Added a holder',
    'holder.updated': 'Changed a holder’s details',
    'holder.member_added': 'Added an authorized person to a holder',
    'holder.member_ended': 'Removed an authorized person from a holder',
    'holder.frozen': 'Froze a holder',
    'delegate.invited': 'Shared access to a holder’s documents',
    'delegate.accepted': 'Accepted access to a holder’s documents',
    'delegate.revoked': 'Revoked a delegate’s access',
    'holder.unfrozen': 'Ended the freeze of a holder',
    'register.exported': 'Exported a table of the register',
    'register.imported': 'Imported existing notes',
    'filing.recorded': 'Recorded a filing about sales',
    'filing.withdrawn': 'Withdrew the record of a filing',
    'journal.exported': 'Exported entries of the journal',
    'journal.downloaded': 'Downloaded an export of the journal',
    'holder.document_filed': 'Filed a document under a holder',
    'vault.kept': 'Entered an account or tax number',
    'vault.replaced': 'Replaced an account or tax number',
    'vault.revealed': 'Viewed an account or tax number',
    'tax.form_sent': 'Sent a tax form',
    'tax.form_returned': 'Sent a tax form back',
    'tax.profile_entered': 'Entered a tax form, as two people approved',
    'tax.matching_exported': 'Exported tax numbers for TIN Matching',
    'tax.matching_read': 'Read the results of TIN Matching',
    'tax.number_matched': 'Recorded that the IRS matched a tax number',
    'tax.number_mismatched': 'Recorded that a tax number doesn’t match the IRS’s records',
    'tax.notice_recorded': 'Recorded a B-notice',
    'tax.notice_withdrawn': 'Withdrew a B-notice',
    'tax.notice_posted': 'Mailed the letter of a B-notice',
    'tax.consent_asked': 'Read about paperless tax forms',
    'tax.consent_given': 'Agreed to paperless tax forms',
    'tax.consent_withdrawn': 'Withdrew from paperless tax forms',
    'tax.run_begun': 'Began the tax forms of a year',
    'tax.run_prepared_again': 'Prepared tax forms again',
    'tax.run_reviewed': 'Reviewed the tax forms of a year',
    'tax.run_furnished': 'Furnished tax forms to payees',
    'tax.deposited': 'Recorded a deposit of tax with the IRS',
    'tax.deposit_reversed': 'Reversed a deposit of tax',
    'tax.run_filed': 'Recorded that tax forms were filed with the IRS',
    'tax.correction_begun': 'Began to correct a tax form',
    'tax.iris_exported': 'Exported tax forms for the IRS',
    'tax.copy_mailed': 'Mailed a tax form on paper',
    'tax.copy_to_mail': 'Put a tax form into the paper queue',
    'accreditation.started': 'Started to verify their accreditation',
    'accreditation.changed': 'Changed answers about their accreditation',
    'accreditation.signed': 'Signed statements about their accreditation',
    'accreditation.submitted': 'Submitted for accreditation',
    'accreditation.evidence_added': 'Added a document about their accreditation',
    'accreditation.evidence_removed': 'Took back a document about their accreditation',
    'accreditation.sent_anyway': 'Sent a document that shows a Social Security number',
    'accreditation.reviewed': 'Reviewed an accreditation',
    'accreditation.approved': 'Approved an accreditation',
    'accreditation.returned': 'Asked for more about an accreditation',
    'accreditation.rejected': 'Rejected an accreditation',
    'accreditation.revoked': 'Revoked an accreditation',
    'accreditation.cleared': 'Allowed sales to a holder again',
    'accreditation.relied_on': 'Relied on an accreditation for a sale',
    'accreditation.evidence_destroyed': 'Destroyed a document on schedule',
    'accreditation.binder': 'Downloaded the accreditation binder',
    'statements.requested': 'Began preparing statements',
    'statements.prepared_again': 'Had statements prepared again',
    'statements.correction_requested': 'Began the correction of a statement',
    'statements.released': 'Released statements',
    'note.created': 'Drafted a note',
    'note.changed': 'Changed a draft note',
    ...wordsOf(Object.values(noteCommands)),
    ...wordsOf(Object.values(paymentCommands)),
    'note.elected': 'Chose what happens to a note at maturity',
    'bank.list_added': 'Added a list of the bank’s',
    'bank.list_removed': 'Removed a list of the bank’s',
    'bank.line_cleared': 'Found a line of the bank’s in the ledger',
    'bank.line_explained': 'Said what a line of the bank’s is',
    'bank.line_reopened': 'Opened a line of the bank’s again',
    'bank.balance_entered': 'Entered the balance of a bank statement',
    'bank.difference_explained': 'Explained a difference from the bank’s balance',
    'bank.page_attached': 'Attached the bank’s page to its list',
    'approval.asked': 'Submitted something for approval',
    'approval.approved': 'Approved a submission',
    'approval.together': 'Approved several submissions together',
    'approval.rejected': 'Rejected a submission',
    'approval.withdrawn': 'Withdrew a submission',
  },
  holdings: {
    'payments.exported': 'Exported their payments',
    'calendar.created': 'Made an address for the calendar of their payments',
    'calendar.revoked': 'Revoked the address of their calendar',
  },
  messages: {
    'conversation.started': 'Started a conversation',
    'conversation.replied': 'Wrote a message',
    'conversation.read': 'Read a conversation',
    'conversation.closed': 'Marked a conversation as done',
    'conversation.reopened': 'Reopened a conversation',
    'note.added': 'Wrote a remark for administrators',
  },
  visitors: {
    'message.new': 'Marked a message as new',
    'message.answered': 'Marked a message as answered',
    'call.new': 'Marked a call as new',
    'call.answered': 'Marked a call as answered',
    'call.cancelled': 'Canceled a call',
  },
  log: {
    'audit.exported': 'Exported the log',
    'backup.restored': 'Restored a backup',
    'audit.redacted': 'Erased a person from the log',
  },
} as const satisfies Record<string, Record<string, string>>

export type AuditGroup = keyof typeof actions

export const groupWords: Record<AuditGroup, string> = {
  'sign-in': 'Sign-in and access',
  reading: 'Reading',
  documents: 'Changes to documents',
  people: 'People',
  register: 'Holders and approvals',
  holdings: 'What investors hold',
  messages: 'Messages',
  visitors: 'Visitors’ requests',
  log: 'The log',
}

const words = new Map<string, string>(Object.values(actions).flatMap(group => Object.entries(group)))

/** @returns the actions of a group */
export function actionsOf(group: AuditGroup): string[] {
  return Object.keys(actions[group])
}

/** @returns whether the log's words include this action */
export function isKnownAction(action: string): boolean {
  return words.has(action)
}

/** @returns an action in words, such as 'Downloaded a file'; for one without words, its name made readable */
export function actionWords(action: string): string {
  const readable = action.replaceAll(/[._]/g, ' ')
  return words.get(action) ?? readable.charAt(0).toUpperCase() + readable.slice(1)
}

/** What an administrator may ask of the log; every part is optional. */
export interface AuditQuery {
  /** Words of a name, an e-mail address or an organization: entries by or about those people. */
  person?: string
  group?: AuditGroup
  /** Days such as '2026-11-22', in the fund's time zone; both included. */
  from?: string
  to?: string
  /** An IP address, as the log has it. */
  address?: string
}

/** @returns what the query of an address asks for; invalid values are left out */
export function readAuditQuery(fields: URLSearchParams): AuditQuery {
  const value = (name: string) => fields.get(name)?.trim().slice(0, 100) || undefined
  const day = (name: string) => {
    const text = value(name)
    return text && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
  }
  const group = value('group')
  return {
    person: value('person'),
    group: group && Object.hasOwn(actions, group) ? (group as AuditGroup) : undefined,
    from: day('from'),
    to: day('to'),
    address: value('address'),
  }
}
