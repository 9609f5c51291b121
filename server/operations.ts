import { getAllDocumentsForAdmin } from './all-documents.ts'
import { readSession, sendCode, signOut, verifyCode } from './auth.ts'
import { cancelCallForAdmin } from './calls/cancel.ts'
import { cancelCall, getCall, getFreeTimes, knownZone, moveCall, requestCall } from './calls.ts'
import { isDatabaseAway } from './database/connection.ts'
import {
  approveDocumentDelete,
  deleteDocument,
  deleteDocuments,
  getDeleteRequests,
  rejectDocumentDelete,
  requestDocumentDelete,
  requestDocumentsDelete,
} from './deletion.ts'
import { findDocuments, getFundNames } from './document-search.ts'
import { getDocument, getUserDocuments } from './documents.ts'
import {
  cancelEmailChange,
  getEmailChange,
  nameNewEmail,
  sendNewCodeAgain,
  startEmailChange,
  verifyCurrentEmail,
  verifyNewEmail,
} from './email-change.ts'
import { getAddressReport, reportAddressChange, restoreAddress, sendRestoreCode } from './email-report.ts'
import { PortalError } from './errors.ts'
import { moveDocuments, renameDocument } from './filing.ts'
import { openForm } from './forms.ts'
import { setAdministrator } from './grants.ts'
import { inviteAgain, inviteUser } from './invitations.ts'
import { sendMessage } from './messages.ts'
import { getMailPreferences, updateMailPreferences } from './notifications.ts'
import { getAllUsersForAdmin } from './people.ts'
import { getUserProfile, updateUserProfile } from './profiles.ts'
import { getRequestsForAdmin, updateRequest } from './requests.ts'
import { endOtherSessions, endSession, getSessions } from './sessions.ts'
import { createDocuSignDocument } from './signing-links.ts'

import { getDocumentViewHistory, incrementViewCount } from './views.ts'
import { getWaiting } from './waiting.ts'

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
  getWaiting,
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
