import { href, redirect } from 'react-router'
import { taxNotices as notices } from '../../../../../rules/tax/notices.ts'
import { type ReturnView, returnViews } from '../../../../../rules/tax/returns.ts'
import { type ActionAnswer, defineActions } from '../../../../actions/define-actions.ts'
import { text, trimmedText, wholeForm } from '../../../../actions/fields.ts'
import { administrator } from '../../../../actions/guards.ts'
import { serverContext } from '../../../../context.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { pageNumber } from '../../../list-place.ts'
import { requireAdministrator } from '../../../require-actor.ts'
import { unwrapOrRespond } from '../../../server-errors.ts'
import { todayOfFund } from '../../register/address.ts'
import type { Route } from './+types/route'
import type { TaxRunAnswer } from './run-answer.ts'
import { TaxRunPage } from './run-page.tsx'

/**
 * Loads a year's forms with a page of its payees; the query has which of them to `show`, `page`, from 1, and the number
 * of a holder whose form to `correct`.
 * @throws answers: not signed in, not allowed, and no such run (404)
 */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const asked = url.searchParams.get('show') ?? ''
  const view: ReturnView = Object.hasOwn(returnViews, asked) ? (asked as ReturnView) : 'forms'
  const page = pageNumber(url.searchParams)
  const reading = server.operations.getTaxRun(actor, params.id, { view, page: page - 1 })
  const correcting = url.searchParams.get('correct') ?? undefined
  return { view, page, correcting, today: todayOfFund(), ...(await unwrapOrRespond(reading)) }
}

/** POST: the steps of a year's forms. */
export const action = defineActions<TaxRunAnswer>()({
  guard: administrator,
  refused: ({ form }, { error }): ActionAnswer & TaxRunAnswer => ({ ...(error && { error }), typed: wholeForm(form) }),
  keepsPageOnFault: true,
  redirectTo: ({ param }) => href('/profile/admin/tax/forms/:id', { id: param('id') }),
  otherwise: 'TAX_FAILED',
  intents: {
    again: {
      run: ({ actor, operations, param }) => operations.prepareTaxRunAgain(actor, param('id')),
      notice: notices.runBegun,
    },
    review: {
      run: ({ actor, operations, param }) => operations.reviewTaxRun(actor, param('id')),
      notice: notices.runReviewed,
    },
    furnish: {
      run: async ({ actor, operations, param }) => {
        await operations.requestFurnishing(actor, param('id'))
      },
      notice: notices.runAsked,
    },
    filed: {
      fields: { day: trimmedText, receipt: text, why: text },
      run: async ({ actor, operations, param, fields }) => {
        await operations.requestFiling(actor, param('id'), fields)
      },
      notice: notices.runAsked,
    },
    correct: {
      fields: { holder: text, reason: text },
      run: async ({ actor, operations, param, fields }) =>
        redirect(
          href('/profile/admin/tax/forms/:id', { id: await operations.correctTaxForm(actor, param('id'), fields) }),
        ),
      notice: notices.runBegun,
    },
    paper: {
      fields: { form: text, reason: text },
      run: ({ actor, operations, fields }) => operations.sendOnPaper(actor, fields.form, fields.reason),
      notice: notices.copyToMail,
    },
  },
})

/** A year's forms, or the correction of one. */
export default function TaxRunRoute({ loaderData, actionData, params }: Route.ComponentProps) {
  return (
    <LastLoaded loaded={loaderData} subject={params.id}>
      {shown => <TaxRunPage key={shown.run.id} answered={actionData} {...shown} />}
    </LastLoaded>
  )
}
