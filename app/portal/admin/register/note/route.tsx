import { href } from 'react-router'
import { adjust } from '../../../../../rules/notes/calendar.ts'
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
import { todayOfFund } from '../address.ts'
import type { Route } from './+types/route'
import type { NoteAnswer } from './note-field.tsx'
import { NotePage } from './note-page.tsx'

/** Loads a note's story; the query may name the `line` of its schedule that is to be paid, and the day of a `payoff`. */
export async function loader({ url, context, params }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const story = await unwrapOrRespond(server.operations.getNoteStory(actor, params.id))
  const today = todayOfFund()
  const { searchParams } = url
  const asked = searchParams.get('payoff') ?? ''
  const isAsked = isDay(asked) && asked >= (story.terms.issue_date ?? today)
  // No note is paid off while banks are closed.
  const payoff = { day: isAsked ? asked : adjust(today, 'preceding'), isAsked }
  return { story, today, payoff, line: Number(searchParams.get('line')) || undefined }
}

/** POST: takes the note a step further. What moves money in the books, or changes whose it is, asks a second person. */
export const action = defineActions<NoteAnswer>()({
  guard: administrator,
  refused: ({ form }, { error }) => ({ ...(error && { error }), typed: wholeForm(form) }),
  keepsPageOnFault: true,
  redirectTo: ({ param }) => href('/profile/admin/register/notes/:id', { id: param('id') }),
  notice: notices.approvalAsked,
  otherwise: 'REGISTER_FAILED',
  intents: {
    signature: {
      fields: { user: text, day: text, reason: text },
      run: async ({ actor, operations, param, fields: { user, day, reason } }) =>
        (await operations.recordSignature(actor, param('id'), { userId: user, signedOn: day, reason }))
          ? { notice: notices.approvalAsked }
          : undefined,
      notice: notices.signatureRecorded,
    },
    sign: {
      fields: { reason: text },
      run: async ({ actor, operations, param, fields }) =>
        (await operations.signNote(actor, param('id'), fields.reason)) ? { notice: notices.approvalAsked } : undefined,
      notice: notices.termsFrozen,
    },
    'file-paper': {
      fields: { document: text },
      run: ({ actor, operations, param, fields }) => operations.filePaper(actor, param('id'), fields.document),
      notice: notices.paperFiled,
    },
    'take-out-paper': {
      fields: { document: text },
      run: ({ actor, operations, param, fields }) => operations.takeOutPaper(actor, param('id'), fields.document),
      notice: notices.paperTakenOut,
    },
    'cancel-draft': {
      fields: { reason: text },
      run: ({ actor, operations, param, fields }) => operations.cancelDraft(actor, param('id'), fields.reason),
      notice: notices.noteCanceled,
    },
    cancel: {
      fields: { reason: text },
      run: ({ actor, operations, param, fields }) => operations.requestCancellation(actor, param('id'), fields.reason),
    },
    fund: {
      fields: {
        day: text,
        confirmedDay: text,
        amount: cents,
        originator: text,
        reference: text,
        finding: text,
        reason: text,
      },
      run: ({ actor, operations, param, fields: { reason, ...fields } }) =>
        operations.requestFunding(actor, param('id'), { ...fields, late: reason }),
    },
    'first-payment': {
      fields: { arrived: text, first: text, agreedOn: text, paper: text },
      run: ({ actor, operations, param, fields }) => operations.requestFirstPayment(actor, param('id'), fields),
    },
    unfund: {
      fields: { reason: text },
      run: ({ actor, operations, param, fields }) =>
        operations.requestFundingReversal(actor, param('id'), fields.reason),
    },
    payment: {
      fields: { day: text, confirmedDay: text, amount: cents, reference: text },
      run: ({ actor, operations, param, fields }) => operations.requestPayment(actor, param('id'), fields),
    },
    reverse: {
      fields: { entry: text, why: text, day: text },
      run: ({ actor, operations, fields }) =>
        operations.requestReversal(actor, fields.entry, { why: fields.why, day: fields.day }),
    },
    transfer: {
      fields: { holder: text, day: text, why: text, paper: text },
      run: async ({ actor, operations, param, fields }) => {
        const { id: toHolderId } = await operations.findHolderByNumber(actor, fields.holder)
        const { day, why: reason, paper } = fields
        await operations.requestTransfer(actor, param('id'), { toHolderId, day, reason, paper })
      },
    },
    untransfer: {
      fields: { reason: text },
      run: ({ actor, operations, param, fields }) =>
        operations.requestTransferReversal(actor, param('id'), fields.reason),
    },
    unrenew: {
      fields: { reason: text },
      run: ({ actor, operations, param, fields }) =>
        operations.requestRenewalReversal(actor, param('id'), fields.reason),
    },
    payoff: {
      fields: { day: text, reference: text, reason: text },
      run: ({ actor, operations, param, fields }) => operations.requestPayoff(actor, param('id'), fields),
    },
    repay: {
      fields: { due: text, amount: cents, reference: text },
      run: ({ actor, operations, param, fields }) => operations.requestPartRepayment(actor, param('id'), fields),
    },
    renew: {
      run: ({ actor, operations, param }) => operations.requestRenewal(actor, param('id')),
    },
    'late-election': {
      fields: { election: text },
      run: ({ actor, operations, fields }) => operations.requestLateElection(actor, fields.election),
    },
    default: {
      fields: { reason: text, day: text },
      run: ({ actor, operations, param, fields }) =>
        operations.requestDefault(actor, param('id'), fields.reason, fields.day),
    },
    cure: {
      fields: { reason: text, day: text },
      run: ({ actor, operations, param, fields }) =>
        operations.requestCure(actor, param('id'), fields.reason, fields.day),
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
