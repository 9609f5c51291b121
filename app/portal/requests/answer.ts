import { data, redirect } from 'react-router'
import { notices } from '../../../rules/messages.ts'
import { serverContext } from '../../context.ts'
import { formOf } from '../../form.ts'
import { asRefusal, errorResponse, isPortalError, type Refusal, refusal } from '../errors.ts'
import { orNoConnection } from '../no-connection.ts'
import type { Route } from './+types/answer'

/** What became of a request's note and state. */
export interface RequestAnswer {
  notice?: string
  error?: Refusal
}

/** Keeps an administrator's note on what a visitor left, and whether it was answered; `intent` cancel ends a call. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { actor, operations } = context.get(serverContext)
  const form = await formOf(request)
  const field = (name: string) => String(form.get(name) ?? '')
  if (!actor) {
    if (!field('script')) throw errorResponse(refusal('NO_SESSION'), 401)
    return data<RequestAnswer>({ error: refusal('NO_SESSION') })
  }
  // A note that was left alone stays as it is by now: a colleague may have written it since.
  const note = field('note') === field('loaded_note') ? undefined : field('note')
  const kind = params.kind === 'call' ? 'call' : 'message'
  const cancel = kind === 'call' && field('intent') === 'cancel'
  try {
    if (cancel) await operations.cancelCallForAdmin(actor, new URL(request.url).origin, params.id, field('reason'))
    else await operations.updateRequest(actor, kind, params.id, { state: field('state'), note })
  } catch (error) {
    const status = isPortalError(error) ? error.status : 500
    const said = asRefusal(error, cancel ? 'CANCEL_CALL_FAILED' : 'SAVE_REQUEST_FAILED')
    if (!field('script')) throw errorResponse(said, status)
    return data<RequestAnswer>({ error: said })
  }
  return field('script')
    ? data<RequestAnswer>({ notice: cancel ? notices.callCancelled : notices.requestSaved })
    : redirect('/profile?tab=admin&list=requests')
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orNoConnection(serverAction)
}
