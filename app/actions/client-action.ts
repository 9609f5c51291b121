import { type ClientActionFunctionArgs, data, isRouteErrorResponse } from 'react-router'
import type { BrowserMessageCode } from '../../rules/browser-messages.ts'
import { refusal, refusalIn } from '../portal/errors.ts'

/**
 * The `clientAction` of a route with forms: a connection that breaks, or a site that is away, is said where the form
 * is, which keeps what was typed, instead of the page giving way to an error.
 * @returns typed as nothing of its own: what it adds is the `error` that the answer of every action may have
 */
export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return answerOrError(serverAction) as Promise<never>
}

/**
 * @param send the server's action
 * @param unreachable what is said where nobody answers
 * @returns its answer, or one that says why there is none. The latter's status keeps the router from loading the page
 *   again, which would fail as well
 * @throws a redirect, which goes on
 */
export async function answerOrError<Answer>(
  send: () => Promise<Answer>,
  unreachable: BrowserMessageCode = 'NO_CONNECTION',
) {
  try {
    return await send()
  } catch (error) {
    if (error instanceof Response) throw error
    const said = isRouteErrorResponse(error) ? (refusalIn(error.data) ?? refusal('UNEXPECTED')) : refusal(unreachable)
    return data({ error: said }, { status: 503 })
  }
}
