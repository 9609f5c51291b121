/** Success notices about accreditation; apart from the others, so that no other page loads them. */
export const accreditationNotices = {
  accreditationSent: 'Sent. We’ll tell you once we’ve reviewed it.',
  accreditationSigned: 'Signed',
  evidenceAdded: 'Document added',
  evidenceRemoved: 'Document removed',
  evidenceSentAnyway: 'Noted. It’s destroyed with the other sensitive documents.',
} as const
