/** Refusals of operations on documents. */
export const documentMessages = {
  DOCUMENTS_GONE: 'These documents have been deleted.',
  REQUEST_APPROVED: 'This request has already been approved, and the document is deleted.',
  REQUEST_REJECTED: 'This request has already been rejected. The document stays.',
  REQUEST_WITHDRAWN: 'This delete request was withdrawn. The document stays.',
  FILE_NAME: 'This file’s name can’t be used. Rename it, then try again.',
  FUND_REQUIRED: 'Enter the name of the fund.',
  FUND_LONG: 'This name is too long. Enter at most 200 characters.',
} as const
