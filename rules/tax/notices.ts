/** What the portal says when something about taxes succeeded. */
export const taxNotices = {
  formSent: 'Thank you. We’ll review the form and tell you if we need something else.',
  formFiled: 'Filed. Review it below.',
  formReturned: 'Sent back. They read why in their portal.',
  profileAsked: 'Submitted for approval by a second person.',
  resultsRead: 'Results recorded',
  noticeRecorded: 'B-notice recorded. Print the letter and mail it by the day named below.',
  noticeWithdrawn: 'B-notice withdrawn',
  noticePosted: 'Recorded as mailed',
  runBegun: 'The forms are being prepared.',
  runReviewed: 'Recorded as reviewed',
  runAsked: 'Submitted for approval by a second person.',
  copiesMailed: 'Recorded as mailed today',
  copyToMail: 'It’s in the paper queue now.',
  consentGiven: 'From now on your tax forms are paperless. We’ve e-mailed you a confirmation.',
  consentWithdrawn: 'You’ll get paper forms. We’ve e-mailed you a confirmation.',
  consentWithdrawnForThem: 'Withdrawn. They get paper forms, and an e-mail that confirms it.',
} as const
