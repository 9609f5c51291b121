import type { Actor } from './access/actor.ts'
import { type BinderOf, exportBinder as exportBinderOf } from './accreditation/binder.ts'
import { findSales } from './notes/accreditation-facts.ts'

// What pages may ask of the server: every export of this module is an operation. Pages get them through their context, so
// that the built pages don't contain a second copy of the server's modules.

export { openForm } from './access/form-proof.ts'
export { requestClearance, revokeAccreditation } from './accreditation/contrary-knowledge.ts'
export { addEvidence, removeEvidence, sendEvidenceAnyway } from './accreditation/evidence.ts'
export { getHolderVerifications } from './accreditation/holder-verifications.ts'
export { getOwnAccreditation } from './accreditation/own-accreditation.ts'
export { approveAccreditation, rejectAccreditation, returnAccreditation } from './accreditation/review.ts'
export { getAccreditationForReview, getAccreditations } from './accreditation/review-list.ts'
export { signAccreditation } from './accreditation/sign.ts'
export { saveAccreditation } from './accreditation/start.ts'
export { getApprovalReceipt } from './approvals/approval-receipt.ts'
export { countApprovals, getApprovals } from './approvals/approvals-list.ts'
export { approveBatch, getBatchApproval } from './approvals/approve-batch.ts'
export { approve, reject, withdrawApproval } from './approvals/decide-approval.ts'
export { exportAuditLog } from './audit/log-file.ts'
export { getOwnActivity } from './audit/own-activity.ts'
export { getActivityOf, getAuditLog } from './audit/read-log.ts'
export { getBatch } from './bulk-delivery/batch.ts'
export { getBatchItem } from './bulk-delivery/batch-item.ts'
export { continueRelease, discardBatch, readBatchAgain } from './bulk-delivery/change-batch.ts'
export { exportBatchAccesses } from './bulk-delivery/export-accesses.ts'
export { getItemsToOpen } from './bulk-delivery/items-to-open.ts'
export { recallBatch } from './bulk-delivery/recall-batch.ts'
export { requestBatchRelease } from './bulk-delivery/request-release.ts'
export { excludeDocument, excludeOpenDocuments, matchDocument, resetMatch } from './bulk-delivery/review-documents.ts'
export { startBatch } from './bulk-delivery/start-batch.ts'
export { createCalendarAddress, getCalendarAddress, revokeCalendarAddress } from './calendar/addresses.ts'
export { acceptInvitation } from './delegates/accept-invitation.ts'
export { getHolderDelegates, getSharedAccessOf } from './delegates/holder-delegates.ts'
export { inviteDelegate } from './delegates/invite-delegate.ts'
export { getDelegate, getOwnDelegates } from './delegates/own-delegates.ts'
export { endDelegate, endGrantOf, revokeGrant } from './delegates/revoke-grant.ts'
export { getSharedFigures } from './delegates/shared-figures.ts'
export { getShared } from './delegates/shared-with-me.ts'
export { getYear } from './delegates/year.ts'
export { getDelivery } from './deliveries/delivery.ts'
export { exportDeliveryAccesses } from './deliveries/export-delivery-accesses.ts'
export { getDeliveryToOpen } from './deliveries/files-to-open.ts'
export { recallDelivery } from './deliveries/recall-delivery.ts'
export { getDeliveryRecipients } from './deliveries/recipients.ts'
export { sendDelivery } from './deliveries/send-delivery.ts'
export { getPendingForPerson } from './document-requests/pending-for-person.ts'
export {
  askForDocument,
  markDocumentReceived,
  remindOfDocumentRequest,
  withdrawDocumentRequest,
} from './document-requests/request-document.ts'
export { getDocumentRequest, getDocumentRequests } from './document-requests/requests-list.ts'
export { getAllDocumentsForAdmin } from './documents/all-documents.ts'
export { deleteDocuments, requestDocumentsDelete } from './documents/bulk-deletion.ts'
export { approveDeleteRequests, rejectDeleteRequests } from './documents/decide-requests.ts'
export { dismissDecision } from './documents/decisions.ts'
export {
  approveDocumentDelete,
  deleteDocument,
  getDeleteRequests,
  rejectDocumentDelete,
  requestDocumentDelete,
} from './documents/deletion.ts'
export { exportDocuments } from './documents/document-export.ts'
export { countDocuments, findDocuments } from './documents/document-search.ts'
export { getDocument, getUserDocuments } from './documents/documents.ts'
export { getDocumentsSummary } from './documents/documents-summary.ts'
export { addSigningLink, nameDocument, placeDocuments } from './documents/file-and-name.ts'
export { getFundNames } from './documents/fund-names.ts'
export { getDocumentHistory } from './documents/history.ts'
export { getHolderDocuments } from './documents/holder-documents.ts'
export { markFilesSeen } from './documents/new-files.ts'
export {
  askToSignAgain,
  confirmSignature,
  getSigningLink,
  markSigned,
  remindToSign,
  unmarkSigned,
} from './documents/signing.ts'
export { getSigningLinks } from './documents/signing-list.ts'
export { undoUpload } from './documents/undo-upload.ts'
export { getDocumentViewHistory, incrementViewCount } from './documents/views.ts'
export { withdrawDocumentDelete } from './documents/withdraw-request.ts'
export { findForOffice } from './find/find-for-office.ts'
export { getAccounts } from './holders/accounts.ts'
export { requestFreeze, requestUnfreeze } from './holders/freeze-holder.ts'
export { enterHolder, updateHolder } from './holders/holders.ts'
export { getHolder, getHolders, getHoldersOf } from './holders/holders-list.ts'
export { requestMemberRemoval, requestNewMember } from './holders/member-changes.ts'
export { canStoreNumbers, revealNumber } from './holders/number-vault.ts'
export { chooseStatementRhythm } from './holders/statement-rhythm.ts'
export { getHoldings, getHoldingsOf } from './holdings/holdings.ts'
export { getOwnNote } from './holdings/note-page.ts'
export { exportOwnPayments } from './holdings/payments-file.ts'
export { getHome, hideSteps, skipDetails } from './home/home.ts'
export { readSession, signOut } from './identity/current-session.ts'
export {
  cancelEmailChange,
  discardNewEmail,
  getEmailChange,
  resendNewEmailCode,
  startEmailChange,
  submitNewEmail,
  verifyCurrentEmail,
  verifyNewEmail,
} from './identity/email-change/email-change.ts'
export {
  getAddressReport,
  reportAddressChange,
  restoreAddress,
  sendRestoreCode,
} from './identity/email-change/email-report.ts'
export { addPasskey, startAddingPasskey } from './identity/passkeys/add-passkey.ts'
export {
  cancelPasskeyRecovery,
  getRequestedRecovery,
  requestPasskeyRecovery,
  stopPasskeyRecovery,
} from './identity/passkeys/passkey-recovery.ts'
export { signInWithPasskey, startPasskeySignIn } from './identity/passkeys/passkey-sign-in.ts'
export { getPasskeys, removePasskey, renamePasskey } from './identity/passkeys/passkeys.ts'
export { makeRecoveryCodes } from './identity/passkeys/recovery-codes.ts'
export { mayAddPasskey } from './identity/passkeys/required-passkey.ts'
export { getProofWays, proveByCode, proveByPasskey, proveByRecoveryCode, sendProofCode } from './identity/prove.ts'
export { endOtherSessions, endSession, getSessions } from './identity/sessions.ts'
export { sendCode, verifyCode, verifySecondCode } from './identity/sign-in.ts'
export { cancelCall, getCall, getFreeTimes, moveCall, requestCall } from './leads/calls.ts'
export { cancelCallForAdmin } from './leads/cancel-call.ts'
export { getLead } from './leads/manage-leads.ts'
export { sendMessage } from './leads/visitor-messages.ts'
export { timeZoneOrDefault } from './leads/visitor-time-zone.ts'
export { getLedger, trialBalance } from './ledger/get-ledger.ts'
export { downloadJournal, exportJournal, getJournal } from './ledger/journal/journal-exports.ts'
export { makeLetterToSign } from './letters/accreditation-letter.ts'
export {
  beginLetters,
  getLetterRun,
  leaveOutLetter,
  recallLetters,
  requestLetterRelease,
  rewriteLetters,
  takeBackLetter,
} from './letters/yearly-letters.ts'
export { chooseListColumns, getListColumns } from './lists/list-columns.ts'
export { answerVisitor, findVisitorConversation } from './messages/answer-visitor.ts'
export { closeConversation, reopenConversation } from './messages/close-conversation.ts'
export { countUnreadConversations, getConversation, markConversationRead } from './messages/conversation.ts'
export { getConversations } from './messages/conversations.ts'
export { exportInbox } from './messages/inbox-export.ts'
export { getRemarks, remarkOnConversation, remarkOnPerson } from './messages/remarks.ts'
export { replyFromInbox, replyToConversation, startConversation } from './messages/write-message.ts'
export { enterBankBalance, explainBankDifference, getBankReconciliation } from './notes/bank-balances.ts'
export { addBankList, getBankWork } from './notes/bank-lines.ts'
export { cancelDraft, requestCancellation } from './notes/cancel-note.ts'
export { attachBankPage, confirmBankLines, reopenBankLine } from './notes/confirm-bank-lines.ts'
export { requestCure, requestDefault } from './notes/default-and-cure.ts'
export { createNote, readBackTerms, updateDraft } from './notes/drafts.ts'
export { electAtMaturity, getMaturityWindow, requestLateElection } from './notes/elections.ts'
export { fileNoteDocument, removeNoteDocument } from './notes/filed-documents.ts'
export { requestFirstPayment } from './notes/first-payment.ts'
export { requestFunding } from './notes/funding.ts'
export { requestPartRepayment } from './notes/part-repayment.ts'
export { requestPayment } from './notes/payments.ts'
export { requestPayoff } from './notes/payoff.ts'
export { removeBankList } from './notes/remove-bank-list.ts'
export { requestRenewal } from './notes/renewal.ts'
export { requestReversal } from './notes/reversals.ts'
export { recordSignature, signNote } from './notes/sign-note.ts'
export { requestTransfer } from './notes/transfer.ts'
export { requestFundingReversal } from './notes/undo-funding.ts'
export { requestRenewalReversal } from './notes/undo-renewal.ts'
export { requestTransferReversal } from './notes/undo-transfer.ts'
export { getMailPreferences, updateMailPreferences } from './notifications/mail-preferences.ts'
export { exportAccessReview, getAccessReview, recordAccessReview } from './people/access-review.ts'
export {
  acceptDelegate,
  acceptPeople,
  acceptPerson,
  disablePerson,
  enablePerson,
  endSessionOf,
  endSessionsOf,
} from './people/account-access.ts'
export { erasePerson, getErasurePlan } from './people/erasure.ts'
export { getErasureRequest, requestErasure, withdrawErasureRequest } from './people/erasure-request.ts'
export { inviteUser, resendInvitation } from './people/invitations.ts'
export { permitNewPasskey } from './people/passkey-permit.ts'
export { exportPeople } from './people/people-export.ts'
export { getHeldByPeople, getPeopleFigures } from './people/people-figures.ts'
export { getAllUsersForAdmin, getUserForAdmin } from './people/people-list.ts'
export { getSessionsOf } from './people/person-sessions.ts'
export { editPerson, getUserProfile, saveProfile } from './people/profiles.ts'
export { removeAdministrator, removeApprover, requestAdministrator, requestApprover } from './people/rights.ts'
export { downloadAccrual, getAccrual } from './register/accrual.ts'
export { getCashForecast } from './register/cash-forecast.ts'
export { getRegisterChanges } from './register/changes.ts'
export { getDuePayments } from './register/due-list.ts'
export { recordFiling, withdrawFiling } from './register/filings.ts'
export { getImportFile } from './register/import/import-files.ts'
export { checkImport, requestImport } from './register/import/register-import.ts'
export { getInterestPaid } from './register/interest-paid.ts'
export { getMaturities } from './register/maturities.ts'
export { createNoteFor } from './register/new-note.ts'
export { findNoteCandidates, getNoteCandidate } from './register/note-candidates.ts'
export { getNoteStory } from './register/note-story.ts'
export { getPaymentRegister, getPaymentsByHolder } from './register/payment-register.ts'
export { requestDuePayments } from './register/record-due.ts'
export { exportRegister } from './register/register-export.ts'
export { getRegister, getRegisterGroups } from './register/register-list.ts'
export { getRollForward } from './register/roll-forward.ts'
export { getSales } from './register/sales.ts'
export { getTieOut } from './register/tie-out.ts'
export { getRuns } from './runs/runs-list.ts'
export { correctStatement } from './statements/correct-statement.ts'
export { requestRelease } from './statements/release-run.ts'
export { prepareAgain, requestRun, requestRunFor } from './statements/start-runs.ts'
export {
  getHolderStatements,
  getOwnStatements,
  getStatementRun,
  getStatementRuns,
} from './statements/statements-list.ts'
export { getSystemState } from './system/system-state.ts'
export { fileTaxForm, returnTaxForm, submitTaxForm } from './tax/certifications.ts'
export { giveConsent, requestPaperless, withdrawConsent, withdrawConsentFor } from './tax/consents.ts'
export { requestDeposit, requestDepositReversal } from './tax/deposits.ts'
export { getFormToCompare } from './tax/form-to-compare.ts'
export { requestFurnishing } from './tax/furnish-forms.ts'
export { exportIris } from './tax/iris-file.ts'
export { makeNoticeLetter } from './tax/notice-letter.ts'
export { getOwnTax } from './tax/own-tax.ts'
export { getPrintQueue, markCopiesMailed, sendPrintedCopy } from './tax/print-queue.ts'
export { requestTaxProfile } from './tax/profile-changes.ts'
export { requestFiling } from './tax/record-filing.ts'
export { makeSampleForm } from './tax/sample-form.ts'
export { getTaxCard } from './tax/tax-card.ts'
export { getTaxQueue } from './tax/tax-queue.ts'
export { beginTaxRun, correctTaxForm, prepareTaxRunAgain, reviewTaxRun } from './tax/tax-runs.ts'
export { getTaxRun, getTaxRuns } from './tax/tax-runs-list.ts'
export { exportTinMatching, readTinResults } from './tax/tin-matching.ts'
export { markNoticePosted, recordTinNotice, withdrawTinNotice } from './tax/tin-notices.ts'
export { exportWithholding, getWithholding } from './tax/withholding-year.ts'
export { dismissMailFailure, dismissMailFailures, getMailFailures, sendFailedMailAgain } from './today/mail-failures.ts'
export { getPendingWork } from './today/pending-work.ts'
export { getToday } from './today/today.ts'
export { getSpaceNote } from './uploads/quota.ts'

/** As `accreditation/binder.ts`, with the sales that capabilities after it know of. */
export async function exportBinder(actor: Actor, of: BinderOf) {
  return exportBinderOf(actor, of, findSales)
}
