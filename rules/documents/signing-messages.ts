/** Refusals of a signing link's steps and reminders. */
export const signingMessages = {
  SIGNING_MOVED: 'This document’s signature has moved on in the meantime. Check where it is now.',
  REMINDED_ALREADY: 'They were reminded within the last day. Wait until tomorrow.',
} as const
