import { type ActionFunctionArgs, data, href, redirect } from 'react-router'
import type { Giver } from '../../rules/commands/command.ts'
import { type MessageCode, messages } from '../../rules/messages.ts'
import { withQuery } from '../../rules/url.ts'
import type { Actor } from '../../server/access/actor.ts'
import { addedHeadersContext, type ServerContext, serverContext } from '../context.ts'
import type { Refusal } from '../portal/refusal.ts'
import { asRefusal, errorResponse, isPortalError, refusalFor, type Sentence } from '../portal/server-errors.ts'
import { readForm, text } from './fields.ts'

/** The answer to a form: a notice of success, or why it was refused. */
export interface ActionAnswer {
  notice?: string
  error?: Refusal
}

/** Who may send a form. */
export type Sender = Giver | 'visitor'

/** A submitted form. */
export interface Submission<By extends Sender = Sender>
  extends Pick<ServerContext, 'client' | 'operations' | 'operationOf'> {
  actor: By extends 'visitor' ? Actor | undefined : Actor
  /** Empty for a visitor. */
  sessionId: string
  form: FormData
  /** Whether the page runs scripts and shows the answer itself. */
  enhanced: boolean
  intent: string
  /** @returns a parameter of the route; `''` if it has none of that name */
  param: (name: string) => string
  url: URL
  /** Aborted when the sender leaves before the answer. */
  left: AbortSignal
  /** Cookies of the response, whether the form is accepted or refused. */
  headers: Headers
  /** The same for headers other than cookies, also where the answer is an error page. */
  addedHeaders: Headers
}

/** Why a form was refused: in one sentence, and what is wrong with which field. */
export interface Refused {
  error: Refusal
  problems: Readonly<Record<string, string>>
}

type MaybePromise<T> = T | Promise<T>

/** One thing a form can ask for. */
export interface Intent<Answer, By extends Sender> {
  /**
   * Carries out the intent.
   * @returns an answer, if it is more than `notice`; or a response, such as a redirect, with scripts and without. An id,
   *   or whether and how often something was done, is no answer
   * @throws why the form is refused: a `PortalError`
   */
  run(
    submission: Submission<By>,
  ): MaybePromise<Answer | Response | string | number | boolean | undefined> | Promise<void>
  /** Said after success. */
  notice?: string
  /** The message for an unexpected error. */
  otherwise?: MessageCode | Sentence | ((submission: Submission<By>) => MessageCode | Sentence)
  /** Whether the route's page shows the answer after success, even without scripts: it is nowhere else to be seen. */
  isShownOnce?: boolean
  /** Overrides the route's. */
  redirectTo?: (submission: Submission<By>) => string
}

interface Definition<Answer, By extends Sender> {
  by: By
  /** The intents, by the value of the form's field `intent`. */
  intents: Readonly<Record<string, Intent<Answer, By>>>
  /** The intent of a form that names none or an unknown one. */
  defaultIntent?: string
  /** Where a browser without scripts goes after success. Without it the route's page shows the answer. */
  redirectTo?: (submission: Submission<By>) => string
  /** The answer to a refused form, for a page that shows it without scripts, too. Otherwise the error page does. */
  refused?: (submission: Submission<Sender>, refused: Refused) => MaybePromise<Answer>
  /** Whether the error page says it all the same where there are no scripts: no page shows the form again. */
  saysOnErrorPage?: boolean
  /** Adds what the page shows to every answer, whether accepted or refused. */
  complete?: (submission: Submission<By>, answer: Answer) => MaybePromise<Answer>
  /**
   * Whether unexpected errors keep their status even where scripts run, so that the router does not reload the page:
   * that would fail, too, and what was typed would be lost.
   */
  keepsPageOnFault?: boolean
}

/**
 * Defines what the forms of a route do: `export const action = defineActions<MyAnswer, 'visitor'>({ by: 'visitor', intents, … })`.
 *
 * A page that runs scripts sends the field `enhanced` and always gets an answer (200). A browser without scripts is
 * redirected to `redirectTo`, or to a page that holds the form until there is a session or fresh proof, or gets an error page
 * with the status of the refusal.
 */
export function defineActions<Answer extends ActionAnswer = ActionAnswer, By extends Sender = 'signed in'>(
  definition: Definition<Answer, By>,
) {
  return async ({ request, url, params, context }: ActionArgs) => {
    const server = context.get(serverContext)
    const { client, operations, operationOf, actor, sessionId = '' } = server
    const form = await readForm(request)
    const named = text(form, 'intent')
    const submission: Submission<'visitor'> = {
      ...{ client, operations, operationOf, actor, sessionId, form, url },
      enhanced: text(form, 'enhanced') !== '',
      intent: Object.hasOwn(definition.intents, named) ? named : (definition.defaultIntent ?? ''),
      param: name => params[name] ?? '',
      left: request.signal,
      headers: new Headers(),
      addedHeaders: context.get(addedHeadersContext),
    }
    const result = await replyTo(definition, submission as Submission<By>, deniedTo(definition.by, server))
    if (result instanceof Response) return result
    const { answer, status } = result
    const keepsStatus = !submission.enhanced || (definition.keepsPageOnFault && status >= 500)
    return data(answer, { status: keepsStatus ? status : 200, headers: submission.headers })
  }
}

type Denied = { code: MessageCode; status: number }

/** @returns the refusal of a form that its sender may not send, or undefined */
function deniedTo(by: Sender, { actor, signedIn, sessionId, recordRefusal }: ServerContext): Denied | undefined {
  if (by === 'visitor') return undefined
  // There is a session, but its profile could not be read in time.
  if (!actor && signedIn) return { code: 'PROFILE_UNREADABLE', status: 503 }
  if (!actor || !sessionId) return { code: 'NO_SESSION', status: 401 }
  if (by === 'signed in' || actor.isAdmin) return undefined
  void recordRefusal('FORBIDDEN')
  return { code: 'FORBIDDEN', status: 403 }
}

type ActionArgs = Pick<ActionFunctionArgs, 'request' | 'url' | 'params' | 'context'>
type Reply<Answer> = { answer: Answer; status: number }

async function replyTo<Answer extends ActionAnswer, By extends Sender>(
  definition: Definition<Answer, By>,
  submission: Submission<By>,
  denied: Denied | undefined,
): Promise<Response | Reply<Answer>> {
  const { enhanced } = submission
  const intent = definition.intents[submission.intent]
  const target = (intent?.redirectTo ?? definition.redirectTo)?.(submission)
  const { pathname, search } = submission.url
  // The browser sends the form again, to a page that holds it until its sender has signed in (portal/login/held.tsx).
  if (denied?.code === 'NO_SESSION' && target && !enhanced)
    return redirect(withQuery(href('/login/held'), { next: target, to: pathname + search }), 307)
  const reply = await attempt(definition, submission, denied)
  if (reply instanceof Response) return reply
  const { answer, status } = reply
  if (!enhanced && answer.error?.code === 'PROOF_NEEDED') {
    // The browser sends the form again, to the page that holds it until there is proof (portal/proof/held-form.ts).
    return redirect(withQuery(href('/profile/proof'), { next: target, to: pathname + search }), 307)
  }
  const isShown = definition.refused && !definition.saysOnErrorPage
  if (!enhanced && !isShown && answer.error) throw errorResponse(answer.error, status)
  if (!enhanced && target && !intent?.isShownOnce && status === 200)
    return redirect(target, { headers: submission.headers })
  if (denied || !definition.complete) return reply
  try {
    return { answer: await definition.complete(submission, answer), status }
  } catch (error) {
    const refused = refusalOf(error)
    return { answer: { ...answer, error: answer.error ?? refused.error }, status: refused.status }
  }
}

/** Runs the intent. @returns what its `run` returns, or the answer to a refused form */
async function attempt<Answer extends ActionAnswer, By extends Sender>(
  { intents, refused }: Definition<Answer, By>,
  submission: Submission<By>,
  denied: Denied | undefined,
): Promise<Response | Reply<Answer>> {
  const refuse = async ({ status, ...why }: Refused & { status: number }) => {
    const answer = refused ? await refused(submission as Submission, why) : ({ error: why.error } as Answer)
    return { answer, status }
  }
  const intent = intents[submission.intent]
  const { code, status } = denied ?? { code: 'NOT_FOUND', status: 404 }
  if (denied || !intent) return refuse({ error: refusalFor(code), problems: {}, status })
  try {
    const result = await intent.run(submission)
    if (result instanceof Response) return result
    const answer = typeof result === 'object' ? result : ({ notice: intent.notice } as Answer)
    return { answer, status: answer.error ? 409 : 200 }
  } catch (error) {
    if (isPortalError(error) && error.retryAfter) submission.addedHeaders.set('Retry-After', String(error.retryAfter))
    const { otherwise } = intent
    return refuse(refusalOf(error, typeof otherwise === 'function' ? otherwise(submission) : otherwise))
  }
}

function refusalOf(error: unknown, otherwise: MessageCode | Sentence = 'UNEXPECTED'): Refused & { status: number } {
  const { problems = {}, status = 500 } = isPortalError(error) ? error : {}
  return { error: asRefusal(error, otherwise), problems: sentencesOf(problems), status }
}

function sentencesOf(problems: Readonly<Record<string, string>>): Refused['problems'] {
  return Object.fromEntries(
    Object.entries(problems).map(([field, code]) => [field, messages[(code || 'UNEXPECTED') as MessageCode]]),
  )
}
