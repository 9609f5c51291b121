/** Messages of the catalogue (`messages.ts`) about an investor's home and own files. */
export const homeMessages = {
  REQUEST_NOT_YOURS: 'Someone else requested this deletion. Message us to keep the document.',
  HOME_FAILED: 'We couldn’t save that. Try again in a moment.',
  UNDO_UPLOAD_LATE: 'An upload can be undone within an hour. Request the file’s deletion instead.',
  UNDO_UPLOAD_OPENED: 'Someone has opened this file, so its upload can’t be undone. Request its deletion instead.',
} as const
