import { type ActionFunctionArgs, data, redirect } from 'react-router'
import type { Problems } from '../../rules/leads.ts'
import { type MessageCode, messages } from '../../rules/messages.ts'
import { type ServerContext, serverContext } from '../context.ts'
import type { Refusal } from '../portal/errors.ts'
import { signInFirst } from '../portal/next-page.ts'
import { asRefusal, errorResponse, isPortalError, refusalFor } from '../portal/server-errors.ts'
import { readFields, readForm, type Schema, text } from './fields.ts'
import type { Denied, Guard } from './guards.ts'

/** What a form is answered with: good news, or why not. */
export interface ActionAnswer {
  notice?: string
  error?: Refusal
}

/** A submitted form, before anyone has looked at who sends it. */
export interface Submission extends Pick<ServerContext, 'client' | 'operations'> {
  form: FormData
  /** The page runs scripts and reads the answer by itself. */
  enhanced: boolean
  intent: string
  /** Of the route; `''` where it has none of that name. */
  param: (name: string) => string
  url: URL
  /** For the reply, whichever it is. */
  headers: Headers
}

/** Why a form was refused: in one sentence, or by field. */
export interface Refused {
  error?: Refusal
  problems: Record<string, string>
}

type MaybePromise<T> = T | Promise<T>

/** One thing a form can ask for. */
interface Intent<Who, Fields, Answer> {
  fields?: Schema<Fields>
  /**
   * Does it. What it throws is the refusal: a sentence of the catalogue, or `FieldProblems`.
   * @returns the answer, if it is more than `notice`, good or bad; or the way on, with scripts and without
   */
  run(asked: Who & Submission & { fields: Fields }): MaybePromise<Answer | Response | undefined> | Promise<void>
  /** Good news. */
  notice?: string
  /** What is said where the fault is ours. */
  otherwise: MessageCode | ((submission: Submission) => MessageCode)
  /** Overrides that of the route. */
  redirectTo?: (submission: Submission) => string
}

interface Definition<Who extends object, Table, Answer> {
  guard: Guard<Who>
  /** By the form's field `intent`. */
  intents: { [Name in keyof Table]: Intent<Who, Table[Name], Answer> }
  /** For a form that names no intent, or one that does not exist. */
  defaultIntent?: keyof NoInfer<Table>
  /** What an unknown intent is refused with, where there is no default. */
  unknownIntent?: { code: MessageCode; status: number }
  /** Where a browser without scripts goes once it is done. Without it the page itself shows the answer. */
  redirectTo?: (submission: Submission) => string
  /** For a page that shows refusals itself, without scripts too: its answer then. Others give way to the error page. */
  refused?: (submission: Submission, refused: Refused) => MaybePromise<Answer>
  /** Adds what the page shows to every answer, good or bad. */
  complete?: (asked: Who & Submission, answer: Answer) => MaybePromise<Answer>
  /**
   * Faults of ours keep their status where scripts run, so that the page does not load again: that would fail too, and
   * take what was typed with it.
   */
  keepsPageOnFault?: boolean
}

/** Thrown by an intent whose form is filled in wrongly. */
export class FieldProblems extends Error {
  readonly problems: Record<string, string>

  constructor(problems: Problems) {
    super('A form is filled in wrongly')
    const sentences = Object.entries(problems).map(([field, code]) => [field, messages[code ?? 'UNEXPECTED']])
    this.problems = Object.fromEntries(sentences)
  }
}

/**
 * Defines what the forms of a route do: `export const action = defineActions<MyAnswer>()({ guard, intents, … })`. The
 * two calls let the answer be named while the types of the fields are inferred.
 *
 * A page that runs scripts sends the field `enhanced` and hears of everything in an answer (200). Without scripts the
 * browser is led on to `redirectTo`, to the sign-in, or to a page that says why not, with its status.
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
        form,
        enhanced: text(form, 'enhanced') !== '',
        intent: Object.hasOwn(definition.intents, named) ? named : String(definition.defaultIntent ?? ''),
        param: name => params[name] ?? '',
        url,
        headers: new Headers(),
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
  const leadOn = (intent?.redirectTo ?? definition.redirectTo)?.(submission)
  if ('denied' in who && who.denied === 'NO_SESSION' && leadOn && !enhanced)
    return redirect(signInFirst({ pathname: leadOn, search: '' }))
  const reply = await attempt(definition, submission, who)
  if (reply instanceof Response) return reply
  const { answer, status } = reply
  if (!enhanced && !definition.refused && answer.error) throw errorResponse(answer.error, status)
  if (!enhanced && leadOn && status === 200) return redirect(leadOn, { headers: submission.headers })
  return 'denied' in who || !definition.complete
    ? reply
    : complete(definition.complete, { ...who, ...submission }, reply)
}

/** Runs the intent. @returns what its `run` does, or why it was refused */
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
    const answer = await intent.run({ ...who, ...submission, fields })
    if (answer instanceof Response) return answer
    return { answer: answer ?? ({ notice: intent.notice } as Answer), status: answer?.error ? 409 : 200 }
  } catch (error) {
    const otherwise = typeof intent.otherwise === 'string' ? intent.otherwise : intent.otherwise(submission)
    const { refused, status } = refusalOf(error, otherwise)
    return refuse(refused, status)
  }
}

async function complete<Asked, Answer extends ActionAnswer>(
  completed: (asked: Asked, answer: Answer) => MaybePromise<Answer>,
  asked: Asked,
  reply: Reply<Answer>,
): Promise<Reply<Answer>> {
  try {
    return { ...reply, answer: await completed(asked, reply.answer) }
  } catch (error) {
    const { refused, status } = refusalOf(error, 'UNEXPECTED')
    return { answer: { ...reply.answer, error: reply.answer.error ?? refused.error }, status }
  }
}

function refusalOf(error: unknown, otherwise: MessageCode): { refused: Refused; status: number } {
  if (error instanceof FieldProblems) return { refused: { problems: error.problems }, status: 400 }
  const refused = { error: asRefusal(error, otherwise), problems: {} }
  return { refused, status: isPortalError(error) ? error.status : 500 }
}
