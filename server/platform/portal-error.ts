import { fund } from '../../content/fund.ts'
import { type MessageCode, messageWithWait } from '../../rules/messages.ts'

const statuses: Partial<Record<MessageCode, number>> = {
  RATE_LIMIT: 429,
  UPLOADS_AT_ONCE: 429,
  TOO_MANY_LEADS: 429,
  TOO_MANY_MESSAGES: 429,
  ATTACHMENT_GONE: 409,
  PERSON_CLOSED: 409,
  TOO_MANY_TODAY: 429,
  TOO_MANY_INVITATIONS: 429,
  ALREADY_INVITED: 409,
  SIGNING_MOVED: 409,
  REMINDED_ALREADY: 409,
  REQUEST_FULFILLED: 409,
  REQUEST_CLOSED: 409,
  TOO_MANY_ASKED: 409,
  NOT_INVITED: 409,
  LAST_ADMINISTRATOR: 409,
  NOBODY_TO_APPROVE: 409,
  APPROVAL_OPEN: 409,
  APPROVAL_GONE: 409,
  HOLDER_IS_FROZEN: 409,
  HOLDER_NOT_FROZEN: 409,
  HOLDER_FROZEN: 403,
  APPROVE_OWN: 409,
  NOT_YOUR_REQUEST: 409,
  APPROVER_INACTIVE: 409,
  MEMBER_TWICE: 409,
  MEMBER_GONE: 409,
  LAST_MEMBER: 409,
  VAULT_GONE: 404,
  VAULT_LOCKED: 409,
  HOLDER_GONE: 404,
  STATEMENT_STAYS: 409,
  DOCUMENT_RETAINED: 409,
  EVIDENCE_BUSY: 429,
  EVIDENCE_GONE: 404,
  NOTE_STATE: 409,
  NOTE_NOT_DRAFT: 409,
  NOTE_SIGNATURES: 409,
  PAYMENT_TWICE: 409,
  PAYMENT_CHANGED: 409,
  FIRST_PAYMENT_STANDS: 409,
  FUNDING_PAID_ON: 409,
  FUNDING_CONTINUES: 409,
  FUNDING_REQUESTS_OPEN: 409,
  LEDGER_NOT_REVERSIBLE: 409,
  LEDGER_REVERSED: 409,
  REPAYMENT_FOLLOWED: 409,
  REPAYMENT_INTEREST_DUE: 409,
  LATE_INTEREST_PAID: 409,
  LEDGER_REVERSAL: 409,
  LEDGER_PERIOD_CLOSED: 409,
  ELECTION_NOT_OPEN: 409,
  ELECTION_CLOSED: 409,
  ELECTION_GONE: 409,
  ELECTION_NOT_YOURS: 403,
  NOT_ONESELF: 409,
  DISABLE_FIRST: 409,
  ALREADY_ERASED: 409,
  ACCESS_CLOSED: 403,
  SIGN_UP_CLOSED: 403,
  GUEST_DOCUMENTS: 413,
  GUEST_SPACE: 413,
  TOO_MANY_CHANGES: 429,
  GUESTS_FULL: 413,
  GUEST_TOO_FAST: 429,
  QUOTA_FULL: 413,
  STORE_FULL: 507,
  ARCHIVE_LATER: 429,
  TIME_TAKEN: 409,
  CALL_CANCELLED: 409,
  CALL_BEGUN: 409,
  CALL_UNKNOWN: 404,
  EMAIL_TAKEN: 409,
  CHANGE_GONE: 409,
  EMAIL_MOVED: 403,
  ACCOUNT_LOCKED: 403,
  REPORT_UNKNOWN: 404,
  NO_SESSION: 401,
  PROOF_NEEDED: 403,
  PASSKEY_REFUSED: 403,
  PASSKEY_NEEDED: 403,
  PASSKEY_UNKNOWN: 403,
  FORBIDDEN: 403,
  WRONG_ORIGIN: 403,
  NOT_FOUND: 404,
  DOCUMENT_GONE: 404,
  DOCUMENTS_GONE: 404,
  NO_FILES: 404,
  REQUEST_APPROVED: 409,
  REQUEST_REJECTED: 409,
  REQUEST_WITHDRAWN: 409,
  REQUEST_NOT_YOURS: 409,
  UNDO_UPLOAD_LATE: 409,
  UNDO_UPLOAD_OPENED: 409,
  FILE_TOO_LARGE: 413,
  FORM_LARGE: 413,
  ADDRESS_BROKEN: 400,
  ADDRESS_LONG: 414,
  FILE_TYPE: 415,
  FILE_CONTENT: 415,
  FILE_WAITING: 409,
  FILE_INFECTED: 410,
  FILE_MARKED: 409,
  AWAY: 503,
  PAGES_BUSY: 429,
  STORAGE_UNAVAILABLE: 503,
  FILES_UNREACHABLE: 503,
  PROFILE_UNREADABLE: 503,
}

/**
 * An error a person can act on: `message` is the sentence to show, `code` its name, `status` its HTTP status. Anything
 * else that is thrown is our fault: it is logged, and the response is UNEXPECTED.
 */
export class PortalError extends Error {
  override name = 'PortalError'
  readonly code: MessageCode
  readonly status: number
  /** Seconds until the same request may succeed, for a Retry-After header. */
  readonly retryAfter: number | undefined

  /** @param options with `sentence`, the code's message with its figures, where it has some */
  constructor(code: MessageCode, options: { retryAfter?: number; cause?: unknown; sentence?: string } = {}) {
    const { retryAfter, cause, sentence } = options
    super(sentence ?? messageWithWait(code, retryAfter).replace('{phone}', fund.phone), { cause })
    this.code = code
    this.status = statuses[code] ?? 400
    this.retryAfter = retryAfter
  }
}
