import { browserMessages } from '../../rules/browser-messages.ts'
import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { hidden, lines, pick, secret } from '../../rules/commands/fields.ts'
import { commonMessages } from '../../rules/common-messages.ts'
import { contactFields } from './contact-fields.ts'
import { leadRefusals } from './lead-refusals.ts'
import { messageLength, noteLength } from './leads.ts'
import { leadMessages as messages } from './messages.ts'

/* Calls: what a visitor does. The link in our e-mail has the secret with which they change theirs. */

const { MESSAGE_LONG } = commonMessages
const { CALL_CANCELLED, CALL_BEGUN } = messages
const visitor = { by: 'visitor', failed: messages.BOOK_CALL_FAILED } as const
const time = pick('Time')

export const bookCallCommand = defineCommand({
  ...visitor,
  name: 'call.book',
  fields: {
    ...contactFields,
    message: lines(
      'What would you like to talk about? (optional)',
      { most: messageLength, optional: true, rows: 4 },
      { MESSAGE_LONG },
    ),
    time,
    time_zone: hidden(),
    ticket: hidden(),
    leave_empty: hidden(),
  },
  refusals: {
    ...leadRefusals,
    CALL_CANCELLED,
    ...refusalsFrom(messages, { PHONE_REQUIRED: 'phone', TIME_REQUIRED: 'time', TIME_TAKEN: 'time' }),
  },
  button: 'Book this call',
  busy: 'Booking…',
  notice: '',
})

const token = secret(
  'Call code',
  'You’ll find it in our e-mail about your call. The link in that e-mail fills it in for you.',
)
const refusals = refusalsFrom(messages, { CALL_UNKNOWN: null, TOO_MANY_LEADS: null })
const over = { CALL_CANCELLED, CALL_BEGUN } as const

export const showCallCommand = defineCommand({
  ...visitor,
  name: 'call.show',
  fields: { token },
  refusals,
  button: 'Show my call',
  busy: 'Checking…',
  notice: '',
  failed: browserMessages.UNEXPECTED,
})

export const moveCallCommand = defineCommand({
  ...visitor,
  name: 'call.move',
  fields: { token, time },
  refusals: {
    ...refusals,
    ...over,
    ...refusalsFrom(messages, { TIME_REQUIRED: 'time', TIME_TAKEN: 'time', TOO_MANY_TODAY: null }),
  },
  button: 'Reschedule this call',
  busy: 'Rescheduling…',
  notice: 'Your call has been rescheduled. A new invitation is on its way.',
})

export const cancelOwnCallCommand = defineCommand({
  ...visitor,
  name: 'call.cancel_own',
  fields: { token },
  refusals: { ...refusals, ...over },
  button: 'Cancel this call',
  busy: 'Canceling…',
  notice: 'Your call is canceled. We’ve let the fund know.',
})

const { CALL_NOTE_LONG } = messages

export const cancelCallCommand = defineCommand({
  name: 'call.cancel',
  by: 'administrator',
  about: 'call',
  fields: {
    reason: lines(
      'Message to the visitor (optional)',
      { most: noteLength, optional: true, rows: 3, hint: 'We’ll include it in the e-mail.' },
      { CALL_NOTE_LONG },
    ),
  },
  refusals: refusalsFrom(messages, { CALL_CANCELLED: null, CALL_BEGUN: null }),
  button: 'Cancel the call',
  busy: 'Canceling…',
  notice: 'Call canceled. We’ve e-mailed the visitor.',
  failed: messages.CANCEL_CALL_FAILED,
  log: { 'call.cancelled': 'Canceled a call' },
})
