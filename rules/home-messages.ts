/** Messages of the catalogue (`messages.ts`) about an investor's home, and what they do with their own files. */
export const homeMessages = {
  REQUEST_NOT_YOURS: 'Someone else requested this deletion. Message us to keep the document.',
  HOME_FAILED: 'We couldn’t save that. Try again in a moment.',
  TAKE_BACK_FAILED: 'Failed to take back the file',
  TAKE_BACK_LATE: 'A file can be taken back within an hour. Request its deletion instead.',
  TAKE_BACK_OPENED: 'Someone has opened this file, so it can’t be taken back. Request its deletion instead.',
} as const
