import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { hidden, lines } from '../../rules/commands/fields.ts'
import { noteLength } from '../leads/leads.ts'
import { body, formId, messageFields, messageRefusals } from './conversation-fields.ts'
import { conversationMessages as messages } from './conversation-messages.ts'
import { bodyLength } from './conversations.ts'

/* The office's inbox: conversations with investors and visitors. */

const inInbox = { by: 'administrator', about: 'conversation', failed: messages.CONVERSATION_FAILED } as const

const writes = {
  ...inInbox,
  button: 'Send',
  busy: 'Sending…',
  failed: messages.SEND_MESSAGE_FAILED,
} as const

/** Whether the conversation is done with it. */
const done = hidden()

export const replyFromInboxCommand = defineCommand({
  ...writes,
  name: 'inbox.reply',
  fields: { ...messageFields, done },
  refusals: messageRefusals,
  notice: 'Message sent',
})

export const answerVisitorCommand = defineCommand({
  ...writes,
  name: 'inbox.answer',
  fields: { formId, body, done },
  refusals: {},
  notice: 'Answer sent by e-mail',
  log: { 'conversation.replied': 'Wrote a message' },
})

const { REMARK_REQUIRED, REMARK_LONG } = messages

export const remarkOnConversationCommand = defineCommand({
  ...inInbox,
  name: 'inbox.remark',
  fields: { body: lines('New remark', { most: bodyLength, rows: 3 }, { REMARK_REQUIRED, REMARK_LONG }) },
  refusals: {},
  button: 'Add remark',
  busy: 'Saving…',
  notice: 'Remark saved',
  failed: messages.SAVE_REMARK_FAILED,
  log: { 'note.added': 'Wrote a remark for administrators' },
})

export const closeConversationCommand = defineCommand({
  ...inInbox,
  name: 'inbox.close',
  fields: {},
  refusals: {},
  button: 'Mark as done',
  busy: 'Saving…',
  notice: 'Marked as done',
  log: { 'conversation.closed': 'Marked a conversation as done' },
})

export const reopenConversationCommand = defineCommand({
  ...inInbox,
  name: 'inbox.reopen',
  fields: {},
  refusals: {},
  button: 'Reopen',
  busy: 'Saving…',
  notice: 'Reopened',
  log: { 'conversation.reopened': 'Reopened a conversation' },
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
