import { type MessageCode, messages } from '../../rules/messages.ts'
import { PortalError } from '../../server/platform/portal-error.ts'
import type { ActionResult, Api } from '../helpers/api.ts'
import { pause, type World } from './world.ts'

export interface Form {
  api: Api
  path: string
  fields: Record<string, string | string[] | File>
}

/**
 * Submits a form once, for what would be done twice if it were submitted again.
 * @param done the error code that means it was done before
 * @returns the result; undefined where there is none, or the answer is an outage's
 */
export async function submitOnce(
  { ledger }: World,
  { api, path, fields }: Form,
  done?: MessageCode,
): Promise<ActionResult | undefined> {
  const began = performance.now()
  const result = await api.submitAt(path, fields).catch((): ActionResult => ({ status: 0 }))
  const { code } = result.error ?? {}
  if (isAccepted(result) || (done && code === done)) return result
  // Such a server error arrives in an answer with status 200; an outage must explain it all the same.
  const status = result.status === 0 ? 0 : 500
  const isOutage = result.status === 0 || result.status >= 500 || (code && isServerError(code))
  if (isOutage) ledger.note({ method: String(fields.intent), path, status, code, began, ended: performance.now() })
  else ledger.problem(`${fields.intent} at ${path} was answered with ${code ?? result.status}`)
  await pause()
  return undefined
}

/** Whether a form was accepted, with a notice or without a word, where the page itself then shows what came of it. */
export function isAccepted({ status, error, redirect }: ActionResult): boolean {
  return redirect !== undefined || (status === 200 && !error)
}

/**
 * Submits a form until it is answered, as a person does who sees no answer, or that the site is away.
 * @param done the error code that means an earlier attempt succeeded and its answer was lost
 * @returns the result; undefined once the signal ends the attempts
 */
export async function submitUntilAnswered(
  world: World,
  signal: AbortSignal,
  form: Form,
  done?: MessageCode,
): Promise<ActionResult | undefined> {
  for (let tries = 0; !signal.aborted; tries++) {
    const result = await submitOnce(world, form, tries > 0 ? done : undefined)
    if (result) return result
  }
  return undefined
}

export function isServerError(code: MessageCode): boolean {
  return code in messages && (code.endsWith('_FAILED') || new PortalError(code).status >= 500)
}
