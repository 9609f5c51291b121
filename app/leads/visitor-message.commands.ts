import { defineCommand } from '../../rules/commands/command.ts'
import { hidden, lines, pick } from '../../rules/commands/fields.ts'
import { commonMessages } from '../../rules/common-messages.ts'
import { contactFields } from './contact-fields.ts'
import { leadRefusals } from './lead-refusals.ts'
import { messageLength } from './leads.ts'
import { leadMessages as messages } from './messages.ts'

const { MESSAGE_LONG, SEND_MESSAGE_FAILED } = commonMessages
const { MESSAGE_REQUIRED } = messages

/** The site's own contact form. */
export const sendVisitorMessageCommand = defineCommand({
  name: 'visitor.send_message',
  by: 'visitor',
  fields: {
    topic: pick('Topic'),
    ...contactFields,
    amountRange: pick('Amount (optional)'),
    message: lines('Message', { most: messageLength, rows: 7 }, { MESSAGE_REQUIRED, MESSAGE_LONG }),
    ticket: hidden(),
    leave_empty: hidden(),
  },
  refusals: leadRefusals,
  button: 'Send message',
  busy: 'Sending…',
  notice: '',
  failed: SEND_MESSAGE_FAILED,
})
