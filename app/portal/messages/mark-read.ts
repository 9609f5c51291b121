import { defineActions } from '../../actions/define-actions.ts'
import { text } from '../../actions/fields.ts'
import { signedIn } from '../../actions/guards.ts'

/** POST: marks a conversation as read, until the time in the field `until`. */
export const action = defineActions()({
  guard: signedIn,
  defaultIntent: 'read',
  intents: {
    read: {
      fields: { until: text },
      run: ({ actor, operations, param, fields }) => {
        const until = new Date(fields.until)
        return operations.markConversationRead(actor, param('id'), Number.isNaN(until.getTime()) ? undefined : until)
      },
      otherwise: 'CONVERSATION_FAILED',
    },
  },
})
