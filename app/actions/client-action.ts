import { type ClientActionFunctionArgs, data, isRouteErrorResponse } from 'react-router'
import { refusal, refusalIn } from '../portal/refusal.ts'

/**
 * The `clientAction` of a route with forms. If the connection drops or the site is unavailable, the message appears
 * with the form, which keeps what was typed, instead of an error page.
 * @returns the action's answer. Its type is `never` so that the route's own action alone determines the type: what is
 *   added here is an `error`, which every answer may have
 */
export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return answerOrError(serverAction) as Promise<never>
}

/**
 * @param send calls the server's action
 * @returns the action's answer, or one whose `error` says why there is none; its status keeps the router from reloading
 *   the page, which would fail as well
 * @throws the response, if the action redirects
 */
export async function answerOrError<Answer>(send: () => Promise<Answer>) {
  try {
    return await send()
  } catch (error) {
    if (error instanceof Response) throw error
    const refused = isRouteErrorResponse(error)
      ? (refusalIn(error.data) ?? refusal('UNEXPECTED'))
      : refusal('NO_CONNECTION')
    return data({ error: refused }, { status: 503 })
  }
}
