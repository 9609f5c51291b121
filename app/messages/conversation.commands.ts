import { defineCommand } from '../../rules/commands/command.ts'
import { hidden, line } from '../../rules/commands/fields.ts'
import { commonMessages } from '../../rules/common-messages.ts'
import { approvalRefusals } from '../../rules/shared-refusals.ts'
import { messageFields, messageRefusals } from './conversation-fields.ts'
import { conversationMessages as messages } from './conversation-messages.ts'
import { subjectLength } from './conversations.ts'

/* Conversations between an investor and the fund: what either side writes and reads. */

const { SUBJECT_REQUIRED, SUBJECT_LONG } = messages

const writes = {
  by: 'signed in',
  button: 'Send',
  busy: 'Sending…',
  notice: 'Message sent',
  failed: commonMessages.SEND_MESSAGE_FAILED,
} as const

export const startConversationCommand = defineCommand({
  ...writes,
  name: 'conversation.start',
  fields: {
    personId: hidden(),
    documentId: hidden(),
    subject: line('Subject', { most: subjectLength }, { SUBJECT_REQUIRED, SUBJECT_LONG }),
    ...messageFields,
  },
  refusals: messageRefusals,
  shared: approvalRefusals,
  log: { 'conversation.started': 'Started a conversation' },
})

export const replyToConversationCommand = defineCommand({
  ...writes,
  name: 'conversation.reply',
  about: 'conversation',
  fields: messageFields,
  refusals: messageRefusals,
  shared: approvalRefusals,
  log: { 'conversation.replied': 'Wrote a message' },
})

/** Until the newest message that was on the reader's screen. */
export const markConversationReadCommand = defineCommand({
  name: 'conversation.mark_read',
  by: 'signed in',
  about: 'conversation',
  fields: { until: hidden() },
  refusals: {},
  button: 'Mark as read',
  busy: 'Saving…',
  notice: '',
  failed: messages.CONVERSATION_FAILED,
})
