/** What the portal says when something succeeded: the specification's notices (section 8), then ours where it has none. */

import { grouped } from './number.ts'

/** Success notices, which disappear after `noticeStays`. */
export const notices = {
  codeSent: 'Verification code sent to your email',
  mailSaved: 'E-mail settings saved',
  callCancelled: 'Call canceled. We’ve e-mailed the visitor.',
  // Documents, specification section 8
  documentDeleted: 'Document deleted successfully',
  deleteRequested: 'Delete request submitted. Waiting for admin approval.',
  deleteRejected: 'Delete request rejected',
  signingLinkCreated: 'DocuSign document created successfully',
  // Documents, ours
  saidSigned: 'Thank you. We’ll confirm once we have the signed document.',
  notSigned: 'Noted. The document waits for your signature again.',
  signatureConfirmed: 'Signature confirmed',
  askedToSignAgain: 'Asked to sign again',
  reminded: 'Reminder sent',
  documentAsked: 'Request sent',
  requestWithdrawn: 'Request withdrawn',
  documentReceived: 'Marked as received',
  decisionDismissed: 'Dismissed',
  documentRenamed: 'Document renamed',
  uploadUndone: 'Upload undone',
  deleteWithdrawn: 'Delete request withdrawn',
  userUpdated: 'User updated successfully',
  invitationSent: 'Invitation sent',
  delegateInvited: 'Invitation sent. They see nothing until they have signed in and accepted.',
  delegateRevoked: 'Access ended',
  invitationAccepted: 'Accepted. You have access now.',
  personAccepted: 'Account accepted',
  personDisabled: 'Access closed. All sessions have ended.',
  personEnabled: 'Access opened',
  personSignedOut: 'Signed out everywhere',
  personErased: 'Account erased',
  batchRead: 'The files are being read again',
  batchDiscarded: 'Bulk delivery discarded',
  batchAsked: 'Submitted for approval by a second person',
  batchContinued: 'The release goes on',
  batchRecalled: 'Recalled. Only the office sees these documents now.',
  deliveryRecalled: 'Recalled. Only the office sees these documents now.',
  paperMatched: 'Matched by hand',
  paperExcluded: 'Left out',
  paperReset: 'Back to how it was read',
  approved: 'Approved',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  holderAdded: 'Holder added',
  holderSaved: 'Saved',
  memberChangeAsked: 'Submitted. A second person needs to approve it.',
  approverRevoked: 'Approver removed',
  filesSeen: 'Marked as seen',
  mailSentAgain: 'Sending it again. Once it’s delivered, it leaves this list.',
  failureDismissed: 'Dismissed',
  erasureRequested: 'We have your request and will get back to you.',
  erasureWithdrawn: 'Request withdrawn. Your account stays.',
  administratorRevoked: 'Administrator removed',
  filingRecorded: 'Filing recorded',
  filingWithdrawn: 'Filing withdrawn',
  journalExported: 'Exported. Download it below.',
  statementsBegun: 'The statements are being prepared.',
  releaseAsked: 'Release requested. A second person needs to approve it.',
  // Profile and e-mail, specification section 8
  statementRhythmSaved: 'Saved. The next statement begins where the last one ended.',
  profileUpdated: 'Profile updated successfully',
  currentCodeSent: 'Verification code sent to your current email',
  currentVerified: 'Email verified! Enter your new email address',
  newCodeSent: 'Verification code sent to your new email',
  emailChanged: 'Email changed successfully!',
  sessionEnded: 'Session ended',
  sessionsEnded: 'Signed out everywhere else',
  restoreCodeSent: 'Verification code sent to your old email',
  messageSent: 'Message sent',
  messageSentAndDone: 'Message sent. The conversation is marked as done.',
  answerSent: 'Answer sent by e-mail',
  answerSentAndDone: 'Answer sent by e-mail. The conversation is marked as done.',
  conversationClosed: 'Marked as done',
  conversationReopened: 'Reopened',
  remarkSaved: 'Remark saved',
  bankLineReopened: 'Open again',
  bankPageAttached: 'Attached',
  bankDifferenceExplained: 'Explanation saved',
  approvalAsked: 'Submitted for approval by a second person.',
  passkeyAdded: 'Passkey added',
  passkeyRenamed: 'Passkey renamed',
  passkeyRemoved: 'Passkey removed',
  recoveryRequested: 'We’ve e-mailed every address of your account. Come back in a week.',
  recoveryCanceled: 'Canceled. Your passkeys stay as they are.',
  passkeyPermitted: 'They can add a new passkey within 24 hours. We’ve e-mailed everybody who decides.',
} as const

/** An action on several documents at once. */
export type BulkAction = 'requested' | 'deleted' | { movedTo: string }

/**
 * @param done documents that it was done to; the others had already been deleted
 * @param of documents selected, at least 1
 * @returns the notice about several documents; for a single one, the specification's
 */
export function manyNotice(what: BulkAction, done: number, of: number): string {
  const documents = `${grouped(of)} document${of === 1 ? '' : 's'}`
  const gone = of - done === 1 ? 'One was' : `${grouped(of - done)} were`
  const rest = done < of ? ` ${gone} already deleted.` : ''
  const some = done < of ? `${grouped(done)} of ${documents}` : documents
  if (typeof what === 'object') return `Moved ${some} to ${what.movedTo}.${rest}`
  if (what === 'deleted') return done === 1 && of === 1 ? notices.documentDeleted : `Deleted ${some}.${rest}`
  if (done === 1 && of === 1) return notices.deleteRequested
  return `Delete requests submitted for ${some}. Waiting for admin approval.${rest}`
}

/** @returns such as '40 payments, $71,833.20, submitted for approval' */
export function paymentsRequested(what: string, total: string): string {
  return `${what}, ${total}, submitted for approval`
}
