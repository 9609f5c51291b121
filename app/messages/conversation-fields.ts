import { refusalsFrom } from '../../rules/commands/command.ts'
import { check, hidden, lines, several } from '../../rules/commands/fields.ts'
import { commonMessages } from '../../rules/common-messages.ts'
import { conversationMessages as messages } from './conversation-messages.ts'
import { bodyLength } from './conversations.ts'

/* Common fields of commands that write a message. */

const { BODY_REQUIRED } = messages
const { MESSAGE_LONG } = commonMessages
export const body = lines('Your message', { most: bodyLength, rows: 6 }, { BODY_REQUIRED, MESSAGE_LONG })

/** A random id, so that a resubmitted form writes one message. */
export const formId = hidden()

/** Of the office's words, where they read like payment instructions. */
export const anyway = check('Send it anyway, once a second person has approved it')

export const messageFields = { formId, body, attachments: several('Attach documents'), anyway }

export const paymentWords = refusalsFrom(messages, { MESSAGE_PAYMENT_WORDS: 'body' })

export const messageRefusals = {
  ...paymentWords,
  ...refusalsFrom(messages, {
    ATTACHMENTS_MANY: null,
    ATTACHMENT_GONE: null,
    TOO_MANY_MESSAGES: null,
    PERSON_CLOSED: null,
  }),
}
