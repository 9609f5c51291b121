import { readSession, sendCode, signOut, verifyCode } from './auth.ts'
import { cancelCall, getCall, getFreeTimes, knownZone, moveCall, requestCall } from './calls.ts'
import { countUserDocuments, getDocument, getUserDocuments } from './documents.ts'
import { openForm } from './forms.ts'
import { sendMessage } from './messages.ts'
import { getAllUsersForAdmin, getUserProfile } from './profiles.ts'
import { getRequestsForAdmin, updateRequest } from './requests.ts'
import { getDocumentViewHistory, incrementViewCount } from './views.ts'

/**
 * What the pages may ask of the server. They get it through their context, so that the built pages hold no second
 * copy of the server's modules.
 */
export const operations = {
  sendCode,
  verifyCode,
  readSession,
  signOut,
  getUserProfile,
  getAllUsersForAdmin,
  getUserDocuments,
  countUserDocuments,
  getDocument,
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
  getRequestsForAdmin,
  updateRequest,
}

export type Operations = typeof operations
