/** The portal's success notices: the specification's (section 8), then ours for other cases. */

import { grouped } from './number.ts'

/** Success notices, which disappear after `noticeStays`. */
export const notices = {
  codeSent: 'Verification code sent to your email',
  // Documents, specification section 8
  documentDeleted: 'Document deleted successfully',
  deleteRequested: 'Delete request submitted. Waiting for admin approval.',
  // Documents, ours
  memberChangeRequested: 'Submitted. A second person needs to approve it.',
  // Profile and e-mail, specification section 8
  currentCodeSent: 'Verification code sent to your current email',
  currentVerified: 'Email verified! Enter your new email address',
  newCodeSent: 'Verification code sent to your new email',
  emailChanged: 'Email changed successfully!',
} as const

/** An action on several documents at once. */
export type BulkAction = 'requested' | 'deleted' | { movedTo: string }

/**
 * @param done number of documents changed; the others had already been deleted
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
