import { data, isRouteErrorResponse } from 'react-router'
import type { Route } from '../+types/root'
import { refusal, refusalIn } from '../portal/refusal.ts'

/**
 * Browser middleware around every form. If the connection drops or the site is unavailable, the message appears with the
 * form, which keeps what was typed, instead of an error page.
 */
export const answerFailedAction: Route.ClientMiddlewareFunction = async ({ request }, next) => {
  const results = await next()
  if (request.method === 'GET') return results
  for (const [id, { type, result }] of Object.entries(results)) {
    if (type === 'error' && !(result instanceof Response)) results[id] = { type: 'data', result: answerTo(result) }
  }
  return results
}

/**
 * @returns the answer to a form that failed; its `error` says why, and its status keeps the router from reloading the
 *   page, which would fail as well
 */
export function answerTo(error: unknown) {
  const refused = isRouteErrorResponse(error)
    ? (refusalIn(error.data) ?? refusal('UNEXPECTED'))
    : refusal('NO_CONNECTION')
  return data({ error: refused }, { status: 503 })
}
