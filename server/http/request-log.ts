import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { log } from '../platform/log.ts'
import { outgoingOf } from './raw-response.ts'

declare module 'hono' {
  interface ContextVariableMap {
    requestId: string
    /** Logs the response now instead of at its end. */
    logNow: (status: number) => void
  }
}

/** Longest logged path, in characters. */
const longestPath = 300

/** Gives each request an id, which its response and log lines carry, and logs the response when it ends. */
export function requestLog(): MiddlewareHandler {
  return async (c, next) => {
    const { path, method } = c.req
    const id = nextRequestId()
    const started = performance.now()
    let isLogged = false
    const logOnce = (status: number) => {
      if (!isLogged) logRequest({ id, method, path, status, started })
      isLogged = true
    }
    c.set('requestId', id)
    c.set('logNow', logOnce)
    const outgoing = outgoingOf(c)
    outgoing.setHeader('X-Request-Id', id)
    // 499 is nginx's code for a client that left before the end.
    outgoing.once('close', () => logOnce(outgoing.writableFinished ? outgoing.statusCode : 499))
    await next()
  }
}

/** Distinguishes this process's requests from those of others and of earlier starts. */
const processPart = randomBytes(4).toString('hex')
let requests = 0

/** @returns an id unique within this process: 16 hexadecimal digits. It is no secret. */
export function nextRequestId(): string {
  return processPart + (++requests).toString(16).padStart(8, '0')
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
