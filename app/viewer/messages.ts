/** Messages of the catalogue (`messages.ts`) that the viewer shows by itself. */
export const viewerMessages = {
  LOAD_HISTORY_FAILED: 'Failed to load the history',
  FILE_MISSING: 'We can’t find this document’s file right now. Try again later, or contact us.',
  PICTURE_DAMAGED: 'This picture is damaged or incomplete, so we can’t display it.',
  PDF_DAMAGED: 'This PDF is damaged or incomplete, so we can’t display its pages.',
  PDF_EMPTY: 'This PDF has no pages.',
  PASSWORD_WRONG: 'That password isn’t right. Check it, then try again.',
  DOCUMENT_GONE: 'This document has been deleted.',
  FILE_WAITING: 'We’re still checking this file for malware. You can open it as soon as that’s done.',
  FILE_INFECTED: 'This file contained malware, so we removed it. No one can open it.',
  NOT_FOUND: 'We can’t find this. It may have been deleted.',
} as const
