import { defineActions } from '../../actions/define-actions.ts'
import { wholeForm } from '../../actions/fields.ts'
import { type FormAnswer, proofIn, refusedFormAnswer } from './visitor-form.ts'

/** What the page says after success. */
export type MessageDone = { email: string }

/** The action of the contact form: sends a message. */
export const action = defineActions<FormAnswer<MessageDone>, 'visitor'>({
  by: 'visitor',
  defaultIntent: 'send',
  keepsPageOnFault: true,
  refused: ({ form }, refused) => refusedFormAnswer(form, refused),
  intents: {
    send: {
      run: async ({ client, operations, form }) => ({
        done: await operations.sendMessage(client, wholeForm(form), proofIn(form)),
      }),
      otherwise: 'SEND_MESSAGE_FAILED',
    },
  },
})
