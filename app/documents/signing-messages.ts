/** Refusals of a signing link's steps and reminders. */
export const signingMessages = {
  SIGNING_MOVED: 'This document’s signature has changed in the meantime. Check its current state.',
  REMINDED_ALREADY: 'They were reminded within the last day. Wait until tomorrow.',
} as const
