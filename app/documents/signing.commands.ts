import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { signingMessages as messages } from './signing-messages.ts'

/* The steps of a signing link: its owner's, and the office's. */

const step = {
  about: 'link',
  fields: {},
  refusals: refusalsFrom(messages, { SIGNING_MOVED: null }),
  busy: 'Saving…',
  failed: 'We couldn’t record this. Nothing has changed. Try again in a moment.',
} as const

export const markSignedCommand = defineCommand({
  ...step,
  by: 'signed in',
  name: 'signing.say_signed',
  button: 'I’ve signed it',
  notice: 'Thank you. We’ll confirm once we have the signed document.',
  log: { 'signing.said_signed': 'Reported a document as signed' },
})

export const unmarkSignedCommand = defineCommand({
  ...step,
  by: 'signed in',
  name: 'signing.say_not_signed',
  button: 'I haven’t signed it yet',
  notice: 'Noted. The document needs your signature again.',
  log: { 'signing.not_signed': 'Reported a document as not signed after all' },
})

export const confirmSignatureCommand = defineCommand({
  ...step,
  by: 'administrator',
  name: 'signing.confirm',
  button: 'Confirm',
  notice: 'Signature confirmed',
  log: { 'signing.confirmed': 'Confirmed a signature' },
})

export const askToSignAgainCommand = defineCommand({
  ...step,
  by: 'administrator',
  name: 'signing.ask_again',
  button: 'Ask again',
  notice: 'Signature requested again',
  log: { 'signing.asked_again': 'Requested a signature again' },
})

export const remindToSignCommand = defineCommand({
  ...step,
  by: 'administrator',
  name: 'signing.remind',
  refusals: refusalsFrom(messages, { SIGNING_MOVED: null, REMINDED_ALREADY: null }),
  button: 'Remind',
  notice: 'Reminder sent',
  log: { 'signing.reminded': 'Reminded someone to sign a document' },
})
