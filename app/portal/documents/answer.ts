import { data, redirect } from 'react-router'
import type { MessageCode } from '../../../rules/messages.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { Operations } from '../../../server/operations.ts'
import type { ServerContext } from '../../context.ts'
import { formOf } from '../../form.ts'
import { asRefusal, errorResponse, isPortalError, type Refusal, refusal } from '../errors.ts'
import { nextPage, signInFirst } from '../next-page.ts'

/** What became of something that was to be done with documents: good news, or why not. */
export interface DocumentsAnswer {
  notice?: string
  error?: Refusal
}

/** One thing that a form can ask for. */
export interface Intent {
  /** What is said where the fault is ours. `place` is the form's: where the button stands. */
  fault: MessageCode | ((place: string) => MessageCode)
  /** @returns the notice */
  work(operations: Operations, actor: Actor, form: FormData, id: string): Promise<string>
}

/**
 * Does what a form's field `intent` says. With the field `script` a page has asked in the background and hears of
 * everything in a DocumentsAnswer; without it the browser goes on to the address in the field `next`, or sees a page
 * that says why not.
 * @param id the document of the address, if it names one
 */
export async function answerIntent(
  intents: Record<string, Intent>,
  request: Request,
  { actor, signedIn, operations }: ServerContext,
  id = '',
) {
  const form = await formOf(request)
  const field = (name: string) => String(form.get(name) ?? '')
  const script = field('script') !== ''
  const refuse = (said: Refusal, status: number) => {
    if (!script) throw errorResponse(said, status)
    return data<DocumentsAnswer>({ error: said })
  }
  if (!signedIn && !script) throw redirect(signInFirst({ pathname: nextPage(field('next')), search: '' }))
  if (!signedIn) return refuse(refusal('NO_SESSION'), 401)
  if (!actor) return refuse(refusal('PROFILE_UNREADABLE'), 503)
  const name = field('intent')
  const intent = Object.hasOwn(intents, name) ? intents[name] : undefined
  if (!intent) return refuse(refusal('PROCESS_REQUEST_FAILED'), 400)
  try {
    const notice = await intent.work(operations, actor, form, id)
    return script ? data<DocumentsAnswer>({ notice }) : redirect(nextPage(field('next')))
  } catch (error) {
    const fault = typeof intent.fault === 'string' ? intent.fault : intent.fault(field('place'))
    return refuse(asRefusal(error, fault), isPortalError(error) ? error.status : 500)
  }
}
