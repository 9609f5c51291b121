/** Messages of the administrators' list of delete requests. */
export const deleteRequestMessages = {
  APPROVE_FAILED: 'Failed to approve delete',
  REJECT_FAILED: 'Failed to reject delete',
  TOO_MANY_REQUESTS_CHOSEN: 'Choose at most 50 requests at once.',
} as const
