import { data, redirect } from 'react-router'
import { notices } from '../../../rules/messages.ts'
import { serverContext } from '../../context.ts'
import { asAnswer, asRefusal, isPortalError, type Refusal, refusal } from '../errors.ts'
import type { Route } from './+types/answer'

/** What became of a request's note and state. */
export interface RequestAnswer {
  notice?: string
  error?: Refusal
}

/** Keeps an administrator's note on what a visitor left, and whether it was answered. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { actor, operations } = context.get(serverContext)
  if (!actor) throw asAnswer(refusal('NO_SESSION'), 401)
  const form = await request.formData()
  const field = (name: string) => String(form.get(name) ?? '')
  const kind = params.kind === 'call' ? 'call' : 'message'
  try {
    await operations.updateRequest(actor, kind, params.id, { state: field('state'), note: field('note') })
  } catch (error) {
    const status = isPortalError(error) ? error.status : 500
    const said = asRefusal(error, 'SAVE_REQUEST_FAILED')
    if (!field('script')) throw asAnswer(said, status)
    return data<RequestAnswer>({ error: said })
  }
  return field('script')
    ? data<RequestAnswer>({ notice: notices.requestSaved })
    : redirect('/profile?tab=admin&list=requests')
}
