import { openForm } from './access/form-proof.ts'
import { isDatabaseAway } from './database/connection.ts'
import { getAllDocumentsForAdmin } from './documents/all-documents.ts'
import {
  approveDocumentDelete,
  deleteDocument,
  deleteDocuments,
  getDeleteRequests,
  rejectDocumentDelete,
  requestDocumentDelete,
  requestDocumentsDelete,
} from './documents/deletion.ts'
import { findDocuments, getFundNames } from './documents/document-search.ts'
import { getDocument, getUserDocuments } from './documents/documents.ts'
import { moveDocuments, renameDocument } from './documents/rename-and-move.ts'
import { createDocuSignDocument } from './documents/signing-links.ts'
import { getDocumentViewHistory, incrementViewCount } from './documents/views.ts'
import { readSession, sendCode, signOut, verifyCode } from './identity/auth.ts'
import {
  cancelEmailChange,
  getEmailChange,
  nameNewEmail,
  sendNewCodeAgain,
  startEmailChange,
  verifyCurrentEmail,
  verifyNewEmail,
} from './identity/email-change/email-change.ts'
import {
  getAddressReport,
  reportAddressChange,
  restoreAddress,
  sendRestoreCode,
} from './identity/email-change/email-report.ts'
import { endOtherSessions, endSession, getSessions } from './identity/sessions.ts'
import { cancelCall, getCall, getFreeTimes, knownZone, moveCall, requestCall } from './leads/calls.ts'
import { cancelCallForAdmin } from './leads/cancel-call.ts'
import { getRequestsForAdmin, updateRequest } from './leads/requests.ts'
import { sendMessage } from './leads/visitor-messages.ts'
import { getMailPreferences, updateMailPreferences } from './notifications/notify.ts'
import { setAdministrator } from './people/administrator-role.ts'
import { inviteAgain, inviteUser } from './people/invitations.ts'
import { getAllUsersForAdmin } from './people/people-list.ts'
import { getUserProfile, updateUserProfile } from './people/profiles.ts'
import { PortalError } from './platform/portal-error.ts'
import { getPendingWork } from './today/pending-work.ts'

/**
 * What the pages may ask of the server. They get it through their context, so that the built pages hold no second
 * copy of the server's modules. A database that is away is no fault of theirs: they hear of it as AWAY.
 */
export const operations = tellingAway({
  sendCode,
  verifyCode,
  readSession,
  signOut,
  getUserProfile,
  updateUserProfile,
  getEmailChange,
  startEmailChange,
  verifyCurrentEmail,
  nameNewEmail,
  sendNewCodeAgain,
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
  inviteUser,
  inviteAgain,
  setAdministrator,
  getAllDocumentsForAdmin,
  getPendingWork,
  getUserDocuments,
  findDocuments,
  getFundNames,
  getDocument,
  createDocuSignDocument,
  requestDocumentDelete,
  requestDocumentsDelete,
  approveDocumentDelete,
  rejectDocumentDelete,
  getDeleteRequests,
  deleteDocument,
  deleteDocuments,
  renameDocument,
  moveDocuments,
  incrementViewCount,
  getDocumentViewHistory,
  openForm,
  sendMessage,
  knownZone,
  getFreeTimes,
  requestCall,
  getCall,
  moveCall,
  cancelCall,
  cancelCallForAdmin,
  getRequestsForAdmin,
  updateRequest,
  getMailPreferences,
  updateMailPreferences,
})

export type Operations = typeof operations

/** The same operations, each of which refuses with AWAY where the database went away under it. */
function tellingAway<All extends Record<string, (...args: never[]) => unknown>>(all: All): All {
  const telling = Object.entries(all).map(([name, work]) => [
    name,
    (...args: never[]) => {
      const result = work(...args)
      return result instanceof Promise ? result.catch(asAway) : result
    },
  ])
  return Object.fromEntries(telling) as All
}

function asAway(error: Error): never {
  if (error instanceof PortalError || !isDatabaseAway(error)) throw error
  throw new PortalError('AWAY', { cause: error, retryAfter: 2 })
}
