/** Success notices about accreditation; apart from the others, so that no other page loads them. */
export const accreditationNotices = {
  accreditationSent: 'Sent. We’ll tell you once we’ve reviewed it.',
  accreditationSigned: 'Signed',
  evidenceAdded: 'Document added',
  evidenceRemoved: 'Document removed',
  evidenceSentAnyway: 'Noted. It’s destroyed with the other sensitive documents.',
  accreditationReviewed: 'Your review is recorded. A second person has to approve it.',
  accreditationApproved: 'Approved',
  accreditationReturned: 'Sent back. They’ve been told.',
  accreditationRejected: 'Rejected. They’ve been told.',
  accreditationRevoked: 'Revoked. No note can be sold to this holder.',
  clearanceAsked: 'Asked. A second person has to agree.',
} as const
