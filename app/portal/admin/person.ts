import { data, redirect } from 'react-router'
import { type MessageCode, notices } from '../../../rules/messages.ts'
import { changedIn } from '../../../rules/profile.ts'
import { serverContext } from '../../context.ts'
import { formOf } from '../../form.ts'
import { asRefusal, type Refusal, refusal } from '../errors.ts'
import { orNoConnection } from '../no-connection.ts'
import type { Route } from './+types/person'

/** What became of a change to a person. */
export interface PersonAnswer {
  notice?: string
  error?: Refusal
}

/** Changes a person, by `intent`: `edit` name and organization, `grant` or `revoke` the administrator's right. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { actor, operations } = context.get(serverContext)
  const refused = (error: Refusal) => data<PersonAnswer>({ error })
  if (!actor) return refused(refusal('NO_SESSION'))
  const form = await formOf(request)
  const field = (name: string) => String(form.get(name) ?? '')
  const intent = field('intent')
  const failure: MessageCode = intent === 'edit' ? 'UPDATE_USER_FAILED' : 'GRANT_FAILED'
  // Everybody may change their own name, but not here.
  if (!actor.isAdmin) return refused(refusal('FORBIDDEN'))
  try {
    if (intent === 'edit') {
      await operations.updateUserProfile(actor, params.id, changedIn(form))
      return data<PersonAnswer>({ notice: notices.userUpdated })
    }
    if (intent !== 'grant' && intent !== 'revoke') return refused(refusal('NOT_FOUND'))
    await operations.setAdministrator(actor, params.id, intent === 'grant')
    // Their own: this tab is closed to them from now on.
    if (intent === 'revoke' && params.id === actor.id) return redirect('/profile')
    return data<PersonAnswer>({
      notice: intent === 'grant' ? notices.administratorGranted : notices.administratorRevoked,
    })
  } catch (error) {
    return refused(asRefusal(error, failure))
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orNoConnection(serverAction)
}
