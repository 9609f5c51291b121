import { openForm } from './access/form-proof.ts'
import { exportAuditLog } from './audit/log-file.ts'
import { getOwnActivity } from './audit/own-activity.ts'
import { getActivityOf, getAuditLog } from './audit/read-log.ts'
import {
  askForDocument,
  markDocumentReceived,
  remindOfDocumentRequest,
  withdrawDocumentRequest,
} from './document-requests/ask-for-document.ts'
import { getDocumentRequest, getDocumentRequests } from './document-requests/requests-list.ts'
import { getWaitingForPerson } from './document-requests/waiting-for-person.ts'
import { getAllDocumentsForAdmin } from './documents/all-documents.ts'
import { deleteDocuments, requestDocumentsDelete } from './documents/bulk-deletion.ts'
import { decideDeleteRequests } from './documents/decide-requests.ts'
import { dismissDecision } from './documents/decisions.ts'
import {
  approveDocumentDelete,
  deleteDocument,
  getDeleteRequests,
  rejectDocumentDelete,
  requestDocumentDelete,
} from './documents/deletion.ts'
import { exportDocuments } from './documents/document-export.ts'
import { findDocuments } from './documents/document-search.ts'
import { getDocument, getUserDocuments } from './documents/documents.ts'
import { getFundNames } from './documents/fund-names.ts'
import { getDocumentHistory } from './documents/history.ts'
import { markFilesSeen } from './documents/new-files.ts'
import { moveDocuments, renameDocument } from './documents/rename-and-move.ts'
import {
  askToSignAgain,
  confirmSignature,
  getSigningLink,
  markSigned,
  remindToSign,
  unmarkSigned,
} from './documents/signing.ts'
import { createDocuSignDocument } from './documents/signing-links.ts'
import { getSigningLinks } from './documents/signing-list.ts'
import { undoUpload } from './documents/undo-upload.ts'
import { getDocumentViewHistory, incrementViewCount } from './documents/views.ts'
import { withdrawDocumentDelete } from './documents/withdraw-request.ts'
import { getHome, hideSteps, skipDetails } from './home/home.ts'
import { readSession, signOut } from './identity/current-session.ts'
import {
  cancelEmailChange,
  discardNewEmail,
  getEmailChange,
  resendNewEmailCode,
  startEmailChange,
  submitNewEmail,
  verifyCurrentEmail,
  verifyNewEmail,
} from './identity/email-change/email-change.ts'
import {
  getAddressReport,
  reportAddressChange,
  restoreAddress,
  sendRestoreCode,
} from './identity/email-change/email-report.ts'
import { addPasskey, startAddingPasskey } from './identity/passkeys/add-passkey.ts'
import { permitNewPasskey } from './identity/passkeys/passkey-permit.ts'
import { signInWithPasskey, startPasskeySignIn } from './identity/passkeys/passkey-sign-in.ts'
import { getPasskeys, removePasskey, renamePasskey } from './identity/passkeys/passkeys.ts'
import { makeRecoveryCodes } from './identity/passkeys/recovery-codes.ts'
import { mayAddPasskey } from './identity/passkeys/required-passkey.ts'
import { getProofWays, proveByCode, proveByPasskey, proveByRecoveryCode, sendProofCode } from './identity/prove.ts'
import { endOtherSessions, endSession, getSessions } from './identity/sessions.ts'
import { sendCode, verifyCode, verifySecondCode } from './identity/sign-in.ts'
import { cancelCall, getCall, getFreeTimes, moveCall, requestCall } from './leads/calls.ts'
import { cancelCallForAdmin } from './leads/cancel-call.ts'
import { getLead } from './leads/manage-leads.ts'
import { sendMessage } from './leads/visitor-messages.ts'
import { timeZoneOrDefault } from './leads/visitor-time-zone.ts'
import { chooseListColumns, getListColumns } from './lists/list-columns.ts'
import { addAdminNote, getAdminNotes } from './messages/admin-notes.ts'
import { answerVisitor, findVisitorConversation } from './messages/answer-visitor.ts'
import { closeConversation, reopenConversation } from './messages/close-conversation.ts'
import { countUnreadConversations, getConversation, markConversationRead } from './messages/conversation.ts'
import { getConversations } from './messages/conversations.ts'
import { exportInbox } from './messages/inbox-export.ts'
import { replyToConversation, startConversation } from './messages/write-message.ts'
import { noteOperations } from './note-operations.ts'
import { getMailPreferences, updateMailPreferences } from './notifications/mail-preferences.ts'
import { exportAccessReview, getAccessReview, recordAccessReview } from './people/access-review.ts'
import { acceptPerson, disablePerson, enablePerson, endSessionOf, endSessionsOf } from './people/account-access.ts'
import { setAdministrator } from './people/administrator-role.ts'
import { erasePerson, getErasurePlan } from './people/erasure.ts'
import { getErasureRequest, requestErasure, withdrawErasureRequest } from './people/erasure-request.ts'
import { inviteUser, resendInvitation } from './people/invitations.ts'
import { exportPeople } from './people/people-export.ts'
import { getPeopleFigures } from './people/people-figures.ts'
import { getAllUsersForAdmin, getUserForAdmin } from './people/people-list.ts'
import { getSessionsOf } from './people/person-sessions.ts'
import { getUserProfile, updateUserProfile } from './people/profiles.ts'
import { registerOperations } from './register-operations.ts'
import { getSystemState } from './system/system-state.ts'
import { dismissMailFailures, getMailFailures, sendFailedMailAgain } from './today/mail-failures.ts'
import { getPendingWork } from './today/pending-work.ts'
import { getToday } from './today/today.ts'
import { getSpaceNote } from './uploads/quota.ts'

/**
 * What pages may ask of the server. They get it through their context, so that the built pages don't contain a second
 * copy of the server's modules.
 */
export const operations = {
  ...registerOperations,
  ...noteOperations,
  sendCode,
  verifyCode,
  verifySecondCode,
  startPasskeySignIn,
  signInWithPasskey,
  getPasskeys,
  mayAddPasskey,
  startAddingPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  makeRecoveryCodes,
  permitNewPasskey,
  getProofWays,
  sendProofCode,
  proveByCode,
  proveByPasskey,
  proveByRecoveryCode,
  readSession,
  signOut,
  getUserProfile,
  updateUserProfile,
  getEmailChange,
  startEmailChange,
  verifyCurrentEmail,
  submitNewEmail,
  resendNewEmailCode,
  discardNewEmail,
  verifyNewEmail,
  cancelEmailChange,
  getAddressReport,
  reportAddressChange,
  sendRestoreCode,
  restoreAddress,
  getSessions,
  endSession,
  endOtherSessions,
  getAllUsersForAdmin,
  getUserForAdmin,
  acceptPerson,
  disablePerson,
  enablePerson,
  getSessionsOf,
  endSessionOf,
  endSessionsOf,
  getErasurePlan,
  erasePerson,
  getErasureRequest,
  requestErasure,
  withdrawErasureRequest,
  getAccessReview,
  recordAccessReview,
  exportAccessReview,
  getSpaceNote,
  inviteUser,
  resendInvitation,
  setAdministrator,
  getAllDocumentsForAdmin,
  getPendingWork,
  getWaitingForPerson,
  dismissDecision,
  decideDeleteRequests,
  getSigningLink,
  getSigningLinks,
  markSigned,
  unmarkSigned,
  confirmSignature,
  askToSignAgain,
  remindToSign,
  askForDocument,
  getDocumentRequest,
  getDocumentRequests,
  markDocumentReceived,
  remindOfDocumentRequest,
  withdrawDocumentRequest,
  getSystemState,
  getToday,
  getMailFailures,
  dismissMailFailures,
  sendFailedMailAgain,
  markFilesSeen,
  exportDocuments,
  exportPeople,
  exportInbox,
  getPeopleFigures,
  getListColumns,
  chooseListColumns,
  getUserDocuments,
  findDocuments,
  getFundNames,
  getDocument,
  createDocuSignDocument,
  requestDocumentDelete,
  requestDocumentsDelete,
  approveDocumentDelete,
  rejectDocumentDelete,
  withdrawDocumentDelete,
  undoUpload,
  getDeleteRequests,
  deleteDocument,
  deleteDocuments,
  renameDocument,
  moveDocuments,
  incrementViewCount,
  getDocumentViewHistory,
  getDocumentHistory,
  getAuditLog,
  getActivityOf,
  exportAuditLog,
  getOwnActivity,
  getHome,
  skipDetails,
  hideSteps,
  openForm,
  sendMessage,
  timeZoneOrDefault,
  getFreeTimes,
  requestCall,
  getCall,
  moveCall,
  cancelCall,
  cancelCallForAdmin,
  getLead,
  getMailPreferences,
  updateMailPreferences,
  getConversations,
  getConversation,
  startConversation,
  replyToConversation,
  answerVisitor,
  findVisitorConversation,
  markConversationRead,
  closeConversation,
  reopenConversation,
  countUnreadConversations,
  addAdminNote,
  getAdminNotes,
}

export type Operations = typeof operations
