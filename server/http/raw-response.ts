import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

export { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

/**
 * @returns Node's response. Headers set on it are defaults: those of the web response, or of `takeOver`, replace them by
 * name.
 */
export function outgoingOf(c: Context): ServerResponse {
  return (c.env as HttpBindings).outgoing as ServerResponse
}

interface TakeOverOptions {
  /** Logs the response now, not at its end: for streams that end only when the reader leaves. */
  endless?: boolean
}

/**
 * Sends the head of a response that a route writes itself, without a web stream in between. The head has what every
 * response has: the security headers, the request's id, and the cookies set on `c`; `headers` come before these.
 *
 * The route writes the body to what this returns, ends it, and returns RESPONSE_ALREADY_SENT. From here on it must not
 * throw, because the status can no longer change: it destroys the response instead. For HEAD, Node discards the body.
 * @param headers of the response, each name once
 */
export function takeOver(
  c: Context,
  status: number,
  headers: OutgoingHttpHeaders,
  { endless = false }: TakeOverOptions = {},
): ServerResponse {
  const outgoing = outgoingOf(c)
  const cookies = c.res.headers.getSetCookie()
  if (cookies.length > 0) outgoing.setHeader('Set-Cookie', cookies)
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) outgoing.setHeader(name, value)
  outgoing.writeHead(status)
  if (endless) c.get('logNow')(status)
  return outgoing
}
