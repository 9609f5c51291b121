import { data } from 'react-router'
import { calls } from '../../../content/calls.ts'
import type { OfferName } from '../../../content/calls-types.ts'
import { tiers } from '../../../content/tiers.ts'
import { type Problems, readCall, readMessage } from '../../../rules/leads.ts'
import { messages } from '../../../rules/messages.ts'
import type { ServerContext } from '../../context.ts'
import { formOf } from '../../form.ts'
import { asRefusal, isPortalError, type Refusal } from '../../portal/errors.ts'
import type { FormTicket } from './proof.tsx'

/** What a visitor's form is answered with. `values`: what was typed, for a page without scripts. */
export type FormAnswer<Done> =
  | { done: Done }
  | {
      done?: undefined
      /** What is wrong, in words, by field. */
      problems: Record<string, string>
      error?: Refusal
      values: Record<string, string>
      /** Free times nearest to one that was taken. */
      nearest?: string[]
    }

export type MessageAnswer = FormAnswer<{ email: string }>
export type CallAnswer = FormAnswer<{ email: string; startsAt: string; timeZone: string }>

/** @returns what a new form needs */
export function newTicket({ operations }: ServerContext): FormTicket {
  return { id: crypto.randomUUID(), opened: operations.openForm() }
}

/** Sends a message from the contact form. */
export async function answerMessage(request: Request, context: ServerContext) {
  const fields = await fieldsOf(request)
  const { problems } = readMessage(
    fields,
    tiers.map(({ label }) => label),
  )
  if (Object.keys(problems).length > 0) return wrong(fields, problems)
  try {
    await context.operations.sendMessage(context.client, fields.id ?? '', fields, proofOf(fields))
    return data<MessageAnswer>({ done: { email: (fields.email ?? '').trim() } })
  } catch (error) {
    return refused<MessageAnswer>(fields, error, asRefusal(error, 'SEND_MESSAGE_FAILED'))
  }
}

/** Books a call. Whoever is too late is told the next free times and keeps what was typed. */
export async function answerCall(request: Request, context: ServerContext, offer: OfferName) {
  const fields = await fieldsOf(request)
  const { operations, client } = context
  const { problems } = readCall(fields, calls[offer].kind)
  const { time = '', time_zone = '', id = '' } = fields
  if (!time) problems.time = 'TIME_REQUIRED'
  if (Object.keys(problems).length > 0) return wrong(fields, problems)
  try {
    const { origin } = new URL(request.url)
    const startsAt = await operations.requestCall(client, origin, id, offer, time, time_zone, fields, proofOf(fields))
    const done = { email: (fields.email ?? '').trim(), startsAt, timeZone: operations.knownZone(time_zone) }
    return data<CallAnswer>({ done })
  } catch (error) {
    const taken = isPortalError(error) && error.code === 'TIME_TAKEN'
    const nearest = taken ? nearestTo(time, await operations.getFreeTimes(offer)) : []
    return refused<CallAnswer>(fields, error, asRefusal(error, 'BOOK_CALL_FAILED'), nearest)
  }
}

/** @returns three free times: the first ones after `time`, and where there are none the last ones before */
export function nearestTo(time: string, free: readonly string[]): string[] {
  const after = free.findIndex(other => other > time)
  const from = after < 0 ? free.length - 3 : Math.min(after, free.length - 3)
  return free.slice(Math.max(0, from)).slice(0, 3)
}

async function fieldsOf(request: Request): Promise<Record<string, string>> {
  const form = await formOf(request)
  return Object.fromEntries([...form].map(([name, value]) => [name, typeof value === 'string' ? value : '']))
}

const proofOf = (fields: Record<string, string>) => ({
  opened: fields.opened ?? '',
  trap: fields.leave_empty ?? '',
})

function wrong(fields: Record<string, string>, problems: Problems) {
  const words = Object.entries(problems).map(([field, code]) => [field, messages[code ?? 'UNEXPECTED']])
  const answer: FormAnswer<never> = { problems: Object.fromEntries(words), values: typed(fields) }
  return data(answer, { status: fields.script ? 200 : 400 })
}

function refused<Answer>(fields: Record<string, string>, error: unknown, refusal: Refusal, nearest: string[] = []) {
  const status = isPortalError(error) ? error.status : 500
  const answer = { problems: {}, error: refusal, values: typed(fields), nearest } as Answer
  // A page that runs scripts reads the answer, and asks for itself anew unless the fault is ours: that would fail too.
  return data(answer, { status: fields.script && status < 500 ? 200 : status })
}

/** What comes back to the page: what was typed, and nothing of the form's own. */
function typed({ id, opened, script, leave_empty, ...values }: Record<string, string>): Record<string, string> {
  return values
}
