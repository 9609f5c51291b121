import { data, href } from 'react-router'
import { taxNotices as notices } from '../../../../../rules/tax/notices.ts'
import { defineActions } from '../../../../actions/define-actions.ts'
import { text, trimmedText, wholeForm } from '../../../../actions/fields.ts'
import { administrator } from '../../../../actions/guards.ts'
import { serverContext } from '../../../../context.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { requireAdministrator } from '../../../require-actor.ts'
import { resultOrError, unwrapOrRespond } from '../../../server-errors.ts'
import { useMe } from '../../../use-me.ts'
import { todayOfFund } from '../../register/address.ts'
import { revealIntent } from '../../reveal-intent.ts'
import type { Route } from './+types/route'
import type { CardAnswer } from './card-answer.ts'
import { CardPage } from './card-page.tsx'

export { shouldRevalidateDocuments as shouldRevalidate } from '../../../viewer-revalidation.ts'

/** Loads what is on file about a holder's taxes; `document` in the query is the one that is shown, by default the newest form's. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const { operations } = server
  const card = await unwrapOrRespond(operations.getTaxCard(actor, params.id))
  const asked = url.searchParams.get('document')
  const ids = [...card.forms.map(({ documentId }) => documentId), ...card.unused.map(({ id }) => id)].filter(
    id => id !== null,
  )
  const chosen = ids.find(id => id === asked) ?? ids[0]
  const shown = chosen ? await resultOrError(operations.getDocument(actor, chosen), 'LOAD_DOCUMENTS_FAILED') : undefined
  return data({ card, today: todayOfFund(), document: shown?.value, loadError: shown?.loadError })
}

/** POST: what the office does about a holder's taxes. */
export const action = defineActions<CardAnswer>()({
  guard: administrator,
  unknownIntent: { code: 'TAX_FAILED', status: 400 },
  keepsPageOnFault: true,
  refused: ({ form }, { error }) => ({ ...(error && { error }), typed: { ...wholeForm(form), tin: '' } }),
  redirectTo: ({ param }) => href('/profile/admin/tax/holders/:id', { id: param('id') }),
  otherwise: 'TAX_FAILED',
  intents: {
    file: {
      fields: { document: text, form: text },
      run: async ({ actor, operations, param, fields: { document, form } }) => {
        await operations.submitTaxForm(actor, param('id'), { documentId: document, form })
      },
      notice: notices.formFiled,
    },
    enter: {
      fields: {
        certification: text,
        line1: text,
        line2: text,
        classification: text,
        exempt: text,
        kind: text,
        tin: trimmedText,
        validated: text,
        confirmed: text,
      },
      run: async ({ actor, operations, fields: { certification, line1, line2, exempt, kind, ...fields } }) => {
        await operations.requestTaxProfile(actor, certification, {
          nameLine1: line1,
          nameLine2: line2,
          classification: fields.classification,
          exemptCode: exempt,
          tinKind: kind,
          tin: fields.tin,
          validatedBy: fields.validated,
          isNameConfirmed: fields.confirmed === 'on',
        })
      },
      notice: notices.profileAsked,
    },
    return: {
      fields: { certification: text, reason: text },
      run: ({ actor, operations, fields }) => operations.returnTaxForm(actor, fields.certification, fields.reason),
      notice: notices.formReturned,
    },
    reveal: revealIntent,
    notice: {
      fields: { dated: trimmedText, received: trimmedText },
      run: async ({ actor, operations, param, fields: { dated, received } }) => {
        await operations.recordTinNotice(actor, param('id'), { noticeDate: dated, receivedOn: received })
      },
      notice: notices.noticeRecorded,
    },
    'notice-posted': {
      fields: { id: text },
      run: ({ actor, operations, fields }) => operations.markNoticePosted(actor, fields.id),
      notice: notices.noticePosted,
    },
    'notice-withdraw': {
      fields: { id: text },
      run: ({ actor, operations, fields }) => operations.withdrawTinNotice(actor, fields.id),
      notice: notices.noticeWithdrawn,
    },
    'consent-withdraw': {
      fields: { id: text },
      run: ({ actor, operations, fields }) => operations.withdrawConsentFor(actor, fields.id),
      notice: notices.consentWithdrawnForThem,
    },
  },
})

/** A holder's taxes: its forms beside what is entered of them, B-notices and consents. */
export default function CardRoute({ loaderData, actionData, params }: Route.ComponentProps) {
  const me = useMe()
  return (
    <LastLoaded loaded={loaderData} subject={params.id}>
      {shown => <CardPage key={shown.card.holder.id} me={me} answered={actionData} {...shown} />}
    </LastLoaded>
  )
}
