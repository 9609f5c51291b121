import type { MessageCode } from './messages.ts'

/*
 * Refusals of functions that several commands share, such as posting to the ledger. Each command that calls one spreads its
 * group in `shared`. The sentences are those of the catalogue, and no page loads them with the description.
 */

/** Of asking for a second person's approval. A command that always takes one has them without naming them. */
export const approvalRefusals = [
  'NOBODY_TO_APPROVE',
  'NOBODY_ADMINISTERS',
  'APPROVAL_OPEN',
  'APPROVAL_CONTRADICTED',
  'APPROVAL_GONE',
] as const satisfies readonly MessageCode[]

/** Of selling to a holder, or paying it, while the sanctions check refuses it. */
export const sanctionsRefusals = [
  'SANCTIONS_LIST_OLD',
  'SANCTIONS_HIT',
  'SANCTIONS_UNCHECKED',
] as const satisfies readonly MessageCode[]

/** Of posting to the ledger. */
export const ledgerRefusals = [
  ...sanctionsRefusals,
  'LEDGER_PERIOD_CLOSED',
  'LEDGER_REFUSED',
  'LEDGER_REVERSAL',
  'LEDGER_REVERSED',
  'PAYMENT_TWICE',
  'NOTE_DAY_AHEAD',
] as const satisfies readonly MessageCode[]

/** Of asking for payments of notes, several at once. */
export const paymentRefusals = [
  'NOTE_STATE',
  'PAYMENT_BEFORE_ISSUE',
  'PAYMENT_TWICE',
  'PAYMENT_WAITS',
  'NOTE_DAY_AHEAD',
  'NOTE_DAY_INVALID',
  'NOTE_DAY_UNUSUAL',
  'NOTE_TRANSFERRED',
  'LATER_PAYMENT',
  'REVERSAL_BEFORE_PAYMENT',
  'TAX_PAYMENT_HELD',
  ...sanctionsRefusals,
  'TAX_WITHHELD_OVER',
  'TAX_WITHHELD_UNUSUAL',
  'TRANSFER_DAY',
] as const satisfies readonly MessageCode[]

/** Of a note's terms (`checkTerms`). */
export const termsRefusals = [
  'TERMS_PRINCIPAL_INVALID',
  'TERMS_PRINCIPAL_LOW',
  'TERMS_PRINCIPAL_HIGH',
  'TERMS_RATE_INVALID',
  'TERMS_RATE_OUTSIDE_TIER',
  'TERMS_RATE_ABOVE_CEILING',
  'TERMS_TERM_INVALID',
  'TERMS_PAYOUT_INVALID',
  'TERMS_PAYOUT_NOT_OFFERED',
  'TERMS_DAY_COUNT_INVALID',
  'TERMS_CONVENTION_INVALID',
  'TERMS_ISSUE_DATE_INVALID',
  'TERMS_ISSUE_DATE_FAR',
  'TERMS_FIRST_PAYMENT_INVALID',
  'TERMS_FIRST_PAYMENT_EARLY',
  'TERMS_FIRST_PAYMENT_LATE',
  'TERMS_FIRST_PAYMENT_OVER_YEAR',
  'TERMS_FIRST_PERIOD_SHORT',
  'TERMS_LAST_PERIOD_EMPTY',
] as const satisfies readonly MessageCode[]

/** Of a sale, which rests on an accreditation. */
export const saleRefusals = ['NOTE_VERIFIED_LATE', 'NOT_ACCREDITED'] as const satisfies readonly MessageCode[]

/** Of a sale by the issuer, while the register of covered persons isn't current. */
export const registerRefusals = ['COVERED_NOT_CURRENT'] as const satisfies readonly MessageCode[]

/** Of a holder with its members and numbers. */
export const memberRefusals = [
  'MEMBER_CLOSED',
  'MEMBER_LIMIT',
  'MEMBER_REQUIRED',
  'MEMBER_TWICE',
  'MEMBER_UNKNOWN',
  'HOLDER_ADDRESS_LONG',
  'ACCOUNT_NUMBER_INVALID',
  'VAULT_KEY_MISSING',
] as const satisfies readonly MessageCode[]

/** Of commands about a frozen holder. */
export const frozenRefusals = ['HOLDER_FROZEN'] as const satisfies readonly MessageCode[]

/** Of what is signed here. */
export const signatureRefusals = ['ESIGN_CONSENT_NEEDED'] as const satisfies readonly MessageCode[]

/** Of a PDF that can't be signed as it is, or filled in. */
export const templateRefusals = [
  'TEMPLATE_LARGE',
  'TEMPLATE_NO_PDF',
  'TEMPLATE_DAMAGED',
  'TEMPLATE_SLOW',
  'TEMPLATE_ENCRYPTED',
  'TEMPLATE_SIGNED',
  'TEMPLATE_XFA',
  'TEMPLATE_SCRIPTS',
  'TEMPLATE_LAUNCH',
  'TEMPLATE_ATTACHMENTS',
  'TEMPLATE_PAGES',
  'TEMPLATE_PAGE_SIZE',
  'TEMPLATE_UNDRAWN',
  'TEMPLATE_LAYERS',
  'TEMPLATE_LETTERS',
  'TEMPLATE_FIELD_LONG',
  'TEMPLATE_FIELD_PLACE',
] as const satisfies readonly MessageCode[]

/** Of commands about several documents at once. */
export const chosenRefusals = [
  'NOTHING_CHOSEN',
  'TOO_MANY_CHOSEN',
  'DOCUMENTS_GONE',
] as const satisfies readonly MessageCode[]

/** Of deleting a document. */
export const deletionRefusals = [
  'DOCUMENT_RETAINED',
  'REQUEST_APPROVED',
  'REQUEST_REJECTED',
  'REQUEST_WITHDRAWN',
] as const satisfies readonly MessageCode[]

/** Of filing a document in another place. */
export const filingRefusals = [
  'HOLDER_GONE',
  'PAPER_STAYS',
  'STATEMENT_STAYS',
  'TAX_FORM_STAYS',
  'UPLOAD_SECOND_PERSON',
] as const satisfies readonly MessageCode[]

/** Of opening a file. */
export const fileRefusals = ['FILE_INFECTED', 'FILE_WAITING'] as const satisfies readonly MessageCode[]

/** Of room for documents. */
export const roomRefusals = [
  'GUESTS_FULL',
  'GUEST_DOCUMENTS',
  'GUEST_SPACE',
  'GUEST_TOO_FAST',
  'QUOTA_FULL',
] as const satisfies readonly MessageCode[]

/** Of what administrators and approvers may do. */
export const rightRefusals = [
  'LAST_ADMINISTRATOR',
  'LAST_DECIDER',
  'APPROVER_INACTIVE',
  'DELEGATE_NOT_GUEST',
] as const satisfies readonly MessageCode[]

/** Of the fund's signature on a subscription's agreement, which sells a note. */
export const soldRefusals = [
  ...saleRefusals,
  ...termsRefusals,
  ...registerRefusals,
  'SUBSCRIPTION_PAPERS',
  'SUBSCRIPTION_RENEWAL',
  'SUBSCRIPTION_STATE',
  'NOTE_SIGNER',
  'NOTE_SIGNATURES',
  'NOTE_SALE_STATE',
  'HOLDER_FROZEN',
] as const satisfies readonly MessageCode[]
