import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { log } from '../platform/log.ts'

/** Gives each request an id, which its answer and its lines in the log carry, and logs the answer. */
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
      path: c.req.path,
      // The client did not wait for the answer: nginx's number for that.
      status: c.req.raw.signal.aborted ? 499 : c.res.status,
      milliseconds,
    })
  }
}
