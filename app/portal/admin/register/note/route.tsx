import { isDay } from '../../../../../rules/notes/days.ts'
import { parseCents } from '../../../../../rules/notes/money.ts'
import { notices } from '../../../../../rules/notices.ts'
import { defineActions } from '../../../../actions/define-actions.ts'
import { text, wholeForm } from '../../../../actions/fields.ts'
import { administrator } from '../../../../actions/guards.ts'
import { serverContext } from '../../../../context.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { requireAdministrator } from '../../../require-actor.ts'
import { unwrapOrRespond } from '../../../server-errors.ts'
import { registerNotePage } from '../../register-addresses.ts'
import { todayOfFund } from '../address.ts'
import type { Route } from './+types/route'
import type { NoteAnswer } from './note-field.tsx'
import { NotePage } from './note-page.tsx'

export { clientAction } from '../../../../actions/client-action.ts'

/** Loads a note's story; the query may name the `line` of its schedule that is to be paid, and the day of a `payoff`. */
export async function loader({ url, context, params }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const story = await unwrapOrRespond(server.operations.getNoteStory(actor, params.id))
  const today = todayOfFund()
  const { searchParams } = url
  const asked = searchParams.get('payoff') ?? ''
  const isAsked = isDay(asked) && asked >= (story.terms.issue_date ?? today)
  const payoff = { day: isAsked ? asked : today, isAsked }
  return { story, today, payoff, line: Number(searchParams.get('line')) || undefined }
}

/** POST: takes the note a step further. What moves money in the books, or changes whose it is, asks a second person. */
export const action = defineActions<NoteAnswer>()({
  guard: administrator,
  refused: ({ form }, { error }) => ({ ...(error && { error }), typed: wholeForm(form) }),
  keepsPageOnFault: true,
  redirectTo: ({ param }) => registerNotePage(param('id')),
  intents: {
    signature: {
      fields: { user: text, day: text },
      run: ({ actor, operations, param, fields }) =>
        operations.recordSignature(actor, param('id'), { userId: fields.user, signedOn: fields.day }),
      notice: notices.signatureRecorded,
      otherwise: 'REGISTER_FAILED',
    },
    sign: {
      run: ({ actor, operations, param }) => operations.signNote(actor, param('id')),
      notice: notices.termsFrozen,
      otherwise: 'REGISTER_FAILED',
    },
    'file-paper': {
      fields: { document: text },
      run: ({ actor, operations, param, fields }) => operations.filePaper(actor, param('id'), fields.document),
      notice: notices.paperFiled,
      otherwise: 'REGISTER_FAILED',
    },
    'take-out-paper': {
      fields: { document: text },
      run: ({ actor, operations, param, fields }) => operations.takeOutPaper(actor, param('id'), fields.document),
      notice: notices.paperTakenOut,
      otherwise: 'REGISTER_FAILED',
    },
    cancel: {
      fields: { reason: text },
      run: ({ actor, operations, param, fields }) => operations.cancelNote(actor, param('id'), fields.reason),
      notice: notices.noteCanceled,
      otherwise: 'REGISTER_FAILED',
    },
    fund: {
      fields: { day: text, amount: cents, originator: text, reference: text, finding: text },
      run: async ({ actor, operations, param, fields }) => {
        await operations.requestFunding(actor, param('id'), fields)
      },
      notice: notices.approvalAsked,
      otherwise: 'REGISTER_FAILED',
    },
    payment: {
      fields: { day: text, amount: cents, reference: text },
      run: async ({ actor, operations, param, fields }) => {
        await operations.requestPayment(actor, param('id'), fields)
      },
      notice: notices.approvalAsked,
      otherwise: 'REGISTER_FAILED',
    },
    reverse: {
      fields: { entry: text, why: text, day: text },
      run: async ({ actor, operations, fields }) => {
        await operations.requestReversal(actor, fields.entry, { why: fields.why, day: fields.day })
      },
      notice: notices.approvalAsked,
      otherwise: 'REGISTER_FAILED',
    },
    transfer: {
      fields: { holder: text, day: text, why: text, paper: text },
      run: async ({ actor, operations, param, fields }) => {
        const { id: toHolderId } = await operations.findHolderByNumber(actor, fields.holder)
        const { day, why: reason, paper } = fields
        await operations.requestTransfer(actor, param('id'), { toHolderId, day, reason, paper })
      },
      notice: notices.approvalAsked,
      otherwise: 'REGISTER_FAILED',
    },
    payoff: {
      fields: { day: text, reference: text, reason: text },
      run: async ({ actor, operations, param, fields }) => {
        await operations.requestPayoff(actor, param('id'), fields)
      },
      notice: notices.approvalAsked,
      otherwise: 'REGISTER_FAILED',
    },
    repay: {
      fields: { amount: cents, reference: text },
      run: async ({ actor, operations, param, fields }) => {
        await operations.requestPartRepayment(actor, param('id'), fields)
      },
      notice: notices.approvalAsked,
      otherwise: 'REGISTER_FAILED',
    },
    renew: {
      run: async ({ actor, operations, param }) => {
        await operations.requestRenewal(actor, param('id'))
      },
      notice: notices.approvalAsked,
      otherwise: 'REGISTER_FAILED',
    },
    'late-election': {
      fields: { election: text },
      run: async ({ actor, operations, fields }) => {
        await operations.requestLateElection(actor, fields.election)
      },
      notice: notices.approvalAsked,
      otherwise: 'REGISTER_FAILED',
    },
    default: {
      fields: { reason: text },
      run: async ({ actor, operations, param, fields }) => {
        await operations.requestDefault(actor, param('id'), fields.reason)
      },
      notice: notices.approvalAsked,
      otherwise: 'REGISTER_FAILED',
    },
    cure: {
      fields: { reason: text },
      run: async ({ actor, operations, param, fields }) => {
        await operations.requestCure(actor, param('id'), fields.reason)
      },
      notice: notices.approvalAsked,
      otherwise: 'REGISTER_FAILED',
    },
  },
})

/** An amount as typed; 0 for what isn't one, which the operations refuse. */
function cents(form: FormData, name: string): bigint {
  return parseCents(text(form, name)) ?? 0n
}

/** A note's whole story. */
export default function NoteRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <LastLoaded loaded={loaderData} subject={'story' in loaderData ? loaderData.story.id : ''}>
      {shown => <NotePage {...shown} answered={actionData} />}
    </LastLoaded>
  )
}
