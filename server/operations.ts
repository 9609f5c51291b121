import { type BinderOf, exportBinder as exportBinderOf } from '../app/accreditation/server/binder.ts'
import { findSales } from '../app/notes/server/accreditation-facts.ts'
import type { Actor } from './access/actor.ts'

// What pages may ask of the server: every export of this module is an operation. Pages get them through their context, so
// that the built pages don't contain a second copy of the server's modules.

export { requestClearance, revokeAccreditation } from '../app/accreditation/server/contrary-knowledge.ts'
export { addEvidence, removeEvidence, sendEvidenceAnyway } from '../app/accreditation/server/evidence.ts'
export { getHolderVerifications } from '../app/accreditation/server/holder-verifications.ts'
export { getOwnAccreditation } from '../app/accreditation/server/own-accreditation.ts'
export { approveAccreditation, rejectAccreditation, returnAccreditation } from '../app/accreditation/server/review.ts'
export { getAccreditationForReview, getAccreditations } from '../app/accreditation/server/review-list.ts'
export { signAccreditation } from '../app/accreditation/server/sign.ts'
export { saveAccreditation } from '../app/accreditation/server/start.ts'
export { getApprovalReceipt } from '../app/approvals/server/approval-receipt.ts'
export { countApprovals, getApprovals } from '../app/approvals/server/approvals-list.ts'
export { approveBatch, getBatchApproval } from '../app/approvals/server/approve-batch.ts'
export { approve, reject, withdrawApproval } from '../app/approvals/server/decide-approval.ts'
export { exportAuditLog } from '../app/audit/server/log-file.ts'
export { getOwnActivity } from '../app/audit/server/own-activity.ts'
export { getActivityOf, getAuditLog } from '../app/audit/server/read-log.ts'
export { enterBankBalance, explainBankDifference, getBankReconciliation } from '../app/bank/server/bank-balances.ts'
export { addBankList, getBankWork } from '../app/bank/server/bank-lines.ts'
export { attachBankPage, confirmBankLines, reopenBankLine } from '../app/bank/server/confirm-bank-lines.ts'
export { removeBankList } from '../app/bank/server/remove-bank-list.ts'
export { getBatch } from '../app/bulk-delivery/server/batch.ts'
export { getBatchItem } from '../app/bulk-delivery/server/batch-item.ts'
export { continueRelease, discardBatch, readBatchAgain } from '../app/bulk-delivery/server/change-batch.ts'
export { exportBatchAccesses } from '../app/bulk-delivery/server/export-accesses.ts'
export { getItemsToOpen } from '../app/bulk-delivery/server/items-to-open.ts'
export { recallBatch } from '../app/bulk-delivery/server/recall-batch.ts'
export { requestBatchRelease } from '../app/bulk-delivery/server/request-release.ts'
export {
  excludeDocument,
  excludeOpenDocuments,
  matchDocument,
  resetMatch,
} from '../app/bulk-delivery/server/review-documents.ts'
export { startBatch } from '../app/bulk-delivery/server/start-batch.ts'
export { createCalendarAddress, getCalendarAddress, revokeCalendarAddress } from '../app/calendar/server/addresses.ts'
export {
  addCoveredPerson,
  endCoveredPerson,
  recordConfirmation,
  recordQuestionnaire,
} from '../app/covered-persons/server/change-register.ts'
export { requestFinding } from '../app/covered-persons/server/decide-questionnaire.ts'
export {
  answerQuestionnaire,
  confirmQuestionnaire,
  getOwnCovered,
} from '../app/covered-persons/server/own-questionnaires.ts'
export { exportCoveredPersons, getCoveredPerson, getCoveredPersons } from '../app/covered-persons/server/register.ts'
export { acceptInvitation } from '../app/delegates/server/accept-invitation.ts'
export { getHolderDelegates, getSharedAccessOf } from '../app/delegates/server/holder-delegates.ts'
export { inviteDelegate } from '../app/delegates/server/invite-delegate.ts'
export { getDelegate, getOwnDelegates } from '../app/delegates/server/own-delegates.ts'
export { endDelegate, endGrantOf, revokeGrant } from '../app/delegates/server/revoke-grant.ts'
export { getSharedFigures } from '../app/delegates/server/shared-figures.ts'
export { getShared } from '../app/delegates/server/shared-with-me.ts'
export { getYear } from '../app/delegates/server/year.ts'
export { getDelivery } from '../app/deliveries/server/delivery.ts'
export { exportDeliveryAccesses } from '../app/deliveries/server/export-delivery-accesses.ts'
export { getDeliveryToOpen } from '../app/deliveries/server/files-to-open.ts'
export { recallDelivery } from '../app/deliveries/server/recall-delivery.ts'
export { getDeliveryRecipients } from '../app/deliveries/server/recipients.ts'
export { sendDelivery } from '../app/deliveries/server/send-delivery.ts'
export { getPendingForPerson } from '../app/document-requests/server/pending-for-person.ts'
export {
  askForDocument,
  markDocumentReceived,
  remindOfDocumentRequest,
  withdrawDocumentRequest,
} from '../app/document-requests/server/request-document.ts'
export { getDocumentRequest, getDocumentRequests } from '../app/document-requests/server/requests-list.ts'
export { getAllDocumentsForAdmin } from '../app/documents/server/all-documents.ts'
export { deleteDocuments, requestDocumentsDelete } from '../app/documents/server/bulk-deletion.ts'
export { approveDeleteRequests, rejectDeleteRequests } from '../app/documents/server/decide-requests.ts'
export { dismissDecision } from '../app/documents/server/decisions.ts'
export {
  approveDocumentDelete,
  deleteDocument,
  getDeleteRequests,
  rejectDocumentDelete,
  requestDocumentDelete,
} from '../app/documents/server/deletion.ts'
export { exportDocuments } from '../app/documents/server/document-export.ts'
export { countDocuments, findDocuments } from '../app/documents/server/document-search.ts'
export { getDocument, getUserDocuments } from '../app/documents/server/documents.ts'
export { getDocumentsSummary } from '../app/documents/server/documents-summary.ts'
export { addSigningLink, nameDocument, placeDocuments } from '../app/documents/server/file-and-name.ts'
export { getFundNames } from '../app/documents/server/fund-names.ts'
export { getDocumentHistory } from '../app/documents/server/history.ts'
export { getHolderDocuments } from '../app/documents/server/holder-documents.ts'
export { markFilesSeen } from '../app/documents/server/new-files.ts'
export {
  askToSignAgain,
  confirmSignature,
  getSigningLink,
  markSigned,
  remindToSign,
  unmarkSigned,
} from '../app/documents/server/signing.ts'
export { getSigningLinks } from '../app/documents/server/signing-list.ts'
export { undoUpload } from '../app/documents/server/undo-upload.ts'
export { getDocumentViewHistory, incrementViewCount } from '../app/documents/server/views.ts'
export { withdrawDocumentDelete } from '../app/documents/server/withdraw-request.ts'
export { findForOffice } from '../app/find/server/find-for-office.ts'
export { getAccounts } from '../app/holders/server/accounts.ts'
export { requestFreeze, requestUnfreeze } from '../app/holders/server/freeze-holder.ts'
export { enterHolder, updateHolder } from '../app/holders/server/holders.ts'
export { getHolder, getHolders, getHoldersOf } from '../app/holders/server/holders-list.ts'
export { requestMemberRemoval, requestNewMember } from '../app/holders/server/member-changes.ts'
export { canStoreNumbers, revealNumber } from '../app/holders/server/number-vault.ts'
export { chooseStatementRhythm } from '../app/holders/server/statement-rhythm.ts'
export { getHoldings, getHoldingsOf } from '../app/holdings/server/holdings.ts'
export { getOwnNote } from '../app/holdings/server/note-page.ts'
export { exportOwnPayments } from '../app/holdings/server/payments-file.ts'
export { getHome, hideSteps, skipDetails } from '../app/home/server/home.ts'
export { readSession, signOut } from '../app/identity/server/current-session.ts'
export {
  cancelEmailChange,
  discardNewEmail,
  getEmailChange,
  resendNewEmailCode,
  startEmailChange,
  submitNewEmail,
  verifyCurrentEmail,
  verifyNewEmail,
} from '../app/identity/server/email-change/email-change.ts'
export {
  getAddressReport,
  reportAddressChange,
  restoreAddress,
  sendRestoreCode,
} from '../app/identity/server/email-change/email-report.ts'
export { addPasskey, startAddingPasskey } from '../app/identity/server/passkeys/add-passkey.ts'
export {
  cancelPasskeyRecovery,
  getRequestedRecovery,
  requestPasskeyRecovery,
  stopPasskeyRecovery,
} from '../app/identity/server/passkeys/passkey-recovery.ts'
export { signInWithPasskey, startPasskeySignIn } from '../app/identity/server/passkeys/passkey-sign-in.ts'
export { getPasskeys, removePasskey, renamePasskey } from '../app/identity/server/passkeys/passkeys.ts'
export { makeRecoveryCodes } from '../app/identity/server/passkeys/recovery-codes.ts'
export { mayAddPasskey } from '../app/identity/server/passkeys/required-passkey.ts'
export {
  getProofWays,
  proveByCode,
  proveByPasskey,
  proveByRecoveryCode,
  sendProofCode,
} from '../app/identity/server/prove.ts'
export { endOtherSessions, endSession, getSessions } from '../app/identity/server/sessions.ts'
export { sendCode, verifyCode, verifySecondCode } from '../app/identity/server/sign-in.ts'
export { cancelCall, getCall, getFreeTimes, moveCall, requestCall } from '../app/leads/server/calls.ts'
export { cancelCallForAdmin } from '../app/leads/server/cancel-call.ts'
export { getLead } from '../app/leads/server/manage-leads.ts'
export { sendMessage } from '../app/leads/server/visitor-messages.ts'
export { timeZoneOrDefault } from '../app/leads/server/visitor-time-zone.ts'
export { getLedger, trialBalance } from '../app/ledger/server/get-ledger.ts'
export { downloadJournal, exportJournal, getJournal } from '../app/ledger/server/journal/journal-exports.ts'
export { makeLetterToSign } from '../app/letters/server/accreditation-letter.ts'
export {
  beginLetters,
  getLetterRun,
  leaveOutLetter,
  recallLetters,
  requestLetterRelease,
  rewriteLetters,
  takeBackLetter,
} from '../app/letters/server/yearly-letters.ts'
export { chooseListColumns, getListColumns } from '../app/lists/server/list-columns.ts'
export { answerVisitor, findVisitorConversation } from '../app/messages/server/answer-visitor.ts'
export { closeConversation, reopenConversation } from '../app/messages/server/close-conversation.ts'
export { countUnreadConversations, getConversation, markConversationRead } from '../app/messages/server/conversation.ts'
export { getConversations } from '../app/messages/server/conversations.ts'
export { exportInbox } from '../app/messages/server/inbox-export.ts'
export { getRemarks, remarkOnConversation, remarkOnPerson } from '../app/messages/server/remarks.ts'
export { replyFromInbox, replyToConversation, startConversation } from '../app/messages/server/write-message.ts'
export { cancelDraft, requestCancellation } from '../app/notes/server/cancel-note.ts'
export { requestCure, requestDefault } from '../app/notes/server/default-and-cure.ts'
export { createNote, readBackTerms, updateDraft } from '../app/notes/server/drafts.ts'
export { electAtMaturity, getMaturityWindow, requestLateElection } from '../app/notes/server/elections.ts'
export { fileNoteDocument, removeNoteDocument } from '../app/notes/server/filed-documents.ts'
export { requestFirstPayment } from '../app/notes/server/first-payment.ts'
export { requestFunding } from '../app/notes/server/funding.ts'
export { requestPartRepayment } from '../app/notes/server/part-repayment.ts'
export { requestPayment } from '../app/notes/server/payments.ts'
export { requestPayoff } from '../app/notes/server/payoff.ts'
export { requestRenewal } from '../app/notes/server/renewal.ts'
export { requestReversal } from '../app/notes/server/reversals.ts'
export { recordSignature, signNote } from '../app/notes/server/sign-note.ts'
export { requestTransfer } from '../app/notes/server/transfer.ts'
export { requestFundingReversal } from '../app/notes/server/undo-funding.ts'
export { requestRenewalReversal } from '../app/notes/server/undo-renewal.ts'
export { requestTransferReversal } from '../app/notes/server/undo-transfer.ts'
export {
  dismissMailFailure,
  dismissMailFailures,
  getMailFailures,
  sendFailedMailAgain,
} from '../app/notifications/server/failed-mail.ts'
export { getMailPreferences, updateMailPreferences } from '../app/notifications/server/mail-preferences.ts'
export { exportAccessReview, getAccessReview, recordAccessReview } from '../app/people/server/access-review.ts'
export {
  acceptDelegate,
  acceptPeople,
  acceptPerson,
  disablePerson,
  enablePerson,
  endSessionOf,
  endSessionsOf,
} from '../app/people/server/account-access.ts'
export { erasePerson, getErasurePlan } from '../app/people/server/erasure.ts'
export { getErasureRequest, requestErasure, withdrawErasureRequest } from '../app/people/server/erasure-request.ts'
export { inviteUser, resendInvitation } from '../app/people/server/invitations.ts'
export { permitNewPasskey } from '../app/people/server/passkey-permit.ts'
export { exportPeople } from '../app/people/server/people-export.ts'
export { getHeldByPeople, getPeopleFigures } from '../app/people/server/people-figures.ts'
export { getAllUsersForAdmin, getUserForAdmin } from '../app/people/server/people-list.ts'
export { getSessionsOf } from '../app/people/server/person-sessions.ts'
export { editPerson, getUserProfile, saveProfile } from '../app/people/server/profiles.ts'
export {
  removeAdministrator,
  removeApprover,
  requestAdministrator,
  requestApprover,
} from '../app/people/server/rights.ts'
export { downloadAccrual, getAccrual } from '../app/register/server/accrual.ts'
export { getCashForecast } from '../app/register/server/cash-forecast.ts'
export { getRegisterChanges } from '../app/register/server/changes.ts'
export { getDuePayments } from '../app/register/server/due-list.ts'
export { recordFiling, withdrawFiling } from '../app/register/server/filings.ts'
export { getImportFile } from '../app/register/server/import/import-files.ts'
export { checkImport, requestImport } from '../app/register/server/import/register-import.ts'
export { getInterestPaid } from '../app/register/server/interest-paid.ts'
export { getMaturities } from '../app/register/server/maturities.ts'
export { createNoteFor } from '../app/register/server/new-note.ts'
export { findNoteCandidates, getNoteCandidate } from '../app/register/server/note-candidates.ts'
export { getNoteStory } from '../app/register/server/note-story.ts'
export { getPaymentRegister, getPaymentsByHolder } from '../app/register/server/payment-register.ts'
export { requestDuePayments } from '../app/register/server/record-due.ts'
export { exportRegister } from '../app/register/server/register-export.ts'
export { getRegister, getRegisterGroups } from '../app/register/server/register-list.ts'
export { getRollForward } from '../app/register/server/roll-forward.ts'
export { getSales } from '../app/register/server/sales.ts'
export { getTieOut } from '../app/register/server/tie-out.ts'
export { getRuns } from '../app/runs/server/runs-list.ts'
export { requestHitDecision } from '../app/sanctions/server/decide-hit.ts'
export { addSanctionsList } from '../app/sanctions/server/lists.ts'
export { getSanctions, getSanctionsHit } from '../app/sanctions/server/sanctions-work.ts'
export { requestCertificate } from '../app/sealing/server/bring-certificate.ts'
export { checkFile } from '../app/sealing/server/check-file.ts'
export { getSeals, sealAgain } from '../app/sealing/server/seals-page.ts'
export {
  getEsignConsentsOf,
  getOwnEsignConsent,
  giveEsignConsent,
  makeEsignSample,
  requestEsignConsent,
  withdrawEsignConsent,
  withdrawEsignConsentFor,
} from '../app/signing/server/consents.ts'
export { countersign, countersignBatch } from '../app/signing/server/countersign.ts'
export { getEnvelope, getEnvelopeToSign, getOwnEnvelopes } from '../app/signing/server/envelope.ts'
export { getEnvelopes } from '../app/signing/server/envelopes-list.ts'
export { requestPaperSignature } from '../app/signing/server/paper-signature.ts'
export {
  describeEnvelope,
  placeField,
  prepareEnvelope,
  removeField,
  seatSigners,
} from '../app/signing/server/prepare-envelope.ts'
export { remindSigner, sendEnvelope, voidEnvelope } from '../app/signing/server/send-envelope.ts'
export { declineEnvelope, reportDrawn, signEnvelope } from '../app/signing/server/sign-envelope.ts'
export { correctStatement } from '../app/statements/server/correct-statement.ts'
export { requestRelease } from '../app/statements/server/release-run.ts'
export { prepareAgain, requestRun, requestRunFor } from '../app/statements/server/start-runs.ts'
export {
  getHolderStatements,
  getOwnStatements,
  getStatementRun,
  getStatementRuns,
} from '../app/statements/server/statements-list.ts'
export { changeAgreement, makeAgreement, withdrawSubscription } from '../app/subscriptions/server/agreement.ts'
export {
  acknowledgeDisclosures,
  chooseHolder,
  chooseTerms,
  prepareSubscription,
  startSubscription,
  wantHolder,
} from '../app/subscriptions/server/choose.ts'
export {
  changeOffering,
  closeOffering,
  draftOffering,
  getOffering,
  getOfferings,
  publishDisclosure,
  requestOfferingOpening,
} from '../app/subscriptions/server/offerings.ts'
export {
  getSubscription,
  getSubscriptions,
  rejectSubscription,
  remindSubscription,
} from '../app/subscriptions/server/office-subscriptions.ts'
export {
  getJoinedSubscriptions,
  getOwnSubscription,
  getOwnSubscriptions,
} from '../app/subscriptions/server/own-subscriptions.ts'
export { remarkOnSubscription } from '../app/subscriptions/server/remarks.ts'
export { getSystemState } from '../app/system/server/system-state.ts'
export { fileTaxForm, returnTaxForm, submitTaxForm } from '../app/tax/server/certifications.ts'
export { giveConsent, requestPaperless, withdrawConsent, withdrawConsentFor } from '../app/tax/server/consents.ts'
export { requestDeposit, requestDepositReversal } from '../app/tax/server/deposits.ts'
export { getFormToCompare } from '../app/tax/server/form-to-compare.ts'
export { requestFurnishing } from '../app/tax/server/furnish-forms.ts'
export { exportIris } from '../app/tax/server/iris-file.ts'
export { makeNoticeLetter } from '../app/tax/server/notice-letter.ts'
export { getOwnTax } from '../app/tax/server/own-tax.ts'
export { getPrintQueue, markCopiesMailed, sendPrintedCopy } from '../app/tax/server/print-queue.ts'
export { requestTaxProfile } from '../app/tax/server/profile-changes.ts'
export { requestFiling } from '../app/tax/server/record-filing.ts'
export { makeSampleForm } from '../app/tax/server/sample-form.ts'
export { getTaxCard } from '../app/tax/server/tax-card.ts'
export { getTaxQueue } from '../app/tax/server/tax-queue.ts'
export { beginTaxRun, correctTaxForm, prepareTaxRunAgain, reviewTaxRun } from '../app/tax/server/tax-runs.ts'
export { getTaxRun, getTaxRuns } from '../app/tax/server/tax-runs-list.ts'
export { exportTinMatching, readTinResults } from '../app/tax/server/tin-matching.ts'
export { markNoticePosted, recordTinNotice, withdrawTinNotice } from '../app/tax/server/tin-notices.ts'
export { exportWithholding, getWithholding } from '../app/tax/server/withholding-year.ts'
export { getPendingWork } from '../app/today/server/pending-work.ts'
export { getToday } from '../app/today/server/today.ts'
export { getSpaceNote } from '../app/uploads/server/quota.ts'
export { getOwnWire, showWire } from '../app/wire-instructions/server/own-wire.ts'
export {
  closeWireOpening,
  openWireForNote,
  recordReadBack,
  showWireWords,
} from '../app/wire-instructions/server/wire-openings.ts'
export { getWireInstructions, requestWire, stopWire } from '../app/wire-instructions/server/wire-versions.ts'
export { openForm } from './access/form-proof.ts'

/** As `app/accreditation/server/binder.ts`, with the sales that capabilities after it know of. */
export async function exportBinder(actor: Actor, of: BinderOf) {
  return exportBinderOf(actor, of, findSales)
}
