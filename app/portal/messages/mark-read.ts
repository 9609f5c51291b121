import { defineActions } from '../../actions/define-actions.ts'
import { text } from '../../actions/fields.ts'

/** POST: marks a conversation as read, until the time in the field `until`. */
export const action = defineActions({
  by: 'signed in',
  defaultIntent: 'read',
  intents: {
    read: {
      run: ({ actor, operations, param, form }) => {
        const until = new Date(text(form, 'until'))
        return operations.markConversationRead(actor, param('id'), Number.isNaN(until.getTime()) ? undefined : until)
      },
      otherwise: 'CONVERSATION_FAILED',
    },
  },
})
