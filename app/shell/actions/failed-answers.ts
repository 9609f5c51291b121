import { data, href, isRouteErrorResponse, redirect } from 'react-router'
import type { Route } from '../../+types/root'
import { type Refusal, refusal, refusalIn } from '../portal/refusal.ts'

/** What a page or a fetcher of the portal receives in place of its data when loading failed for now. */
export interface FailedLoad {
  failure: Refusal
}

/**
 * Browser middleware around every form and every load. If the connection drops or the site doesn't answer, the message
 * appears with the form, which keeps what was typed. A load of the portal's data that fails for now must not take down the
 * page or the uploads running in it: what asked receives the failure in place of the data, see `LastLoaded` and
 * `useReading`. Someone who has just lost administrator access is sent to their own documents.
 */
export const answerFailures: Route.ClientMiddlewareFunction = async ({ request }, next) => {
  const results = await next()
  const isRead = request.method === 'GET'
  if (isRead && !new URL(request.url).pathname.startsWith(href('/profile'))) return results
  for (const [id, { type, result }] of Object.entries(results)) {
    if (type !== 'error' || result instanceof Response) continue
    const failure = temporaryFailure(result)
    if (!isRead) results[id] = { type: 'data', result: answerTo(result) }
    else if (failure) results[id] = { type: 'data', result: { failure } satisfies FailedLoad }
    else if (isRouteErrorResponse(result) && result.status === 403) throw redirect(href('/profile'))
  }
  return results
}

/**
 * @returns the answer to a form that failed; its `error` says why, and its status keeps the router from reloading the
 *   page, which would fail as well
 */
export function answerTo(error: unknown) {
  const refused = isRouteErrorResponse(error) && refusalIn(error.data)
  // The router keeps what it couldn't read beside the status.
  const reason = (error as { data?: unknown }).data instanceof Error ? (error as { data: Error }).data : error
  return data({ error: refused || (temporaryFailure(reason) ?? refusal('UNEXPECTED')) }, { status: 503 })
}

/** @returns the message for a failure that is likely to pass; undefined for any other */
export function temporaryFailure(error: unknown): Refusal | undefined {
  if (isRouteErrorResponse(error)) {
    const { data, status } = error
    const refused = refusalIn(data)
    if (refused) return status === 503 ? refused : undefined
    // A text that isn't a refusal didn't come from the site: the body of a proxy's answer, or a network's page.
    return typeof data === 'string' && (status >= 500 || /^\s*</.test(data)) ? refusal('NO_CONNECTION') : undefined
  }
  // `fetch` throws a TypeError when no one answers. The router throws an error of its own where the connection breaks in the
  // middle of an answer, and where the answer isn't data, such as a page.
  const isUnread = error instanceof Error && error.message.startsWith('Unable to decode')
  return error instanceof TypeError || isUnread ? refusal('NO_CONNECTION') : undefined
}
