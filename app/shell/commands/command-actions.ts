import { type ActionFunctionArgs, data, href, redirect } from 'react-router'
import { type Command, fieldOf, type Giver, parseFields, type ValuesOf } from '../../../rules/commands/command.ts'
import { type MessageCode, messages } from '../../../rules/messages.ts'
import { withQuery } from '../../../rules/url.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { CommandAnswer } from '../actions/answer.ts'
import { readForm, text, texts, wholeForm } from '../actions/fields.ts'
import { addedHeadersContext, type ServerContext, serverContext } from '../context.ts'
import { asRefusal, errorResponse, isPortalError, refusalFor, type Sentence } from '../portal/server-errors.ts'

/** A submitted form. */
export interface Submission<Sender = Actor | undefined>
  extends Pick<ServerContext, 'client' | 'operations' | 'operationOf'> {
  actor: Sender
  /** Empty for a visitor. */
  sessionId: string
  form: FormData
  /** Whether the page runs scripts and shows the answer itself. */
  enhanced: boolean
  /** The command's name; '' for an unknown one. */
  intent: string
  /** @returns a parameter of the route; '' if it has none of that name */
  param: (name: string) => string
  url: URL
  /** Aborted when the sender leaves before the answer. */
  left: AbortSignal
  /** Cookies of the response, whether the form is accepted or refused. */
  headers: Headers
  /** The same for headers other than cookies, also where the answer is an error page. */
  addedHeaders: Headers
}

/** Why a form was refused: one sentence, and the problem of each field. */
export type Refused = Required<Pick<CommandAnswer, 'error' | 'problems'>>

type SenderOf<C extends Command> = 'visitor' extends C['by'] ? Actor | undefined : Actor
type MaybePromise<T> = T | Promise<T>
/** An id, or whether and how often something was done, is no answer. */
type Result = CommandAnswer | Response | string | number | boolean | undefined

interface Options<Commands extends readonly Command[], Sender = SenderOf<Commands[number]>> {
  /** What commands are about, by the parameter of the route that names it; what none names is a field of the form. */
  about?: Readonly<Record<string, string>>
  /** The command of a form that names none or an unknown one. */
  byDefault?: Commands[number]['name']
  /** What a command does that takes or gives more than fields, such as a cookie. The operation refuses invalid fields. */
  run?: {
    readonly [Name in Commands[number]['name']]?: (
      submission: Submission<Sender>,
      values: ValuesOf<Extract<Commands[number], { name: Name }>>,
    ) => MaybePromise<Result> | Promise<void>
  }
  /** Where a browser without scripts goes after success. Without it the route's page shows the answer. */
  redirectTo?: (submission: Submission<Sender>) => string | undefined
  /** Whether no page shows a refused form again where there are no scripts, such as that of a button: the error page says why. */
  saysOnErrorPage?: boolean
  /** The message for a fault on a page that has words of its own, by command. */
  failed?: Readonly<Record<string, (submission: Submission<Sender>) => Sentence | undefined>>
  /** A command's answer where that is more than its notice, or the response that leads to another page, from what the operation returned. */
  after?: Readonly<Record<string, (result: never, submission: Submission<Sender>) => Result>>
  /** The answer to a refused form on a page with an answer of its own. */
  refused?: (submission: Submission, refused: Refused) => MaybePromise<CommandAnswer>
  /** Adds what the page shows to every answer, whether accepted or refused. */
  complete?: (submission: Submission<Sender>, answer: CommandAnswer) => MaybePromise<CommandAnswer>
}

/**
 * Defines what the forms of a route do: `export const action = commandActions([…], …)`. Where some of its commands are for
 * everyone who is signed in, the operations of the others refuse.
 *
 * A page that runs scripts sends the field `enhanced` and always gets an answer: 200, except for a fault, whose status keeps
 * the router from reloading the page, which would fail as well. A browser without scripts is redirected to `redirectTo`, or to
 * a page that holds the form until there is a session or fresh proof, or gets an error page with the status of the refusal.
 */
export function commandActions<const Commands extends readonly Command[]>(
  commands: Commands,
  options: Options<Commands> = {},
): (args: ActionArgs) => Promise<Response | ReturnType<typeof data<CommandAnswer>>> {
  const by = givers.find(giver => commands.some(command => command.by === giver)) ?? 'administrator'
  return async ({ request, url, params, context }) => {
    const server = context.get(serverContext)
    const { client, operations, operationOf, actor, sessionId = '' } = server
    const form = await readForm(request)
    const named = (name: string | undefined) => commands.find(command => command.name === name)
    const command = named(text(form, 'intent')) ?? named(options.byDefault)
    const submission: Submission = {
      ...{ client, operations, operationOf, actor, sessionId, form, url },
      enhanced: text(form, 'enhanced') !== '',
      intent: command?.name ?? '',
      param: name => params[name] ?? '',
      left: request.signal,
      headers: new Headers(),
      addedHeaders: context.get(addedHeadersContext),
    }
    const reply = await replyTo(command, options as AnyOptions, submission, deniedTo(by, server))
    if (reply instanceof Response) return reply
    const status = submission.enhanced && reply.status < 500 ? 200 : reply.status
    return data(reply.answer, { status, headers: submission.headers })
  }
}

type ActionArgs = Pick<ActionFunctionArgs, 'request' | 'url' | 'params' | 'context'>
type AnyOptions = Options<readonly Command[]>
type Denied = { code: MessageCode; status: number }
type Reply = { answer: CommandAnswer; status: number }

/** The most open first: a route's forms are for those of its most open command. */
const givers: readonly Giver[] = ['visitor', 'signed in', 'administrator']

/** @returns the refusal of a form that its sender may not send, or undefined */
function deniedTo(by: Giver, { actor, signedIn, sessionId, recordRefusal }: ServerContext): Denied | undefined {
  if (by === 'visitor') return undefined
  // There is a session, but its profile could not be read in time.
  if (!actor && signedIn) return { code: 'PROFILE_UNREADABLE', status: 503 }
  if (!actor || !sessionId) return { code: 'NO_SESSION', status: 401 }
  if (by === 'signed in' || actor.isAdmin) return undefined
  void recordRefusal('FORBIDDEN')
  return { code: 'FORBIDDEN', status: 403 }
}

async function replyTo(
  command: Command | undefined,
  options: AnyOptions,
  submission: Submission,
  denied: Denied | undefined,
): Promise<Response | Reply> {
  const { enhanced, url, headers } = submission
  const target = options.redirectTo?.(submission)
  /** The browser sends the form again, to a page that holds it. */
  const hold = (page: string) =>
    redirect(withQuery(page, { next: target, to: url.pathname + url.search }), { status: 307 })
  // Until its sender has signed in (app/identity/investor/login/held.tsx).
  if (denied?.code === 'NO_SESSION' && target && !enhanced) return hold(href('/login/held'))
  const reply = await attempt(command, options, submission, denied)
  if (reply instanceof Response) return reply
  const { answer, status } = reply
  // A page of its own, with scripts and without: it leads back (app/signing/investor/consent/route.tsx).
  if (answer.error?.code === 'ESIGN_CONSENT_NEEDED')
    return redirect(withQuery(href('/profile/signing/consent'), { to: url.pathname + url.search }))
  if (!enhanced && answer.error) {
    // Until there is proof (app/identity/investor/proof/held-form.ts).
    if (answer.error.code === 'PROOF_NEEDED') return hold(href('/profile/proof'))
    if (options.saysOnErrorPage) throw errorResponse(answer.error, status)
  }
  if (!enhanced && target && !command?.isShownOnce && status === 200) return redirect(target, { headers })
  if (denied || !options.complete) return reply
  try {
    return { answer: await options.complete(submission, answer), status }
  } catch (error) {
    return { answer: { ...answer, error: answer.error ?? asRefusal(error, 'UNEXPECTED') }, status: statusOf(error) }
  }
}

/** Carries out the command. @returns the response it answers with, or the answer, also to a refused form */
async function attempt(
  command: Command | undefined,
  options: AnyOptions,
  submission: Submission,
  denied: Denied | undefined,
): Promise<Response | Reply> {
  const { refused = (_, why) => refusedAnswer(command, submission, why) } = options
  const { code, status } = denied ?? { code: 'NOT_FOUND', status: 404 }
  if (denied || !command)
    return { answer: await refused(submission, { error: refusalFor(code), problems: {} }), status }
  try {
    const result = await carryOut(command, options, submission)
    if (result instanceof Response) return result
    const answer = typeof result === 'object' ? result : { notice: command.notice }
    return { answer, status: answer.error ? 409 : 200 }
  } catch (error) {
    const { problems = {}, retryAfter } = isPortalError(error) ? error : {}
    if (retryAfter) submission.addedHeaders.set('Retry-After', String(retryAfter))
    const failed = options.failed?.[command.name]?.(submission) ?? command.failed
    const why = { error: asRefusal(error, failed), problems: sentencesOf(problems) }
    return { answer: await refused(submission, why), status: statusOf(error) }
  }
}

async function carryOut(command: Command, options: AnyOptions, submission: Submission): Promise<Result> {
  const { name, about, isShownOnce } = command
  const { actor, operationOf, param, form, left } = submission
  const typed = typedInto(form)
  const run = options.run?.[name]
  if (run) return (await run(submission, parseFields(command, typed).values)) as Result
  const parameter = about && options.about?.[about]
  const subject = about === undefined ? [] : [parameter ? param(parameter) : text(form, about)]
  const perform = operationOf(name) as (...given: unknown[]) => Promise<unknown>
  const result = await perform(actor, ...subject, typed, left)
  const answer = options.after?.[name]?.(result as never, submission) ?? (result as Result)
  return isShownOnce ? { command: name, typed: typedIn(form, command), ...(answer as CommandAnswer) } : answer
}

function refusedAnswer(command: Command | undefined, { form, intent }: Submission, why: Refused): CommandAnswer {
  const at = command && fieldOf(command, why.error.code)
  const problems = at && Object.keys(why.problems).length === 0 ? { [at]: why.error.message } : why.problems
  return { error: why.error, command: intent, typed: typedIn(form, command), chosen: chosenIn(form, command), problems }
}

const statusOf = (error: unknown) => (isPortalError(error) ? error.status : 500)

function sentencesOf(problems: Readonly<Record<string, string>>): Refused['problems'] {
  return Object.fromEntries(
    Object.entries(problems).map(([field, code]) => [field, messages[(code || 'UNEXPECTED') as MessageCode]]),
  )
}

/** @returns what was typed, with nothing in place of secrets */
function typedIn(form: FormData, command: Command | undefined): Record<string, string> {
  const typed = Object.entries(wholeForm(form))
  return Object.fromEntries(typed.map(([name, text]) => [name, command?.fields[name]?.isSecret ? '' : text]))
}

/** @returns what was chosen in the fields that have several values */
function chosenIn(form: FormData, command: Command | undefined): CommandAnswer['chosen'] {
  const names = Object.entries(command?.fields ?? {}).flatMap(([name, field]) => (field.isSeveral ? [name] : []))
  return Object.fromEntries(names.map(name => [name, texts(form, name)]))
}

/** @returns what a form holds, by name: several values as an array */
function typedInto(form: FormData): Record<string, unknown> {
  const names = [...new Set(form.keys())]
  return Object.fromEntries(
    names.map(name => [name, form.getAll(name).length > 1 ? form.getAll(name) : form.get(name)]),
  )
}
