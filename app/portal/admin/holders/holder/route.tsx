import { href } from 'react-router'
import { notices } from '../../../../../rules/notices.ts'
import { defineActions } from '../../../../actions/define-actions.ts'
import { text, wholeForm } from '../../../../actions/fields.ts'
import { administrator } from '../../../../actions/guards.ts'
import { serverContext } from '../../../../context.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { requireAdministrator } from '../../../require-actor.ts'
import { unwrapOrRespond } from '../../../server-errors.ts'
import { useMe } from '../../../use-me.ts'
import { todayOfFund } from '../../register/address.ts'
import { revealIntent } from '../../reveal-intent.ts'
import { type HolderAnswer, holderFields, holderIn } from '../holder-form.ts'
import type { Route } from './+types/route'
import { HolderPage } from './holder-page.tsx'

export { shouldRevalidateDocuments as shouldRevalidate } from '../../../viewer-revalidation.ts'

/** Loads a holder, with its notes and statements, who acts for it, whom they let look, and its documents. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const { operations } = server
  const holder = await unwrapOrRespond(operations.getHolder(actor, params.id))
  const [register, statements, documents, delegates] = await unwrapOrRespond(
    Promise.all([
      operations.getRegister(actor, { on: todayOfFund(), holderId: holder.id, show: 'all' }),
      operations.getHolderStatements(actor, holder.id),
      operations.getHolderDocuments(actor, holder.id),
      operations.getHolderDelegates(actor, holder.id),
    ]),
  )
  // Shown as statements, not as documents again.
  const filed = new Set(statements.map(({ documentId }) => documentId))
  return {
    holder,
    notes: register.notes,
    moreNotes: register.totals.notes > register.notes.length,
    statements,
    delegates,
    documents: documents.filter(({ id }) => !filed.has(id)),
    canKeepNumbers: operations.canKeepNumbers(),
  }
}

/** POST: changes details, asks for a change of who acts, ends what a delegate sees, or reveals a number. */
export const action = defineActions<HolderAnswer>()({
  guard: administrator,
  refused: ({ form }, { error }) => ({ ...(error && { error }), typed: wholeForm(form) }),
  keepsPageOnFault: true,
  redirectTo: ({ param }) => href('/profile/admin/holders/:id', { id: param('id') }),
  otherwise: 'HOLDER_FAILED',
  intents: {
    save: {
      fields: holderFields,
      run: async ({ actor, operations, param, fields }) => ({
        notice: (await operations.updateHolder(actor, param('id'), holderIn(fields)))
          ? notices.memberChangeAsked
          : notices.holderSaved,
      }),
    },
    'add-member': {
      fields: { email: text, right: text, paper: text },
      run: async ({ actor, operations, param, fields: { paper, ...add } }) => {
        await operations.requestMemberChange(actor, param('id'), { add, paper })
      },
      notice: notices.memberChangeAsked,
    },
    'end-member': {
      fields: { member: text, paper: text },
      run: ({ actor, operations, param, fields: { member, paper } }) =>
        operations.requestMemberChange(actor, param('id'), { end: { memberId: member }, paper }),
      notice: notices.memberChangeAsked,
    },
    freeze: {
      fields: { reason: text },
      run: ({ actor, operations, param, fields }) => operations.requestFreeze(actor, param('id'), { freeze: fields }),
      notice: notices.memberChangeAsked,
    },
    unfreeze: {
      fields: { reason: text },
      run: ({ actor, operations, param, fields }) => operations.requestFreeze(actor, param('id'), { unfreeze: fields }),
      notice: notices.memberChangeAsked,
    },
    'end-delegate': {
      fields: { grant: text },
      run: ({ actor, operations, fields }) => operations.revokeGrant(actor, fields.grant),
      notice: notices.delegateRevoked,
    },
    reveal: revealIntent,
  },
})

/** A name on the register. */
export default function HolderRoute({ loaderData, actionData, params }: Route.ComponentProps) {
  const me = useMe()
  return (
    <LastLoaded loaded={loaderData} subject={params.id}>
      {shown => <HolderPage {...shown} me={me} answered={actionData} />}
    </LastLoaded>
  )
}
