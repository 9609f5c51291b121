import { tiers } from '../../../content/tiers.ts'
import { readMessage } from '../../../rules/leads.ts'
import { defineActions, FieldProblems } from '../../actions/define-actions.ts'
import { wholeForm } from '../../actions/fields.ts'
import { visitorWithProof } from '../../actions/guards.ts'
import { type FormAnswer, refusedFormAnswer } from './visitor-form.ts'

export type MessageAnswer = FormAnswer<{ email: string }>

const ranges = tiers.map(({ label }) => label)

/** The action of the contact form: sends a message. */
export const action = defineActions<MessageAnswer>()({
  guard: visitorWithProof,
  defaultIntent: 'send',
  keepsPageOnFault: true,
  refused: ({ form }, refused) => refusedFormAnswer(form, refused),
  intents: {
    send: {
      fields: { typed: wholeForm },
      run: async ({ client, operations, proof, fields: { typed } }) => {
        const { form, problems } = readMessage(typed, ranges)
        if (Object.keys(problems).length > 0) throw new FieldProblems(problems)
        await operations.sendMessage(client, typed, proof)
        return { done: { email: form.email } }
      },
      otherwise: 'SEND_MESSAGE_FAILED',
    },
  },
})
