import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { hidden, line, lines } from '../../rules/commands/fields.ts'
import { signingMessages } from '../documents/signing-messages.ts'
import { documentRequestMessages as messages } from './document-requests.ts'
import { requestNameLength, requestNoteLength } from './limits.ts'

/* The office's commands about document requests, and a person's dismissal of a decision about a document of theirs. */

const { REQUEST_NAME_REQUIRED, REQUEST_NAME_LONG, REQUEST_NOTE_LONG, REQUEST_DAY_INVALID } = messages

export const askForDocumentCommand = defineCommand({
  by: 'administrator',
  name: 'document_request.ask',
  fields: {
    person: hidden(),
    name: line(
      'Document',
      { most: requestNameLength, hint: 'Such as “Proof of address”.' },
      { REQUEST_NAME_REQUIRED, REQUEST_NAME_LONG },
    ),
    due_on: line(
      'Needed by (optional)',
      { most: 10, optional: true, type: 'date', hint: 'We remind them the day before.' },
      { REQUEST_DAY_INVALID },
    ),
    note: lines(
      'Note (optional)',
      {
        most: requestNoteLength,
        optional: true,
        rows: 3,
        hint: 'What it should show, or how recent it should be. They read it in their portal.',
      },
      { REQUEST_NOTE_LONG },
    ),
  },
  refusals: refusalsFrom(messages, { TOO_MANY_ASKED: null }),
  button: 'Send request',
  busy: 'Sending…',
  notice: 'Request sent',
  failed: 'We couldn’t send the request. What you typed is still here. Try again in a moment.',
  log: { 'document_request.created': 'Requested a document' },
})

const step = {
  by: 'administrator',
  about: 'request',
  fields: {},
  refusals: refusalsFrom(messages, { REQUEST_FULFILLED: null, REQUEST_CLOSED: null }),
  busy: 'Saving…',
  failed: 'We couldn’t change this request. Try again in a moment.',
} as const

export const remindOfDocumentCommand = defineCommand({
  ...step,
  name: 'document_request.remind',
  refusals: { ...step.refusals, ...refusalsFrom(signingMessages, { REMINDED_ALREADY: null }) },
  button: 'Remind',
  notice: 'Reminder sent',
  log: { 'document_request.reminded': 'Reminded someone of a document' },
})

export const markReceivedCommand = defineCommand({
  ...step,
  name: 'document_request.receive',
  button: 'Mark as received',
  notice: 'Marked as received',
  log: { 'document_request.received': 'Marked a document as received' },
})

export const withdrawDocumentRequestCommand = defineCommand({
  ...step,
  name: 'document_request.withdraw',
  button: 'Withdraw',
  notice: 'Request withdrawn',
  log: { 'document_request.withdrawn': 'Withdrew a request for a document' },
})

export const dismissDecisionCommand = defineCommand({
  by: 'signed in',
  about: 'decision',
  name: 'decision.dismiss',
  fields: {},
  refusals: {},
  button: 'Got it',
  busy: 'Saving…',
  notice: 'Dismissed',
  failed: step.failed,
})
