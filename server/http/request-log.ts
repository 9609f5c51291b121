import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { log } from '../platform/log.ts'

/** Characters of a request's path that are logged. */
const longestPath = 300

/** Gives each request an id, which its response and log lines carry, and logs the response. */
export function requestLog(): MiddlewareHandler {
  return async (c, next) => {
    const started = performance.now()
    c.set('requestId', randomBytes(8).toString('hex'))
    await next()
    c.res.headers.set('X-Request-Id', c.get('requestId'))
    if (c.req.path.startsWith('/assets/')) return
    const milliseconds = Math.round(performance.now() - started)
    log.info('request', {
      id: c.get('requestId'),
      method: c.req.method,
      path: c.req.path.slice(0, longestPath),
      // 499 is nginx's code for a client that disconnected before the response.
      status: c.req.raw.signal.aborted ? 499 : c.res.status,
      milliseconds,
    })
  }
}
