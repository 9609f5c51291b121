import { defineCommand } from '../../rules/commands/command.ts'
import { hidden, lines } from '../../rules/commands/fields.ts'
import { commonMessages } from '../../rules/common-messages.ts'
import { approvalRefusals } from '../../rules/shared-refusals.ts'
import { anyway, body, formId, messageFields, messageRefusals, paymentWords } from './conversation-fields.ts'
import { conversationMessages as messages } from './conversation-messages.ts'
import { bodyLength } from './conversations.ts'

/* The office's inbox: conversations with investors and visitors. */

const inInbox = { by: 'administrator', about: 'conversation', failed: messages.CONVERSATION_FAILED } as const

const writes = {
  ...inInbox,
  button: 'Send',
  busy: 'Sending…',
  failed: commonMessages.SEND_MESSAGE_FAILED,
} as const

/** Whether the conversation is done with it. */
const done = hidden()

export const replyFromInboxCommand = defineCommand({
  ...writes,
  name: 'inbox.reply',
  fields: { ...messageFields, done },
  refusals: messageRefusals,
  shared: approvalRefusals,
  notice: 'Message sent',
})

export const answerVisitorCommand = defineCommand({
  ...writes,
  name: 'inbox.answer',
  fields: { formId, body, anyway, done },
  refusals: paymentWords,
  shared: approvalRefusals,
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
