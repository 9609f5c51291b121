/** Messages of the catalogue (`messages.ts`) about conversations with investors and visitors. */
export const conversationMessages = {
  SUBJECT_REQUIRED: 'Enter a subject.',
  SUBJECT_LONG: 'This subject is too long. Enter at most 200 characters.',
  BODY_REQUIRED: 'Write a message first.',
  ATTACHMENTS_MANY: 'Attach at most 10 documents to a message.',
  ATTACHMENT_GONE:
    'One of these documents can’t be attached: it was deleted, or it’s still being checked. Choose again.',
  MESSAGE_PAYMENT_WORDS:
    'This reads like payment instructions. The fund’s belong on the wire page, which investors see once they’ve confirmed who they are. Reword it, or send it anyway: a second person then approves it first.',
  TOO_MANY_MESSAGES: 'You’ve sent many messages in a short time. Wait {wait}, or call us.',
  PERSON_CLOSED: 'This person’s access is closed, so they can’t read messages.',
  CONVERSATION_FAILED: 'We couldn’t change this conversation. Try again in a moment.',
  REMARK_REQUIRED: 'Write a remark first.',
  REMARK_LONG: 'This remark is too long. Enter at most 5,000 characters.',
  SAVE_REMARK_FAILED: 'We couldn’t save your remark. What you typed is still here. Try again in a moment.',
} as const
