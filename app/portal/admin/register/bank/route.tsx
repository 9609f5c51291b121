import { notices } from '../../../../../rules/notices.ts'
import { defineActions } from '../../../../actions/define-actions.ts'
import { text, texts } from '../../../../actions/fields.ts'
import { administrator } from '../../../../actions/guards.ts'
import { serverContext } from '../../../../context.ts'
import { requireAdministrator } from '../../../require-actor.ts'
import { chosenFile } from '../chosen-file.ts'
import type { Route } from './+types/route'
import { type BankAnswer, BankPage } from './bank-page.tsx'
import { readPayment } from './confirmed-payment.ts'

/** Only administrators record payments. */
export function loader({ url, context }: Route.LoaderArgs) {
  requireAdministrator(url, context.get(serverContext))
  return null
}

/** POST: proposes which payments a bank's list shows, or asks to record those that were confirmed. */
export const action = defineActions<BankAnswer>()({
  guard: administrator,
  refused: (_, { error }) => ({ ...(error && { error }) }),
  // A browser without scripts has lost the proposals, so its form brings the list that they came from.
  complete: async ({ actor, operations, enhanced, form, intent }, answer) => {
    const content = text(form, 'list')
    if (enhanced || intent !== 'confirm' || !answer.error || !content) return answer
    const list = { filename: text(form, 'filename'), content }
    return { ...answer, ...(await operations.matchBankList(actor, content)), list, chosen: texts(form, 'payment') }
  },
  keepsPageOnFault: true,
  otherwise: 'REGISTER_FAILED',
  intents: {
    match: {
      run: async ({ actor, operations, enhanced, form }) => {
        const { filename, content } = await chosenFile(form)
        const matched = await operations.matchBankList(actor, content)
        return { ...matched, list: enhanced ? { filename } : { filename, content } }
      },
    },
    confirm: {
      fields: { payment: texts },
      run: async ({ actor, operations, fields }) => {
        const payments = fields.payment.filter(Boolean).map(readPayment)
        return { asked: await operations.requestPayments(actor, payments), notice: notices.approvalAsked }
      },
    },
  },
})

/** Payments from the bank's own list. */
export default function BankRoute({ actionData }: Route.ComponentProps) {
  return <BankPage answered={actionData} />
}
