import { type ActionFunctionArgs, data, href, redirect } from 'react-router'
import type { Problems } from '../../rules/leads.ts'
import { type MessageCode, messages } from '../../rules/messages.ts'
import { withQuery } from '../../rules/url.ts'
import { addedHeadersContext, type ServerContext, serverContext } from '../context.ts'
import type { Refusal } from '../portal/refusal.ts'
import { asRefusal, errorResponse, isPortalError, refusalFor, type Sentence } from '../portal/server-errors.ts'
import { readFields, readForm, type Schema, text } from './fields.ts'
import type { Denied, Guard } from './guards.ts'

/** The answer to a form: a notice of success, or why it was refused. */
export interface ActionAnswer {
  notice?: string
  error?: Refusal
}

/** A submitted form, before its sender is checked. */
export interface Submission extends Pick<ServerContext, 'client' | 'operations' | 'operationOf'> {
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

/** Why a form was refused: in one sentence, or for each field. */
export interface Refused {
  error?: Refusal
  problems: Record<string, string>
}

type MaybePromise<T> = T | Promise<T>

/** One thing a form can ask for. */
export interface Intent<Who, Fields, Answer> {
  fields?: Schema<Fields>
  /**
   * Carries out the intent.
   * @returns an answer, if it is more than `notice`; or a response, such as a redirect, with scripts and without. An id,
   *   or whether and how often something was done, is no answer
   * @throws why the form is refused: a `PortalError`, or `FieldProblems`
   */
  run(
    asked: Who & Submission & { fields: Fields },
  ): MaybePromise<Answer | Response | string | number | boolean | undefined> | Promise<void>
  /** Said after success, instead of the route's. */
  notice?: string
  /** The message for an unexpected error, instead of the route's. */
  otherwise?: MessageCode | Sentence | ((submission: Submission) => MessageCode | Sentence)
  /** Whether the route's page shows the answer after success, even without scripts: it is nowhere else to be seen. */
  isShownOnce?: boolean
  /** Overrides the route's. */
  redirectTo?: (submission: Submission) => string
}

interface Definition<Who extends object, Table, Answer> {
  guard: Guard<Who>
  /** The intents, by the value of the form's field `intent`. */
  intents: { [Name in keyof Table]: Intent<Who, Table[Name], Answer> }
  /** Said after success, where the intent says nothing else. */
  notice?: string
  /** The message for an unexpected error. */
  otherwise?: MessageCode | Sentence
  /** The intent of a form that names none or an unknown one. */
  defaultIntent?: keyof NoInfer<Table>
  /** How an unknown intent is refused if there is no default. */
  unknownIntent?: { code: MessageCode; status: number }
  /** Where a browser without scripts goes after success. Without it the route's page shows the answer. */
  redirectTo?: (submission: Submission) => string
  /** The answer to a refused form, for a page that shows it without scripts, too. Otherwise the error page does. */
  refused?: (submission: Submission, refused: Refused) => MaybePromise<Answer>
  /** Whether the error page says it all the same where there are no scripts: no page shows the form again. */
  saysOnErrorPage?: boolean
  /** Adds what the page shows to every answer, whether accepted or refused. */
  complete?: (asked: Who & Submission, answer: Answer) => MaybePromise<Answer>
  /**
   * Whether unexpected errors keep their status even where scripts run, so that the router does not reload the page:
   * that would fail, too, and what was typed would be lost.
   */
  keepsPageOnFault?: boolean
}

/** Thrown by an intent for a form with invalid fields. */
export class FieldProblems extends Error {
  readonly problems: Record<string, string>

  constructor(problems: Problems) {
    super('A form has invalid fields')
    this.problems = sentencesOf(problems)
  }
}

function sentencesOf(problems: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const sentences = Object.entries(problems).map(([field, code]) => [
    field,
    messages[(code as MessageCode) ?? 'UNEXPECTED'],
  ])
  return Object.fromEntries(sentences)
}

/**
 * Defines what the forms of a route do: `export const action = defineActions<MyAnswer>()({ guard, intents, … })`. It
 * takes two calls so that the answer's type can be named while the types of the fields are inferred.
 *
 * A page that runs scripts sends the field `enhanced` and always gets an answer (200). A browser without scripts is
 * redirected to `redirectTo`, or to a page that holds the form until there is a session or fresh proof, or gets an error page
 * with the status of the refusal.
 */
export function defineActions<Answer extends ActionAnswer = ActionAnswer>() {
  return <Who extends object, Table>(definition: Definition<Who, Table, Answer>) =>
    async ({ request, url, params, context }: ActionArgs) => {
      const server = context.get(serverContext)
      const form = await readForm(request)
      const named = text(form, 'intent')
      const submission: Submission = {
        client: server.client,
        operations: server.operations,
        operationOf: server.operationOf,
        form,
        enhanced: text(form, 'enhanced') !== '',
        intent: Object.hasOwn(definition.intents, named) ? named : String(definition.defaultIntent ?? ''),
        param: name => params[name] ?? '',
        url,
        left: request.signal,
        headers: new Headers(),
        addedHeaders: context.get(addedHeadersContext),
      }
      const result = await replyTo(definition, submission, definition.guard(server, form))
      if (result instanceof Response) return result
      const { answer, status } = result
      const keepsStatus = !submission.enhanced || (definition.keepsPageOnFault && status >= 500)
      return data(answer, { status: keepsStatus ? status : 200, headers: submission.headers })
    }
}

type ActionArgs = Pick<ActionFunctionArgs, 'request' | 'url' | 'params' | 'context'>
type Reply<Answer> = { answer: Answer; status: number }

async function replyTo<Who extends object, Table, Answer extends ActionAnswer>(
  definition: Definition<Who, Table, Answer>,
  submission: Submission,
  who: Who | Denied,
): Promise<Response | Reply<Answer>> {
  const { enhanced } = submission
  const intent = definition.intents[submission.intent as keyof Table]
  const target = (intent?.redirectTo ?? definition.redirectTo)?.(submission)
  const { pathname, search } = submission.url
  // The browser sends the form again, to a page that holds it until its sender has signed in (portal/login/held.tsx).
  if ('denied' in who && who.denied === 'NO_SESSION' && target && !enhanced)
    return redirect(withQuery(href('/login/held'), { next: target, to: pathname + search }), 307)
  const reply = await attempt(definition, submission, who)
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
  return 'denied' in who || !definition.complete
    ? reply
    : complete(definition.complete, { ...who, ...submission }, reply)
}

/** Runs the intent. @returns what its `run` returns, or the answer to a refused form */
async function attempt<Who extends object, Table, Answer extends ActionAnswer>(
  definition: Definition<Who, Table, Answer>,
  submission: Submission,
  who: Who | Denied,
): Promise<Response | Reply<Answer>> {
  const refuse = async (refused: Refused, status: number): Promise<Reply<Answer>> => {
    const answer = await definition.refused?.(submission, refused)
    return { answer: answer ?? ({ error: refused.error ?? refusalFor('UNEXPECTED') } as Answer), status }
  }
  if ('denied' in who) return refuse({ error: refusalFor(who.denied), problems: {} }, who.status)
  const intent = definition.intents[submission.intent as keyof Table]
  if (!intent) {
    const { code, status } = definition.unknownIntent ?? { code: 'NOT_FOUND', status: 404 }
    return refuse({ error: refusalFor(code), problems: {} }, status)
  }
  try {
    const fields = readFields(submission.form, intent.fields)
    const result = await intent.run({ ...who, ...submission, fields })
    if (result instanceof Response) return result
    const answer = typeof result === 'object' ? result : ({ notice: intent.notice ?? definition.notice } as Answer)
    return { answer, status: answer.error ? 409 : 200 }
  } catch (error) {
    const { otherwise: own = definition.otherwise ?? 'UNEXPECTED' } = intent
    const otherwise = typeof own === 'string' ? own : own(submission)
    const { refused, status } = refusalOf(error, otherwise)
    if (isPortalError(error) && error.retryAfter) submission.addedHeaders.set('Retry-After', String(error.retryAfter))
    return refuse(refused, status)
  }
}

async function complete<Asked, Answer extends ActionAnswer>(
  addToAnswer: (asked: Asked, answer: Answer) => MaybePromise<Answer>,
  asked: Asked,
  reply: Reply<Answer>,
): Promise<Reply<Answer>> {
  try {
    return { ...reply, answer: await addToAnswer(asked, reply.answer) }
  } catch (error) {
    const { refused, status } = refusalOf(error, 'UNEXPECTED')
    return { answer: { ...reply.answer, error: reply.answer.error ?? refused.error }, status }
  }
}

function refusalOf(error: unknown, otherwise: MessageCode | Sentence): { refused: Refused; status: number } {
  if (error instanceof FieldProblems) return { refused: { problems: error.problems }, status: 400 }
  const problems = isPortalError(error) && error.problems ? sentencesOf(error.problems) : {}
  const refused = { error: asRefusal(error, otherwise), problems }
  return { refused, status: isPortalError(error) ? error.status : 500 }
}
