import { href, redirect } from 'react-router'
import { type MemberRight, memberRights } from '../../../../../rules/holders.ts'
import { defineActions } from '../../../../actions/define-actions.ts'
import { text, wholeForm } from '../../../../actions/fields.ts'
import { administrator } from '../../../../actions/guards.ts'
import { serverContext } from '../../../../context.ts'
import { requireAdministrator } from '../../../require-actor.ts'
import { unwrapOrRespond } from '../../../server-errors.ts'
import { type HolderAnswer, holderFields, holderIn } from '../holder-form.ts'
import type { Route } from './+types/route'
import { NewHolderPage } from './new-holder-page.tsx'

/** Loads whom the holder is to be for; the query may have `person`, an id. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const id = url.searchParams.get('person')
  const person = id ? await unwrapOrRespond(server.operations.getUserForAdmin(actor, id)) : undefined
  return {
    email: person?.email,
    name: person?.full_name ?? undefined,
    canKeepNumbers: server.operations.canKeepNumbers(),
  }
}

/** POST: adds a holder, with the first person who acts for it. */
export const action = defineActions<HolderAnswer>()({
  guard: administrator,
  refused: ({ form }, { error }) => ({ ...(error && { error }), typed: wholeForm(form) }),
  keepsPageOnFault: true,
  redirectTo: () => href('/profile/admin/holders'),
  intents: {
    create: {
      fields: { ...holderFields, email: text, right: text },
      run: async ({ actor, operations, fields }) => {
        const right = (Object.hasOwn(memberRights, fields.right) ? fields.right : 'owner') as MemberRight
        const members = [{ email: fields.email, right }]
        const { id } = await operations.createHolder(actor, { ...holderIn(fields), members })
        return redirect(href('/profile/admin/holders/:id', { id }))
      },
      otherwise: 'HOLDER_FAILED',
      redirectTo: () => href('/profile/admin/holders/new'),
    },
  },
})

/** A new name on the register. */
export default function NewHolderRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <NewHolderPage {...loaderData} answered={actionData} />
}
