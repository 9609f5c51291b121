import { commandActions } from '../../shell/commands/command-actions.ts'
import { markConversationReadCommand } from '../conversation.commands.ts'

/** POST: marks a conversation as read, until the time in the field `until`. */
export const action = commandActions([markConversationReadCommand], {
  byDefault: 'conversation.mark_read',
  saysOnErrorPage: true,
  run: {
    'conversation.mark_read': ({ actor, operations, param }, typed) => {
      const until = new Date(typed.until)
      return operations.markConversationRead(actor, param('id'), Number.isNaN(until.getTime()) ? undefined : until)
    },
  },
})
