import type { Context, MiddlewareHandler } from 'hono'
import { log } from '../platform/log.ts'
import { nextRequestId } from './request-id.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** When the request arrived, from `performance.now()`. */
    started: number
  }
}

/** Longest logged path, in characters. */
const longestPath = 300

/** Gives each request an id, which its response and log lines carry, and logs the response. */
export function requestLog(): MiddlewareHandler {
  return async (c, next) => {
    c.set('started', performance.now())
    c.set('requestId', nextRequestId())
    await next()
    if (c.get('takenOver')) return
    c.res.headers.set('X-Request-Id', c.get('requestId'))
    // 499 is nginx's code for a client that disconnected before the response.
    logResponse(c, c.req.raw.signal.aborted ? 499 : c.res.status)
  }
}

/** Logs a request that a route has answered. */
export function logResponse(c: Context, status: number): void {
  const { path, method } = c.req
  logRequest({ id: c.get('requestId'), method, path, status, started: c.get('started') })
}

interface AnsweredRequest {
  id: string
  method: string
  /** Without its query. */
  path: string
  status: number
  /** From `performance.now()`. */
  started: number
}

/** Logs an answered request, except for the many files in `/assets`. */
export function logRequest({ id, method, path, status, started }: AnsweredRequest): void {
  if (path.startsWith('/assets/')) return
  const milliseconds = Math.round(performance.now() - started)
  // The rest is a secret (`app/calendar/server/`).
  const logged = path.replace(/^\/calendar\/.*/s, '/calendar/…').slice(0, longestPath)
  log.request({ id, method, path: logged, status, milliseconds })
}
