import { isRouteErrorResponse } from 'react-router'
import { type Refusal, refusal, refusalIn } from './errors.ts'

/**
 * For a form's `clientAction`: whatever goes wrong on the way is said where the form is, which keeps what was typed,
 * instead of the page giving way to an error. A redirect goes on.
 * @param send the server's action
 */
export async function orNoConnection<Answer>(send: () => Promise<Answer>): Promise<Answer | { error: Refusal }> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof Response) throw error
    return { error: isRouteErrorResponse(error) ? said(error.data) : refusal('NO_CONNECTION') }
  }
}

/** An answer that never reached the action, such as AWAY, comes as its text. */
function said(body: unknown): Refusal {
  try {
    return refusalIn(typeof body === 'string' ? JSON.parse(body) : body) ?? refusal('UNEXPECTED')
  } catch {
    return refusal('UNEXPECTED')
  }
}
