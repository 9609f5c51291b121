/** The words of the log's actions: those of every command, and others. */

import * as ownAccreditationCommands from '../app/accreditation/own.commands.ts'
import * as reviewCommands from '../app/accreditation/review.commands.ts'
import * as approvalCommands from '../app/approvals/approvals.commands.ts'
import type { AuditGroup } from '../app/audit/audit-query.ts'
import * as bankCommands from '../app/bank/bank.commands.ts'
import * as bankBalanceCommands from '../app/bank/bank-balance.commands.ts'
import * as batchCommands from '../app/bulk-delivery/batch.commands.ts'
import * as bulkDocumentCommands from '../app/bulk-delivery/document.commands.ts'
import * as startBatchCommands from '../app/bulk-delivery/start.commands.ts'
import * as calendarCommands from '../app/calendar/calendar.commands.ts'
import * as coveredCommands from '../app/covered-persons/covered-persons.commands.ts'
import * as delegateCommands from '../app/delegates/delegates.commands.ts'
import * as deliveryCommands from '../app/deliveries/delivery.commands.ts'
import * as documentRequestCommands from '../app/document-requests/document-request.commands.ts'
import * as allDocumentsCommands from '../app/documents/all-documents.commands.ts'
import * as documentCommands from '../app/documents/document.commands.ts'
import * as signingCommands from '../app/documents/signing.commands.ts'
import * as holderCommands from '../app/holders/holders.commands.ts'
import * as emailChangeCommands from '../app/identity/email-change.commands.ts'
import * as emailReportCommands from '../app/identity/email-report.commands.ts'
import * as passkeyCommands from '../app/identity/passkeys.commands.ts'
import * as proofCommands from '../app/identity/proof.commands.ts'
import * as signInCommands from '../app/identity/sign-in.commands.ts'
import * as callCommands from '../app/leads/call.commands.ts'
import * as journalCommands from '../app/ledger/journal.commands.ts'
import * as letterCommands from '../app/letters/letters.commands.ts'
import * as conversationCommands from '../app/messages/conversation.commands.ts'
import * as inboxCommands from '../app/messages/inbox.commands.ts'
import * as draftCommands from '../app/notes/draft.commands.ts'
import * as electionCommands from '../app/notes/election.commands.ts'
import * as noteCommands from '../app/notes/note.commands.ts'
import * as paymentCommands from '../app/notes/payment.commands.ts'
import * as failedMailCommands from '../app/notifications/failed-mail.commands.ts'
import * as mailPreferenceCommands from '../app/notifications/mail-preferences.commands.ts'
import * as peopleCommands from '../app/people/people.commands.ts'
import * as personCommands from '../app/people/person.commands.ts'
import * as sessionCommands from '../app/people/session.commands.ts'
import * as registerCommands from '../app/register/register.commands.ts'
import * as salesCommands from '../app/register/sales.commands.ts'
import * as sanctionsCommands from '../app/sanctions/sanctions.commands.ts'
import * as sealCommands from '../app/sealing/seals.commands.ts'
import * as settingsCommands from '../app/settings/settings.commands.ts'
import * as esignConsentCommands from '../app/signing/consent.commands.ts'
import * as envelopeCommands from '../app/signing/envelope.commands.ts'
import * as ownEnvelopeCommands from '../app/signing/own-envelope.commands.ts'
import * as statementCommands from '../app/statements/statements.commands.ts'
import * as beginSubscriptionCommands from '../app/subscriptions/begin.commands.ts'
import * as offeringCommands from '../app/subscriptions/offerings.commands.ts'
import * as subscriptionOfficeCommands from '../app/subscriptions/office.commands.ts'
import * as ownSubscriptionCommands from '../app/subscriptions/own.commands.ts'
import * as remarkCommands from '../app/subscriptions/remark.commands.ts'
import * as cardCommands from '../app/tax/card.commands.ts'
import * as depositCommands from '../app/tax/deposit.commands.ts'
import * as ownTaxCommands from '../app/tax/own.commands.ts'
import * as runCommands from '../app/tax/run.commands.ts'
import * as matchingCommands from '../app/tax/tin-matching.commands.ts'
import * as ownWireCommands from '../app/wire-instructions/own.commands.ts'
import * as wireCommands from '../app/wire-instructions/wire.commands.ts'
import type { Command } from './commands/command.ts'
import * as vaultCommands from './vault.commands.ts'

/** Actions of the log that the commands of a module have words for. */
type ActionIn<Module> = Module extends object
  ? {
      [Name in keyof Module]: Module[Name] extends { log: infer Words } ? Extract<keyof Words, string> : never
    }[keyof Module]
  : never

/** @returns the log's words of all commands of modules, by action */
function wordsOf<Modules extends readonly object[]>(...modules: Modules): Record<ActionIn<Modules[number]>, string> {
  const exported: unknown[] = modules.flatMap(module => Object.values(module))
  return Object.assign({}, ...exported.map(each => isCommand(each) && each.log))
}

function isCommand(exported: unknown): exported is Command {
  return typeof exported === 'object' && exported !== null && 'refusals' in exported
}

const { endOtherSessionsCommand, ...ofAccount } = settingsCommands

/** Every action of the log, by group. An entry of any other doesn't compile. */
const actions = {
  'sign-in': {
    ...wordsOf(
      signInCommands,
      proofCommands,
      passkeyCommands,
      sessionCommands,
      emailChangeCommands,
      emailReportCommands,
    ),
    ...wordsOf({ endOtherSessionsCommand }),
    'decider.confirmed': 'Confirmed an administrator or approver on the server',
    'passkey.reset': 'Removed a person’s passkeys',
    'session.signed_out': 'Signed out',
    'session.signed_out_everywhere': 'Signed out everywhere',
    'account.unlocked': 'Unlocked the account',
    'access.refused': 'Was refused access',
  },
  reading: {
    ...wordsOf(allDocumentsCommands),
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
    'sessions.listed': 'Viewed sessions',
  },
  documents: {
    ...wordsOf(documentCommands, signingCommands, documentRequestCommands, deliveryCommands, letterCommands),
    ...wordsOf(startBatchCommands, batchCommands, bulkDocumentCommands, envelopeCommands, ownEnvelopeCommands),
    ...wordsOf(sealCommands),
    'seal.sealed': 'Sealed a file',
    'seal.failed': 'Could not seal a file',
    'seal.certificate_made': 'Made a certificate for the seal',
    'document.uploaded': 'Uploaded a document',
    'document.link_created': 'Added a signing link',
    'document.renamed': 'Renamed a document',
    'document.moved': 'Moved a document to another fund',
    'document.delete_approved': 'Approved a delete request',
    'document.deleted': 'Deleted a document',
    'document.upload_undone': 'Undid an upload',
    'document.infected': 'Found malware in a file',
    'delivery.file_opened': 'Opened a file of a pending delivery',
    'delivery.exported': 'Exported who was served documents of a delivery',
    'delivery.sent': 'Delivered documents to several people',
    'papers.exported': 'Exported who was served documents of a bulk delivery',
    'files.orphans_deleted': 'Deleted files without a document',
    'document_request.fulfilled': 'Provided a requested document',
  },
  people: {
    ...wordsOf(peopleCommands, personCommands, failedMailCommands, mailPreferenceCommands, ofAccount),
    'access.exported': 'Exported the access review',
  },
  register: {
    ...wordsOf(holderCommands, vaultCommands, delegateCommands, registerCommands, salesCommands, journalCommands),
    ...wordsOf(matchingCommands, ownTaxCommands, cardCommands, depositCommands, runCommands, statementCommands),
    ...wordsOf(
      ownAccreditationCommands,
      reviewCommands,
      sanctionsCommands,
      draftCommands,
      noteCommands,
      paymentCommands,
      electionCommands,
    ),
    ...wordsOf(offeringCommands, beginSubscriptionCommands, ownSubscriptionCommands, subscriptionOfficeCommands),
    ...wordsOf(remarkCommands),
    ...wordsOf(
      bankCommands,
      bankBalanceCommands,
      approvalCommands,
      esignConsentCommands,
      coveredCommands,
      wireCommands,
      ownWireCommands,
    ),
    'subscription.countersigned': 'Sold a note to an investor who subscribed',
    'subscription.confirmed': 'Confirmed an investment whose funds arrived',
    'subscription.lapsed': 'Let an investment lapse',
    'covered_person.exported': 'Exported the register of covered persons',
    'register.exported': 'Exported a table of the register',
    'journal.downloaded': 'Downloaded an export of the journal',
    'holder.document_filed': 'Filed a document under a holder',
    'vault.kept': 'Entered an account or tax number',
    'vault.replaced': 'Replaced an account or tax number',
    'tax.matching_exported': 'Exported tax numbers for TIN Matching',
    'tax.iris_exported': 'Exported tax forms for the IRS',
    'accreditation.relied_on': 'Relied on an accreditation for a sale',
    'accreditation.evidence_destroyed': 'Destroyed a document on schedule',
    'accreditation.binder': 'Downloaded the accreditation binder',
    'approval.asked': 'Submitted something for approval',
  },
  holdings: {
    ...wordsOf(calendarCommands),
    'payments.exported': 'Exported their payments',
  },
  messages: {
    ...wordsOf(conversationCommands, inboxCommands),
    'conversation.read': 'Read a conversation',
  },
  visitors: {
    ...wordsOf(callCommands),
    'message.new': 'Marked a message as new',
    'message.answered': 'Marked a message as answered',
    'call.new': 'Marked a call as new',
    'call.answered': 'Marked a call as answered',
  },
  log: {
    'audit.exported': 'Exported the log',
    'backup.restored': 'Restored a backup',
    'audit.redacted': 'Erased a person from the log',
  },
} as const satisfies Record<AuditGroup, Record<string, string>>

export type AuditAction = { [Group in AuditGroup]: keyof (typeof actions)[Group] }[AuditGroup]

const words = new Map<string, string>(Object.values(actions).flatMap(group => Object.entries(group)))

export function actionsOf(group: AuditGroup): string[] {
  return Object.keys(actions[group])
}

/** @returns whether the log has words for this action */
export function isKnownAction(action: string): boolean {
  return words.has(action)
}

/** @returns an action in words, such as 'Downloaded a file'; for an unknown one, its name made readable */
export function actionWords(action: string): string {
  const readable = action.replaceAll(/[._]/g, ' ')
  return words.get(action) ?? readable.charAt(0).toUpperCase() + readable.slice(1)
}
