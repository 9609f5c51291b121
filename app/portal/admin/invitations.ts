import { data } from 'react-router'
import { notices } from '../../../rules/messages.ts'
import { serverContext } from '../../context.ts'
import { formOf } from '../../form.ts'
import { asRefusal, type Refusal, refusal } from '../errors.ts'
import { orNoConnection } from '../no-connection.ts'
import type { Route } from './+types/invitations'

/** What became of an invitation. `email` as it is kept, where somebody has it already. */
export interface InvitationAnswer {
  notice?: string
  error?: Refusal
  email?: string
}

/** Invites somebody (`email`, `full_name`, `organization`), or sends the welcome once more (`again`: whose). */
export async function action({ request, context }: Route.ActionArgs) {
  const { actor, operations } = context.get(serverContext)
  if (!actor) return data<InvitationAnswer>({ error: refusal('NO_SESSION') })
  const form = await formOf(request)
  const field = (name: string) => String(form.get(name) ?? '')
  const { origin } = new URL(request.url)
  try {
    if (field('again')) await operations.inviteAgain(actor, origin, field('again'))
    else {
      const invited = { email: field('email'), full_name: field('full_name'), organization: field('organization') }
      const { known, userId } = await operations.inviteUser(actor, origin, invited)
      if (known) {
        const { email } = await operations.getUserProfile(actor, userId)
        return data<InvitationAnswer>({ error: refusal('ALREADY_INVITED'), email })
      }
    }
    return data<InvitationAnswer>({ notice: notices.invitationSent })
  } catch (error) {
    return data<InvitationAnswer>({ error: asRefusal(error, 'INVITE_FAILED') })
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orNoConnection(serverAction)
}
