import { sendVisitorMessageCommand } from '../../leads/visitor-message.commands.ts'
import { wholeForm } from '../../shell/actions/fields.ts'
import { commandActions } from '../../shell/commands/command-actions.ts'
import { type FormAnswer, proofIn, refusedFormAnswer } from './visitor-form.ts'

/** What the page says after success. */
export type MessageDone = { email: string }

/** The action of the contact form: sends a message. */
export const action = commandActions([sendVisitorMessageCommand], {
  byDefault: 'visitor.send_message',
  refused: ({ form }, refused) => refusedFormAnswer(form, refused),
  run: {
    'visitor.send_message': async ({ client, operations, form }): Promise<FormAnswer<MessageDone>> => ({
      done: await operations.sendMessage(client, wholeForm(form), proofIn(form)),
    }),
  },
})
